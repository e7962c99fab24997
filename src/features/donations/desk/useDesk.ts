import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { confirmFailed, rejectFailed } from '#features/donations/console/decisions.ts';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { contract as donations, type DonationRow } from '#features/donations/contract.ts';
import { LEAST_KILOGRAMS, MOST_KILOGRAMS } from '#shared/weights.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { bagName, type DeskEntry } from './deskWords.ts';
import { isToBeAsked, isWholeMark, stepOfEnter, weighingOf } from './rules.ts';
import { useScanGuard } from './useScanGuard.ts';
import { undoFailure, useDeskServer } from './useDeskServer.ts';
import { useFind } from './useFind.ts';
import { useSittingList } from './useSittingList.ts';

/** So long after the screen has changed by itself a press would be meant for what stood there before. */
const SURPRISE_MILLISECONDS = 400;

export const notKilograms = `Please give ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kg, with at most two decimals`;

type DeskField = 'find' | 'kilograms';

/** What happened that nobody sees by the next donation alone. */
export interface Note {
  kind: 'error' | 'news';
  text: string;
}

/** A donation on the scale, with what is typed about it. */
interface Weighed {
  donation: DonationRow;
  kilograms: string;
}

/** What the search field waits for: somebody pressed Enter, or typed on. */
type Awaited = { press: 'hand' | 'scan' } | { press: null };

/** What is over a donation. It goes with it, so that no reason is given to another one. */
type Overlay = 'reason' | 'photo' | 'comparison' | null;

/** The desk: find a donation, weigh it, confirm or reject it, and the next one is there. */
export function useDesk(username: string) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** Where the focus is to go; a new object for every move. */
  const [goal, setGoal] = useState<{ field: DeskField; isUnasked?: boolean; selects?: boolean }>({
    field: 'find',
  });
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  const [held, setHeld] = useState<DonationRow | null>(null);
  /** What comes first where nothing is typed: a donation that was refused or undone. */
  const [returned, setReturned] = useState<Weighed | null>(null);
  const [kilograms, setKilograms] = useState('');
  const [acceptedClaim, setAcceptedClaim] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [isUnclaimed, setIsUnclaimed] = useState(false);
  const [unclaimedBin, setUnclaimedBin] = useState<number | null>(null);
  const [putLast, setPutLast] = useState<readonly number[]>([]);
  const [note, setNote] = useState<Note | null>(null);
  const findField = useRef<HTMLInputElement>(null);
  const kilogramsField = useRef<HTMLInputElement>(null);
  const times = useRef({ arrived: 0, ledOn: 0, changed: 0 });
  const queryClient = useQueryClient();
  const server = useDeskServer();
  const list = useSittingList(username);
  const find = useFind(text, putLast);
  const { items, isSettled } = find;

  const typed = text.trim();
  const first =
    typed === ''
      ? (returned?.donation ?? items[active] ?? items[0])
      : items.length === 1 && isSettled
        ? items[0]
        : undefined;
  const chosen = held ?? first ?? null;
  // As it was read last: somebody may have corrected it.
  const shown = items.find(({ id }) => id === chosen?.id) ?? chosen;
  const isSeveral = held === null && typed !== '' && items.length > 1;
  const isNoneFound = held === null && typed !== '' && isSettled && items.length === 0;
  const shownId = shown?.id;

  if (awaited !== null && isSettled) {
    setAwaited(null);
    if (awaited.press !== null) enter(awaited.press === 'scan');
    else if (items[0] && isWholeMark(typed, items)) weigh(items[0], true);
  }

  useLayoutEffect(() => {
    const now = performance.now();
    if (goal.isUnasked) times.current.ledOn = now;
    times.current.arrived = now;
    const field = (goal.field === 'kilograms' ? kilogramsField : findField).current;
    field?.focus();
    if (goal.selects) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [goal]);

  useEffect(() => {
    // A dialog that closes with the same press gives the focus back to what opened it, a moment later.
    const timer = setTimeout(() =>
      (goal.field === 'kilograms' ? kilogramsField : findField).current?.focus(),
    );
    return () => clearTimeout(timer);
  }, [goal]);

  useLayoutEffect(() => {
    times.current.changed = performance.now();
  }, [shownId]);

  const guard = useScanGuard(
    takeScan,
    (element) => element === findField.current || document.querySelector('[role="dialog"]') !== null,
  );

  /** Puts a donation on the scale. */
  function weigh(donation: DonationRow, isUnasked = false) {
    hold(donation);
    if (typed !== '' && typed.toUpperCase() === donation.mark) setText(donation.mark);
    setGoal({ field: 'kilograms', isUnasked, selects: true });
  }

  function hold(donation: DonationRow) {
    if (held?.id === donation.id) return;
    setHeld(donation);
    const before = returned?.donation.id === donation.id ? returned.kilograms : '';
    setKilograms(before || (donation.measured_kg === null ? '' : String(donation.measured_kg)));
    setAsked(null);
    setProblem(null);
    setOverlay(null);
    setIsUnclaimed(false);
  }

  function letGo() {
    setHeld(null);
    setKilograms('');
    setAsked(null);
    setProblem(null);
    setOverlay(null);
    setIsUnclaimed(false);
  }

  /** Back to the empty search field, with the next one. */
  function leave() {
    letGo();
    setText('');
    setActive(0);
    setAwaited(null);
    setNote(null);
    setAcceptedClaim(null);
    setGoal({ field: 'find' });
  }

  function search(next: string) {
    letGo();
    setText(next);
    setActive(0);
    // What a scanner types is whole by its Enter.
    setAwaited(guard.isInBurst ? null : { press: null });
  }

  function takeScan(scanned: string) {
    letGo();
    setText(scanned);
    setActive(0);
    setAwaited(null);
    setGoal({ field: 'find' });
  }

  /** Enter in the search field. */
  function enter(isScan: boolean) {
    if (shown && (held !== null || typed === '')) {
      weigh(shown);
      return;
    }
    const step = stepOfEnter({ text: typed, found: items.length, isSettled, isScan });
    if (step === 'wait') setAwaited({ press: isScan ? 'scan' : 'hand' });
    const item = items[active] ?? items[0];
    if (step === 'weigh' && item) weigh(item);
    if (step === 'unclaimed') setIsUnclaimed(true);
  }

  /** Goes on typing in the search field, where a name began like a mark and led on. */
  function typeOn(key: string): boolean {
    if (kilograms !== '' || performance.now() - times.current.ledOn >= SURPRISE_MILLISECONDS) return false;
    letGo();
    setText(text + key);
    setAwaited({ press: null });
    setGoal({ field: 'find' });
    return true;
  }

  /** Whether a press without kilograms may be meant for what stood here before. */
  function isSurprised(): boolean {
    const { arrived, changed } = times.current;
    return kilograms === '' && performance.now() - Math.max(arrived, changed) < SURPRISE_MILLISECONDS;
  }

  function confirm() {
    if (!shown || isSurprised()) return;
    const weighing = weighingOf(kilograms, shown.weight);
    if (weighing.kind === 'invalid') {
      setProblem(notKilograms);
      setGoal({ field: 'kilograms', selects: true });
      return;
    }
    const weighed = weighing.kind === 'empty' ? null : weighing.kilograms;
    if (weighed !== null && isToBeAsked(weighed, asked)) {
      setAsked(weighed);
      setGoal({ field: 'kilograms' });
      return;
    }
    const before = { donation: shown, kilograms };
    const decision = {
      donation: shown,
      kilograms: weighed ?? undefined,
      acceptsClaim: acceptedClaim === shown.id,
    };
    settle(shown);
    server.confirm.mutateAsync(decision).then(
      ({ discountCode }) =>
        list.add(entryOf(before.donation, { kind: 'confirmed', kilograms: weighed, outcome: discountCode })),
      (error: unknown) => refused(before, error, confirmFailed),
    );
  }

  function reject(reason: string) {
    if (!shown) return;
    const before = { donation: shown, kilograms };
    settle(shown);
    server.reject.mutateAsync({ donation: shown, reason }).then(
      () => list.add(entryOf(before.donation, { kind: 'rejected', kilograms: null, outcome: reason })),
      (error: unknown) => refused(before, error, rejectFailed),
    );
  }

  /** Goes on before the answer has come. */
  function settle({ id }: DonationRow) {
    if (returned?.donation.id === id) setReturned(null);
    leave();
  }

  /** What the server did not take is there again, unless somebody else has decided it. */
  function refused(before: Weighed, error: unknown, otherwise: string) {
    setNote({ kind: 'error', text: `${bagName(before.donation)}: ${errorMessage(error, otherwise)}` });
    void isStillPending(before.donation).then((isPending) => isPending && setReturned(before));
  }

  async function read(id: number): Promise<DonationRow | null> {
    const details = { ...endpointQuery(donations.donationDetails, { params: { id } }), staleTime: 0 };
    return (await queryClient.fetchQuery(details).catch(() => null))?.row ?? null;
  }

  async function isStillPending({ id }: DonationRow): Promise<boolean> {
    const row = await read(id);
    return row === null || (!row.isConfirmed && row.rejectedAt === null);
  }

  function skip() {
    if (!shown) return;
    if (typed === '' && items.length < 2) {
      setNote({ kind: 'news', text: 'This is the last one.' });
      return;
    }
    const { id } = shown;
    setPutLast((before) => [...before.filter((other) => other !== id), id]);
    settle(shown);
  }

  const last = list.entries.at(-1);

  async function undo() {
    if (!last || server.isUndoing) return;
    leave();
    try {
      await server.undo(last);
      list.remove(last);
      if (last.kind === 'unclaimed') {
        setNote({ kind: 'news', text: `Undone: ${last.bag} counts no more.` });
        return;
      }
      const donation = await read(last.id);
      if (donation) setReturned({ donation, kilograms: '' });
      setNote({ kind: 'news', text: `Undone: ${donation ? bagName(donation) : last.bag} is pending again.` });
    } catch (error) {
      setNote({ kind: 'error', text: `${last.bag}: ${undoFailure(error)}` });
    }
  }

  return {
    find,
    findField,
    kilogramsField,
    guard,
    text,
    search,
    enter,
    active,
    setActive,
    shown,
    held,
    hold,
    weigh,
    isSeveral,
    isNoneFound,
    isUnclaimed,
    setIsUnclaimed,
    /** Stays for the next unclaimed bag. */
    unclaimedBin,
    setUnclaimedBin,
    kilograms,
    setKilograms: (next: string) => {
      setKilograms(next);
      setProblem(null);
    },
    typeOn,
    problem,
    /** The kilograms that are asked about, as long as they stand in the field. */
    asked: asked !== null && shown && weighingIs(kilograms, shown, asked) ? asked : null,
    acceptsClaim: shown !== null && acceptedClaim === shown.id,
    setAcceptsClaim: (accepts: boolean) => setAcceptedClaim(accepts && shown ? shown.id : null),
    overlay,
    open: setOverlay,
    backToFind: () => {
      letGo();
      setGoal({ field: 'find', selects: true });
    },
    backToKilograms: () => {
      setOverlay(null);
      setGoal({ field: 'kilograms' });
    },
    confirm,
    reject,
    /** By a button, which may have been meant for the donation before. */
    rejectNow: (reason: string) => !isSurprised() && reject(reason),
    /** Takes what a camera read. */
    take: (scanned: string) => {
      takeScan(scanned);
      setAwaited({ press: 'scan' });
    },
    skip,
    undo: () => void undo(),
    isUndoing: server.isUndoing,
    note,
    last,
    entries: list.entries,
    add: (entry: DeskEntry) => {
      leave();
      list.add(entry);
    },
  };
}

export type Desk = ReturnType<typeof useDesk>;

function weighingIs(text: string, { weight }: DonationRow, kilograms: number): boolean {
  const weighing = weighingOf(text, weight);
  return 'kilograms' in weighing && weighing.kilograms === kilograms;
}

function entryOf(donation: DonationRow, rest: Pick<DeskEntry, 'kind' | 'kilograms' | 'outcome'>): DeskEntry {
  const { id, weight } = donation;
  return { id, bag: bagName(donation), name: donorName(donation, 'No name yet'), weight, ...rest };
}
