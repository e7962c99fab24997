import { useIsMutating, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { EndpointResponse, WriteEndpoint } from '#shared/endpoint.ts';
import { endpointKey, endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { type Send, useChange } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { withoutDonations } from './adminSummary.ts';
import { contract } from './contract.ts';
import { bulkOutcome, undoOutcome, type Outcome } from './decisionWords.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { donorName } from '#features/donations/donationWords.ts';
import type { ListedDonation } from '#features/donations/listedDonation.ts';

interface Decision {
  donations: readonly ListedDonation[];
}

interface OneDecision {
  donation: ListedDonation;
  /** For the record; a rejection's is for the donor, too. */
  reason?: string | undefined;
}

/** What the console says when a decision fails and the server gives no sentence of its own. */
export const confirmFailed = 'Failed to confirm donation.';
export const rejectFailed = 'Failed to reject donation.';
export const reopenFailed = 'Failed to reopen donation.';

type Verdict = 'confirmed' | 'rejected' | 'reopened';

const decisionKey = ['donation decision'];

/** One after another, in the order of the presses: an undo would else overtake the confirmation that it is meant for. */
const inTurn = { id: 'donation decisions' };

/** Confirms one donation. Dialogs show a failure themselves; elsewhere a toast does. */
export function useConfirmDonation({ showsFailure }: { showsFailure: boolean }) {
  return useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, { donation }: OneDecision) => send({ body: { id: donation.id } }),
    outcome: ({ discountCode }, { donation }) => ({
      kind: 'success',
      title: 'Donation confirmed',
      description: `Reward code ${discountCode} was issued to ${donorName(donation, 'the donor')}.`,
    }),
    failed: showsFailure ? null : confirmFailed,
  });
}

/** Rejects one donation. The dialog that asked for the reason shows a failure. */
export function useRejectDonation() {
  return useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: OneDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation, reason }) => ({
      kind: 'success',
      title: 'Donation rejected',
      description: `${donorName(donation, 'The donor')} sees it on the dashboard${reason ? ', with your reason' : ''}.`,
    }),
    failed: null,
  });
}

/** Makes a rejected donation pending again. Whoever asks for it shows a failure. */
export function useReopenDonation() {
  return useDecision({
    endpoint: contract.reopenDonation,
    verdict: 'reopened',
    decide: (send, { donation, reason }: OneDecision) => send({ body: { id: donation.id, reason } }),
    outcome: (_, { donation }) => ({
      kind: 'success',
      title: 'Donation reopened',
      description: `${donorName(donation, 'The donor')}: it is pending again.`,
    }),
    failed: null,
  });
}

/** Confirms several donations in one go. */
export function useConfirmDonations() {
  return useDecision({
    endpoint: contract.confirmDonations,
    verdict: 'confirmed',
    decide: (send, { donations }: Decision) => send({ body: { ids: donations.map(({ id }) => id) } }),
    outcome: bulkOutcome,
    failed: 'Failed to confirm selected.',
  });
}

const undoKey = ['undo last confirmation'];

/** Takes back this admin's last confirmation, a bulk one whole. */
export function useUndoLastConfirmation() {
  // The button, the key and the palette are one: while any of them undoes, all are pending.
  const isPending = useIsMutating({ mutationKey: undoKey }) > 0;
  const { mutate } = useChange(contract.undoLastConfirmation, {
    mutationKey: undoKey,
    scope: inTurn,
    change: (send) => send({}),
    staysPending: true,
    onSuccess: ({ undone }) => toast(undoOutcome(undone.length)),
    onError: (error) => errorToast(error, 'Nothing to undo or failed to undo.'),
  });
  return { mutate, isPending };
}

/** The donations whose confirmation or rejection is under way. */
export function useDonationsBeingDecided(): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey: decisionKey, status: 'pending' },
    select: ({ state }) => decidedIds(state.variables as Decision | OneDecision),
  });
  return new Set(ids.flat());
}

function useDecision<E extends WriteEndpoint, Variables extends Decision | OneDecision>({
  endpoint,
  verdict,
  decide,
  outcome,
  failed,
}: {
  endpoint: E;
  verdict: Verdict;
  decide: (send: Send<E>, variables: Variables) => Promise<EndpointResponse<E>>;
  outcome: (answer: EndpointResponse<E>, variables: Variables) => Outcome;
  /** The toast of a failure, or null where the asking dialog tells it. */
  failed: string | null;
}) {
  const queryClient = useQueryClient();
  return useChange(endpoint, {
    // One that is being reopened is no less pending for that.
    ...(verdict !== 'reopened' && { mutationKey: decisionKey }),
    scope: inTurn,
    change: decide,
    onSuccess: (answer, variables) => {
      // Before the decision stops counting as under way, so that no row flashes up again.
      settle(queryClient, new Set(decidedIds(variables)), verdict);
      toast(outcome(answer, variables));
    },
    onError: (error) => {
      if (failed !== null) errorToast(error, failed);
    },
  });
}

function decidedIds(variables: Decision | OneDecision): number[] {
  return 'donations' in variables ? variables.donations.map(({ id }) => id) : [variables.donation.id];
}

/** Writes a verdict into what is already loaded, which is as old as it was. */
function settle(queryClient: QueryClient, ids: ReadonlySet<number>, verdict: Verdict) {
  const { queryKey } = endpointQuery(contract.adminSummary, {});
  if (verdict !== 'reopened') {
    queryClient.setQueryData(queryKey, (summary) => summary && withoutDonations(summary, ids), {
      updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    });
  }
  const outcome = {
    confirmed: { is_confirmed: true },
    rejected: { rejected_at: new Date().toISOString() },
    reopened: { rejected_at: null },
  }[verdict];
  const pages = queryClient.getQueryCache().findAll({ queryKey: endpointKey(lists.searchDonations) });
  for (const { queryKey: pageKey, state } of pages) {
    queryClient.setQueryData<EndpointResponse<typeof lists.searchDonations>>(
      pageKey,
      (page) =>
        page && { ...page, items: page.items.map((row) => (ids.has(row.id) ? { ...row, ...outcome } : row)) },
      { updatedAt: state.dataUpdatedAt },
    );
  }
}
