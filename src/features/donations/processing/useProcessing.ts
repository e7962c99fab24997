import { keepPreviousData, type QueryFilters, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { contract as auth } from '#features/staff/contract.ts';
import { contract as donations, type DonationRow } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import {
  confirmationOf,
  confirmFailed,
  inTurn,
  rejectFailed,
  reopenFailed,
  undoFailed,
  useDecision,
} from '#features/donations/console/decisions.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { ApiError, call, errorMessage } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointKey, endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { contract, MOST_SKIPPED, type PendingDonation } from './contract.ts';
import { decidedMeanwhile } from './processingWords.ts';

/** What says that somebody else has decided about a donation. */
const decidedCodes: ReadonlySet<string> = new Set(['already_confirmed', 'already_rejected', 'not_found']);

/** What somebody decided in this sitting and has not taken back. */
interface Verdict {
  kind: 'confirm' | 'reject';
  item: PendingDonation;
  /** Whether the server took it. */
  answer: Promise<boolean>;
  isTaken: boolean;
}

/** What happened without a press, or after one. */
export interface Note {
  kind: 'error' | 'news';
  text: string;
}

/** So long after the screen has changed by itself a press would be meant for what stood there before. */
const SURPRISE_MILLISECONDS = 400;

/** The last change of the screen that came without a press. */
class Surprise {
  #at = Number.NEGATIVE_INFINITY;

  comes(): void {
    this.#at = performance.now();
  }

  isFresh(): boolean {
    return performance.now() - this.#at < SURPRISE_MILLISECONDS;
  }
}

type Page = EndpointResponse<typeof contract.pendingDonations>;

/**
 * A sitting over the pending donations: one at a time, and what was decided so far. A verdict counts at once, and the next
 * donation is there; if the server does not take it, its donation comes back.
 */
export function useProcessing() {
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [heldId, setHeldId] = useState<number | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const [decidedByOthers, setDecidedByOthers] = useState(0);
  /** Until the donation is shown: pressed again before, it would take back the verdict before it as well. */
  const [isTakingBack, setIsTakingBack] = useState(false);
  const [surprise] = useState(() => new Surprise());
  /** The donation with which its donor's claim is to be noted. */
  const [claimAcceptedOf, setClaimAcceptedOf] = useState<number | null>(null);
  const isGone = useIsGone();
  const queryClient = useQueryClient();
  const server = useServer();
  const { data: me } = useQuery(endpointQuery(auth.adminMe, {}));

  const query = { skipped: skipped.slice(-MOST_SKIPPED).join(',') || undefined };
  const list = useQuery({
    ...endpointQuery(contract.pendingDonations, { query }),
    placeholderData: keepPreviousData,
    // What waits is asked anew at every visit.
    gcTime: 0,
  });

  const items = list.data?.items ?? [];
  const isThere = ({ item }: Verdict) => items.some(({ donation }) => donation.id === item.donation.id);
  // Pending again: taken back on the sheet that lies over it, or by somebody else.
  const isPast = (verdict: Verdict) => verdict.isTaken && !list.isPlaceholderData && isThere(verdict);
  if (verdicts.some(isPast)) setVerdicts(verdicts.filter((verdict) => !isPast(verdict)));
  const decided = new Set(verdicts.map(({ item }) => item.donation.id));
  const upcoming = items
    .filter(({ donation }) => !decided.has(donation.id))
    .toSorted((one, other) => skipped.indexOf(one.donation.id) - skipped.indexOf(other.donation.id));
  // What is looked at stays, whatever else becomes pending meanwhile.
  const shown = upcoming.find(({ donation }) => donation.id === heldId) ?? upcoming[0] ?? null;
  if (shown && shown.donation.id !== heldId) setHeldId(shown.donation.id);
  const toGo = (list.data?.total ?? 0) - (items.length - upcoming.length);

  /** Writes into the list, as soon as it has come, until it is loaded anew. */
  async function changePage(change: (page: Page) => Page): Promise<void> {
    const queryKey = endpointKey(contract.pendingDonations);
    // What stands there while it is on its way takes no changes.
    const coming: QueryFilters = {
      queryKey,
      type: 'active',
      fetchStatus: 'fetching',
      predicate: ({ state }) => state.data === undefined,
    };
    while (queryClient.isFetching(coming) > 0) await queryClient.refetchQueries(coming);
    queryClient.setQueriesData<Page>({ queryKey }, (page) => page && change(page));
  }

  async function takeOut(id: number): Promise<void> {
    await changePage((page) => {
      const rest = page.items.filter(({ donation }) => donation.id !== id);
      return { ...page, items: rest, total: page.total - (page.items.length - rest.length) };
    });
  }

  /** Shows a donation that is pending again. */
  async function putBack(item: PendingDonation): Promise<void> {
    await changePage((page) => {
      const rest = page.items.filter(({ donation }) => donation.id !== item.donation.id);
      const added = 1 - (page.items.length - rest.length);
      return { ...page, items: [item, ...rest], total: page.total + added };
    });
    show(item.donation);
  }

  function forget({ id }: DonationRow) {
    setVerdicts((before) => before.filter(({ item }) => item.donation.id !== id));
  }

  /** Shows a donation unasked. */
  function show({ id }: DonationRow) {
    surprise.comes();
    setHeldId(id);
  }

  /**
   * Tells of a donation that is decided already. Where oneself decided it, on the sheet that lies over it or by a press whose
   * answer was lost, it counts as decided here, and this gives true.
   */
  async function passOver(item: PendingDonation): Promise<boolean> {
    const { id } = item.donation;
    const details = { ...endpointQuery(donations.donationDetails, { params: { id } }), staleTime: 0 };
    // Where even this fails there is nothing to be said of who it was.
    const row = (await queryClient.fetchQuery(details).catch(() => null))?.row;
    const text = row && decidedMeanwhile(row);
    if (!text) return false;
    const isOwn = me?.authenticated === true && (row.rejectedBy ?? row.confirmedBy) === me.username;
    if (isOwn) {
      count({
        kind: row.rejectedAt ? 'reject' : 'confirm',
        item,
        answer: Promise.resolve(true),
        isTaken: true,
      });
    } else {
      setDecidedByOthers((others) => others + 1);
      setNote({ kind: 'news', text });
    }
    return isOwn;
  }

  /** Adds a verdict, or puts it in the place of the one on the same donation. */
  function count(verdict: Verdict) {
    const isSame = ({ item }: Verdict) => item.donation.id === verdict.item.donation.id;
    setVerdicts((before) =>
      before.some(isSame) ? before.map((other) => (isSame(other) ? verdict : other)) : [...before, verdict],
    );
  }

  /** Decides about the donation that is shown. False where the press came too soon to be meant for it, and did nothing. */
  function decide(kind: Verdict['kind'], reason?: string): boolean {
    if (!shown || surprise.isFresh()) return false;
    const { donation } = shown;
    const sent =
      kind === 'confirm'
        ? server.confirm.mutateAsync({ donation, acceptsClaim: claimAcceptedOf === donation.id })
        : server.reject.mutateAsync({ donation, reason });
    const answer = sent.then(
      async () => {
        await takeOut(donation.id);
        count({ kind, item: shown, answer, isTaken: true });
        return true;
      },
      (error: unknown) => refused(shown, error, kind === 'confirm' ? confirmFailed : rejectFailed),
    );
    count({ kind, item: shown, answer, isTaken: false });
    setNote(null);
    return true;
  }

  /** What becomes of a verdict that the server did not take. True where it holds all the same. */
  async function refused(item: PendingDonation, error: unknown, otherwise: string): Promise<boolean> {
    const { donation } = item;
    if (error instanceof ApiError && decidedCodes.has(error.code ?? '')) {
      await takeOut(donation.id);
      const isOwn = await passOver(item);
      if (!isOwn) forget(donation);
      return isOwn;
    }
    forget(donation);
    if (isGone()) {
      errorToast(error, otherwise);
    } else {
      show(donation);
      setNote({ kind: 'error', text: `Donation ${donation.id}: ${errorMessage(error, otherwise)}` });
    }
    return false;
  }

  function skip() {
    if (!shown || surprise.isFresh()) return;
    const { id } = shown.donation;
    if (upcoming.length === 1 && toGo === 1) {
      setNote({ kind: 'news', text: 'This is the last one.' });
      return;
    }
    setSkipped((before) => [...before.filter((other) => other !== id), id]);
    setHeldId(null);
    setNote(null);
  }

  const last = verdicts.at(-1);

  async function takeBack() {
    if (!last || isTakingBack) return;
    const { item, kind } = last;
    const { donation } = item;
    setIsTakingBack(true);
    try {
      if (!(await server.takeBack(last))) return;
      forget(donation);
      await putBack(item);
      setNote({ kind: 'news', text: `Taken back: ${kind} of ${donation.id}. It is pending again.` });
    } catch (error) {
      const otherwise = kind === 'confirm' ? undoFailed : reopenFailed;
      const text = error instanceof ConfirmedSince ? error.message : errorMessage(error, otherwise);
      setNote({ kind: 'error', text: `Donation ${donation.id}: ${text}` });
    } finally {
      setIsTakingBack(false);
    }
  }

  const seen = useRef<PendingDonation | null>(null);
  const look = useEffectEvent((now: PendingDonation | null) => {
    const before = seen.current;
    seen.current = now;
    if (!before || before.donation.id === now?.donation.id || list.isPlaceholderData) return;
    const { id } = before.donation;
    if (items.some(({ donation }) => donation.id === id) || decided.has(id)) return;
    surprise.comes();
    void passOver(before);
  });
  useEffect(() => look(shown), [shown]);

  return {
    list,
    shown,
    /** The one after it. */
    next: upcoming.find((item) => item !== shown) ?? null,
    confirmed: verdicts.filter(({ kind }) => kind === 'confirm').length,
    rejected: verdicts.filter(({ kind }) => kind === 'reject').length,
    toGo,
    decidedByOthers,
    note,
    acceptsClaim: shown !== null && claimAcceptedOf === shown.donation.id,
    setAcceptsClaim: (accepts: boolean) => setClaimAcceptedOf(accepts && shown ? shown.donation.id : null),
    confirm: () => void decide('confirm'),
    reject: (reason: string | undefined) => decide('reject', reason),
    skip,
    last,
    takeBack: () => void takeBack(),
    isTakingBack,
  };
}

export type Processing = ReturnType<typeof useProcessing>;

/** Another confirmation came after the one that was to be taken back, from elsewhere. */
class ConfirmedSince extends Error {
  override message = 'You confirmed something else since. Take it back from the Pending tab.';
}

/** What is sent, one after another. The screen itself says what came of it. */
function useServer() {
  const confirm = useDecision({
    endpoint: deciding.confirmDonation,
    verdict: 'confirmed',
    decide: (send, decision: { donation: DonationRow; acceptsClaim: boolean }) =>
      send({ body: confirmationOf(decision) }),
    failed: null,
  });
  const reject = useDecision({
    endpoint: deciding.rejectDonation,
    verdict: 'rejected',
    decide: (send, { donation, reason }: { donation: DonationRow; reason: string | undefined }) =>
      send({ body: { id: donation.id, reason } }),
    failed: null,
  });
  // By its turn the verdict has its answer: one that was refused leaves nothing to take back.
  const undo = useChange(deciding.undoLastConfirmation, {
    scope: inTurn,
    change: async (send, { item, answer }: Verdict) => {
      if (!(await answer)) return false;
      const { confirmation } = await call(deciding.lastConfirmation, {});
      if (!confirmation) throw new Error(undoFailed);
      const [first, ...others] = confirmation.donations;
      if (first?.id !== item.donation.id || others.length > 0) throw new ConfirmedSince();
      await send({ body: { confirmationId: confirmation.id } });
      return true;
    },
  });
  const reopen = useChange(deciding.reopenDonation, {
    scope: inTurn,
    change: async (send, { item, answer }: Verdict) => {
      if (!(await answer)) return false;
      await send({ body: { id: item.donation.id } });
      return true;
    },
  });
  return {
    confirm,
    reject,
    /** Takes a verdict back; false where there was none in the end. */
    takeBack: (verdict: Verdict) => (verdict.kind === 'confirm' ? undo : reopen).mutateAsync(verdict),
  };
}

function useIsGone(): () => boolean {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
}
