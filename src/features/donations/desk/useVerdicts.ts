import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { contract } from '#features/donations/console/contract.ts';
import {
  confirmationBody,
  confirmFailedMessage,
  decisionScope,
  rejectFailedMessage,
  undoFailedMessage,
  useDecision,
} from '#features/donations/console/decisions.ts';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { useIdempotencyKey } from '#features/donations/console/useIntake.ts';
import { contract as donations, type DonationRow } from '#features/donations/contract.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { bandOf } from '#shared/weights.ts';
import { call, errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { readSessionItem, writeSessionItem } from '#web/console/session.ts';
import { bagName, type DeskEntry, deskEntry, formatEntryWeight } from './deskWords.ts';

/** A message about a failure or about what has just happened. */
export interface Note {
  kind: 'error' | 'news';
  text: string;
}

interface WeighedDonation {
  donation: DonationRow;
  /** The text of the kilograms field. */
  kilogramsText: string;
}

type WeighedConfirmation = Parameters<typeof confirmationBody>[0] & { kilograms: number | undefined };

/** The admin has confirmed something else since the confirmation to undo. */
class ConfirmedSinceError extends Error {
  override message = 'You confirmed something else since. Undo it from the Pending tab.';
}

interface WeighedUnclaimedBag {
  kilograms: number;
  binId: number | null;
}

/** Sends confirmations and rejections one after another, counts unclaimed bags, and lists the results. */
export function useVerdicts(username: string) {
  const queryClient = useQueryClient();
  const { entries, addEntry, removeEntry } = useDeskSitting(username);
  const [note, setNote] = useState<Note | null>(null);
  const [returned, setReturned] = useState<WeighedDonation | null>(null);
  const confirming = useDecision({
    endpoint: contract.confirmDonation,
    verdict: 'confirmed',
    decide: (send, { kilograms, ...decision }: WeighedConfirmation) =>
      send({ body: { ...confirmationBody(decision), kilograms } }),
    failureToast: null,
  });
  const rejecting = useDecision({
    endpoint: contract.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: { donation: DonationRow; reason: string }) =>
      send({ body: { id: donation.id, reason } }),
    failureToast: null,
  });
  const counting = useCreateUnclaimed();
  const undoing = useChange(contract.undoLastConfirmation, {
    scope: decisionScope,
    change: async (send, { id }: DeskEntry) => {
      const { confirmation: lastConfirmation } = await call(contract.lastConfirmation, {});
      if (!lastConfirmation) throw new Error(undoFailedMessage);
      const { donations: confirmed } = lastConfirmation;
      if (confirmed.length > 1 || confirmed[0]?.id !== id) throw new ConfirmedSinceError();
      return await send({ body: { confirmationId: lastConfirmation.id } });
    },
  });
  const reopening = useChange(contract.reopenDonation, {
    scope: decisionScope,
    change: (send, { id }: DeskEntry) => send({ body: { id } }),
  });
  const isUndoing = undoing.isPending || reopening.isPending;

  function confirm(weighed: WeighedDonation, kilograms: number | null, acceptsClaim: boolean) {
    const { donation } = weighed;
    confirming.mutateAsync({ donation, kilograms: kilograms ?? undefined, acceptsClaim }).then(
      ({ discountCode }) =>
        addEntry(createEntry(donation, { kind: 'confirmed', kilograms, outcome: discountCode })),
      (error: unknown) => showAgain(weighed, error, confirmFailedMessage),
    );
  }

  function reject(weighed: WeighedDonation, reason: string) {
    const { donation } = weighed;
    rejecting.mutateAsync({ donation, reason }).then(
      () => addEntry(createEntry(donation, { kind: 'rejected', kilograms: null, outcome: reason })),
      (error: unknown) => showAgain(weighed, error, rejectFailedMessage),
    );
  }

  /** Counts a bag without a donor. Resolves to false if that failed. */
  async function countUnclaimed(body: WeighedUnclaimedBag): Promise<boolean> {
    const { kilograms } = body;
    const weight = bandOf(kilograms);
    const bag = formatEntryWeight({ kilograms, weight });
    setNote(null);
    try {
      const { id } = await counting.mutateAsync(body);
      addEntry({ kind: 'unclaimed', id, bag, name: null, kilograms, weight, outcome: null });
      return true;
    } catch (error) {
      setNote({ kind: 'error', text: `${bag}: ${errorMessage(error, 'Failed to count the bag.')}` });
      return false;
    }
  }

  /** Shows the donation of a failed verdict again, unless somebody else has decided it. */
  async function showAgain(weighed: WeighedDonation, error: unknown, fallback: string) {
    setNote({ kind: 'error', text: `${bagName(weighed.donation)}: ${errorMessage(error, fallback)}` });
    const row = await readDonation(weighed.donation.id);
    if (row === null || donationStatus(row) === 'pending') setReturned(weighed);
  }

  /** Takes back a verdict of this sitting. */
  async function undo(entry: DeskEntry) {
    try {
      await (entry.kind === 'rejected' ? reopening : undoing).mutateAsync(entry);
      removeEntry(entry);
      if (entry.kind === 'unclaimed') {
        setNote({ kind: 'news', text: `Undone: ${entry.bag} no longer counts.` });
        return;
      }
      const donation = await readDonation(entry.id);
      if (donation) setReturned({ donation, kilogramsText: '' });
      const bag = donation ? bagName(donation) : entry.bag;
      setNote({ kind: 'news', text: `Undone: ${bag} is pending again.` });
    } catch (error) {
      const reason =
        error instanceof ConfirmedSinceError ? error.message : errorMessage(error, undoFailedMessage);
      setNote({ kind: 'error', text: `${entry.bag}: ${reason}` });
    }
  }

  /** Reads a donation; null if that fails. */
  async function readDonation(id: number): Promise<DonationRow | null> {
    const query = { ...endpointQuery(donations.donationDetails, { params: { id } }), staleTime: 0 };
    try {
      return (await queryClient.fetchQuery(query)).row;
    } catch {
      return null;
    }
  }

  return {
    entries,
    note,
    setNote,
    /** A donation whose verdict failed or was undone. It comes first if nothing is typed. */
    returned,
    setReturned,
    confirm,
    reject,
    countUnclaimed,
    isCounting: counting.isPending,
    undo,
    isUndoing,
  };
}

/** Counts a bag once, even if its form is left and filled in again after a failure. */
function useCreateUnclaimed() {
  const idempotencyKeyFor = useIdempotencyKey();
  const countedBags = useRef(0);
  return useChange(contract.createUnclaimed, {
    change: (send, body: WeighedUnclaimedBag) =>
      // The next bag of the same weight gets a key of its own.
      send({ body }, { idempotencyKey: idempotencyKeyFor({ ...body, place: countedBags.current }) }),
    onSuccess: () => {
      countedBags.current += 1;
    },
  });
}

function createEntry(
  donation: DonationRow,
  verdict: Pick<DeskEntry, 'kind' | 'kilograms' | 'outcome'>,
): DeskEntry {
  const { id, weight } = donation;
  return { id, bag: bagName(donation), name: donorName(donation), weight, ...verdict };
}

const SESSION_ITEM_NAME = 'desk';

const storedSitting = z.object({ username: z.string(), entries: z.array(deskEntry) });

/** An admin's verdicts at the desk, the latest last. They survive reloads and visits to other screens, but not the session. */
function useDeskSitting(username: string) {
  const [entries, setEntries] = useState(() => {
    const { data } = storedSitting.safeParse(readSessionItem(SESSION_ITEM_NAME));
    return data?.username === username ? data.entries : [];
  });
  useEffect(() => writeSessionItem(SESSION_ITEM_NAME, { username, entries }), [username, entries]);
  return {
    entries,
    addEntry: (entry: DeskEntry) => setEntries((before) => [...before, entry]),
    removeEntry: ({ id }: DeskEntry) => setEntries((before) => before.filter((entry) => entry.id !== id)),
  };
}
