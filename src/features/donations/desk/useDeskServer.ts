import { contract } from '#features/donations/console/contract.ts';
import { confirmationOf, inTurn, undoFailed, useDecision } from '#features/donations/console/decisions.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import { call, errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import type { DeskEntry } from './deskWords.ts';

interface Confirmation {
  donation: DonationRow;
  kilograms: number | undefined;
  acceptsClaim: boolean;
}

interface Rejection {
  donation: DonationRow;
  reason: string;
}

/** Another confirmation came after the one that was to be undone. */
class ConfirmedSince extends Error {
  override message = 'You confirmed something else since. Undo it from the Pending tab.';
}

/** What the desk sends, one after another. The desk itself says what came of it. */
export function useDeskServer() {
  const confirm = useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, { kilograms, ...decision }: Confirmation) =>
      send({ body: { ...confirmationOf(decision), kilograms } }),
    failed: null,
  });
  const reject = useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: Rejection) => send({ body: { id: donation.id, reason } }),
    failed: null,
  });
  const undo = useChange(contract.undoLastConfirmation, {
    scope: inTurn,
    change: async (send, { id }: DeskEntry) => {
      const { confirmation } = await call(contract.lastConfirmation, {});
      if (!confirmation) throw new Error(undoFailed);
      const [first, ...others] = confirmation.donations;
      if (first?.id !== id || others.length > 0) throw new ConfirmedSince();
      return await send({ body: { confirmationId: confirmation.id } });
    },
  });
  const reopen = useChange(contract.reopenDonation, {
    scope: inTurn,
    change: (send, { id }: DeskEntry) => send({ body: { id } }),
  });
  return {
    confirm,
    reject,
    isUndoing: undo.isPending || reopen.isPending,
    undo: (entry: DeskEntry) => (entry.kind === 'rejected' ? reopen : undo).mutateAsync(entry),
  };
}

/** Why an undo failed. */
export function undoFailure(error: unknown): string {
  return error instanceof ConfirmedSince ? error.message : errorMessage(error, undoFailed);
}
