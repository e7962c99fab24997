import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { contract } from '#features/donations/console/contract.ts';
import {
  confirmationOf,
  confirmFailed,
  decisionScope,
  rejectFailed,
  undoFailed,
  useDecision,
} from '#features/donations/console/decisions.ts';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { contract as donations, type DonationRow } from '#features/donations/contract.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { call, errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { readSessionItem, writeSessionItem } from '#web/console/session.ts';
import { bagName, type DeskEntry, deskEntry } from './deskWords.ts';

/** What failed or has just happened, in words. */
export interface Note {
  kind: 'error' | 'news';
  text: string;
}

interface Weighed {
  donation: DonationRow;
  /** As typed. */
  kilograms: string;
}

type Confirmation = Parameters<typeof confirmationOf>[0] & { kilograms: number | undefined };

/** Another confirmation came after the one that was to be undone. */
class ConfirmedSince extends Error {
  override message = 'You confirmed something else since. Undo it from the Pending tab.';
}

/** Sends confirmations and rejections one after another, and lists what was done. */
export function useVerdicts(username: string) {
  const queryClient = useQueryClient();
  const { entries, add, remove } = useSitting(username);
  const [note, setNote] = useState<Note | null>(null);
  const [returned, setReturned] = useState<Weighed | null>(null);
  const confirmation = useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, { kilograms, ...decision }: Confirmation) =>
      send({ body: { ...confirmationOf(decision), kilograms } }),
    failed: null,
  });
  const rejection = useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: { donation: DonationRow; reason: string }) =>
      send({ body: { id: donation.id, reason } }),
    failed: null,
  });
  const undoing = useChange(contract.undoLastConfirmation, {
    scope: decisionScope,
    change: async (send, { id }: DeskEntry) => {
      const answer = await call(contract.lastConfirmation, {});
      if (!answer.confirmation) throw new Error(undoFailed);
      const [first, ...others] = answer.confirmation.donations;
      if (first?.id !== id || others.length > 0) throw new ConfirmedSince();
      return await send({ body: { confirmationId: answer.confirmation.id } });
    },
  });
  const reopening = useChange(contract.reopenDonation, {
    scope: decisionScope,
    change: (send, { id }: DeskEntry) => send({ body: { id } }),
  });
  const isUndoing = undoing.isPending || reopening.isPending;
  const last = entries.at(-1);

  function confirm(weighed: Weighed, kilograms: number | null, acceptsClaim: boolean) {
    const { donation } = weighed;
    confirmation.mutateAsync({ donation, kilograms: kilograms ?? undefined, acceptsClaim }).then(
      ({ discountCode }) => add(entryOf(donation, { kind: 'confirmed', kilograms, outcome: discountCode })),
      (error: unknown) => showAgain(weighed, error, confirmFailed),
    );
  }

  function reject(weighed: Weighed, reason: string) {
    const { donation } = weighed;
    rejection.mutateAsync({ donation, reason }).then(
      () => add(entryOf(donation, { kind: 'rejected', kilograms: null, outcome: reason })),
      (error: unknown) => showAgain(weighed, error, rejectFailed),
    );
  }

  /** Shows a donation again whose verdict failed, unless somebody else has decided it. */
  async function showAgain(weighed: Weighed, error: unknown, fallback: string) {
    setNote({ kind: 'error', text: `${bagName(weighed.donation)}: ${errorMessage(error, fallback)}` });
    const row = await readDonation(weighed.donation.id);
    if (row === null || donationStatus(row) === 'pending') setReturned(weighed);
  }

  /** Takes back the last verdict of this sitting. */
  async function undo(entry: DeskEntry) {
    try {
      await (entry.kind === 'rejected' ? reopening : undoing).mutateAsync(entry);
      remove(entry);
      if (entry.kind === 'unclaimed') {
        setNote({ kind: 'news', text: `Undone: ${entry.bag} counts no more.` });
        return;
      }
      const donation = await readDonation(entry.id);
      if (donation) setReturned({ donation, kilograms: '' });
      setNote({
        kind: 'news',
        text: `Undone: ${donation ? bagName(donation) : entry.bag} is pending again.`,
      });
    } catch (error) {
      const why = error instanceof ConfirmedSince ? error.message : errorMessage(error, undoFailed);
      setNote({ kind: 'error', text: `${entry.bag}: ${why}` });
    }
  }

  /** Reads a donation; null if that fails. */
  async function readDonation(id: number): Promise<DonationRow | null> {
    const details = { ...endpointQuery(donations.donationDetails, { params: { id } }), staleTime: 0 };
    return (await queryClient.fetchQuery(details).catch(() => null))?.row ?? null;
  }

  return {
    entries,
    add,
    last,
    note,
    setNote,
    /** A donation whose verdict failed or was undone: it comes first if nothing is typed. */
    returned,
    setReturned,
    confirm,
    reject,
    undo,
    isUndoing,
  };
}

function entryOf(
  donation: DonationRow,
  verdict: Pick<DeskEntry, 'kind' | 'kilograms' | 'outcome'>,
): DeskEntry {
  const { id, weight } = donation;
  return { id, bag: bagName(donation), name: donorName(donation), weight, ...verdict };
}

const STORAGE_NAME = 'desk';

const storedSitting = z.object({ username: z.string(), entries: z.array(deskEntry) });

/** What an admin did at the desk, the latest last. It survives reloads and other screens, not the session. */
function useSitting(username: string) {
  const [entries, setEntries] = useState(() => {
    const { data } = storedSitting.safeParse(readSessionItem(STORAGE_NAME));
    return data?.username === username ? data.entries : [];
  });
  useEffect(() => writeSessionItem(STORAGE_NAME, { username, entries }), [username, entries]);
  return {
    entries,
    add: (entry: DeskEntry) => setEntries((before) => [...before, entry]),
    remove: ({ id }: DeskEntry) => setEntries((before) => before.filter((entry) => entry.id !== id)),
  };
}
