import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { LEAST_KILOGRAMS, MOST_KILOGRAMS } from '#shared/weights.ts';
import { isToBeAsked, isWholeMark, stepOfEnter, weighingOf } from './rules.ts';
import { useScanGuard } from './pageKeys.ts';
import type { DeskEntry } from './deskWords.ts';
import { useDeskFocus } from './useDeskFocus.ts';
import { useFind } from './useFind.ts';
import { useVerdicts } from './useVerdicts.ts';

export const notKilograms = `Please give ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kg, with at most two decimals`;

interface Search {
  text: string;
  /** The index of the chosen one of several. */
  active: number;
  /** Why the desk goes on once the answer is there: Enter by a hand or a scanner, or typing. */
  awaited: 'hand' | 'scan' | 'typing' | null;
}

const emptySearch: Search = { text: '', active: 0, awaited: null };

/** Work on one donation. It ends with the donation, so that no reason reaches the next one. */
interface Weighing {
  donation: DonationRow | null;
  kilograms: string;
  /** Surprisingly many kilograms that the desk has asked about. */
  asked: number | null;
  problem: string | null;
  overlay: 'reason' | 'photo' | 'comparison' | null;
  isUnclaimed: boolean;
}

const emptyWeighing: Weighing = {
  donation: null,
  kilograms: '',
  asked: null,
  problem: null,
  overlay: null,
  isUnclaimed: false,
};

/** The desk: find a donation, weigh it, confirm or reject it, and the next one is there. */
export function useDesk(username: string) {
  const [search, setSearch] = useState(emptySearch);
  const [weighing, setWeighing] = useState(emptyWeighing);
  const [acceptedClaim, setAcceptedClaim] = useState<number | null>(null);
  const [unclaimedBin, setUnclaimedBin] = useState<number | null>(null);
  const [skippedIds, setSkippedIds] = useState<readonly number[]>([]);
  const verdicts = useVerdicts(username);
  const find = useFind(search.text, skippedIds);
  const { items, isSettled } = find;
  const { returned, setReturned, last } = verdicts;
  const { kilograms } = weighing;

  const held = weighing.donation;
  const typed = search.text.trim();
  const activeItem = items[search.active] ?? items[0];
  const onlyFound = isSettled && items.length === 1 ? items[0] : undefined;
  const chosen = held ?? (typed === '' ? (returned?.donation ?? activeItem) : onlyFound) ?? null;
  // Taken from the latest answer, since somebody may have corrected it.
  const shown = items.find(({ id }) => id === chosen?.id) ?? chosen;

  const { findField, kilogramsField, moveTo, hasJustChanged, hasJustMovedUnasked } = useDeskFocus(shown?.id);
  const guard = useScanGuard(
    (scanned) => searchByScan(scanned, null),
    (element) => element === findField.current || document.querySelector('[role="dialog"]') !== null,
  );

  if (search.awaited !== null && isSettled) {
    changeSearch({ awaited: null });
    if (search.awaited !== 'typing') enter(search.awaited === 'scan');
    else if (items[0] && isWholeMark(typed, items)) weigh(items[0], true);
  }

  function changeSearch(change: Partial<Search>) {
    setSearch((before) => ({ ...before, ...change }));
  }

  function changeWeighing(change: Partial<Weighing>) {
    setWeighing((before) => ({ ...before, ...change }));
  }

  /** Searches for another text, and leaves what was found before. */
  function searchFor(text: string, awaited: Search['awaited']) {
    setWeighing(emptyWeighing);
    setSearch({ text, active: 0, awaited });
  }

  function searchByScan(scanned: string, awaited: Search['awaited']) {
    searchFor(scanned, awaited);
    moveTo('find');
  }

  /** Back to the empty search field, with the next donation. */
  function leave() {
    searchFor('', null);
    setAcceptedClaim(null);
    verdicts.setNote(null);
    moveTo('find');
  }

  /** Stays with a donation, and focuses its kilograms. */
  function weigh(donation: DonationRow, isUnasked = false) {
    hold(donation);
    if (typed !== '' && typed.toUpperCase() === donation.mark) changeSearch({ text: donation.mark });
    moveTo('kilograms', { isUnasked, selects: true });
  }

  /** Stays with a donation, whatever is found later. */
  function hold(donation: DonationRow) {
    if (held?.id === donation.id) return;
    const typedBefore = returned?.donation.id === donation.id ? returned.kilograms : '';
    const measured = donation.measured_kg === null ? '' : String(donation.measured_kg);
    setWeighing({ ...emptyWeighing, donation, kilograms: typedBefore || measured });
  }

  /** Enter in the search field. */
  function enter(isScan: boolean) {
    if (shown && (held !== null || typed === '')) {
      weigh(shown);
      return;
    }
    const step = stepOfEnter({ text: typed, found: items.length, isSettled, isScan });
    if (step === 'wait') changeSearch({ awaited: isScan ? 'scan' : 'hand' });
    if (step === 'weigh' && activeItem) weigh(activeItem);
    if (step === 'unclaimed') changeWeighing({ isUnclaimed: true });
  }

  /**
   * Takes a letter back to the search field: a name may begin like a mark, whose donation was shown without Enter.
   *
   * @returns false if the letter belongs to the kilograms.
   */
  function continueSearch(key: string): boolean {
    if (kilograms !== '' || !hasJustMovedUnasked()) return false;
    searchFor(search.text + key, 'typing');
    moveTo('find');
    return true;
  }

  /** Whether a press may be for the donation before. Typed kilograms show that it is not. */
  function isTooSoon(): boolean {
    return kilograms === '' && hasJustChanged();
  }

  function confirm() {
    if (!shown || isTooSoon()) return;
    const result = weighingOf(kilograms, shown.weight);
    if (result.kind === 'invalid') {
      changeWeighing({ problem: notKilograms });
      moveTo('kilograms', { selects: true });
      return;
    }
    const weighed = result.kind === 'empty' ? null : result.kilograms;
    if (weighed !== null && isToBeAsked(weighed, weighing.asked)) {
      changeWeighing({ asked: weighed });
      moveTo('kilograms');
      return;
    }
    showNext(shown);
    verdicts.confirm({ donation: shown, kilograms }, weighed, acceptedClaim === shown.id);
  }

  function reject(reason: string) {
    if (!shown) return;
    showNext(shown);
    verdicts.reject({ donation: shown, kilograms }, reason);
  }

  /** Shows the donation after this one, before any answer has come. */
  function showNext({ id }: DonationRow) {
    if (returned?.donation.id === id) setReturned(null);
    leave();
  }

  function skip() {
    if (!shown) return;
    if (typed === '' && items.length < 2) {
      verdicts.setNote({ kind: 'news', text: 'This is the last one.' });
      return;
    }
    const { id } = shown;
    setSkippedIds((before) => [...before.filter((other) => other !== id), id]);
    showNext(shown);
  }

  function undo() {
    if (!last || verdicts.isUndoing) return;
    leave();
    void verdicts.undo(last);
  }

  return {
    find,
    findField,
    kilogramsField,
    guard,
    text: search.text,
    active: search.active,
    setActive: (index: number) => changeSearch({ active: index }),
    // What a scanner types is complete at its Enter.
    search: (text: string) => searchFor(text, guard.isInBurst ? null : 'typing'),
    /** Searches for what a camera read. */
    searchScanned: (scanned: string) => searchByScan(scanned, 'scan'),
    enter,
    shown,
    hold,
    weigh,
    isSeveral: held === null && typed !== '' && items.length > 1,
    isNoneFound: held === null && typed !== '' && isSettled && items.length === 0,
    isUnclaimed: weighing.isUnclaimed,
    weighUnclaimed: () => changeWeighing({ isUnclaimed: true }),
    /** The bin chosen last: it is suggested for the next unclaimed bag. */
    unclaimedBin,
    setUnclaimedBin,
    kilograms,
    setKilograms: (next: string) => changeWeighing({ kilograms: next, problem: null }),
    continueSearch,
    problem: weighing.problem,
    asked: weighing.asked,
    acceptsClaim: shown !== null && acceptedClaim === shown.id,
    setAcceptsClaim: (accepts: boolean) => setAcceptedClaim(accepts && shown ? shown.id : null),
    overlay: weighing.overlay,
    open: (overlay: Weighing['overlay']) => changeWeighing({ overlay }),
    backToFind: () => {
      setWeighing(emptyWeighing);
      moveTo('find', { selects: true });
    },
    backToKilograms: () => {
      changeWeighing({ overlay: null });
      moveTo('kilograms');
    },
    confirm,
    reject,
    /** Rejects by a button, unless the press may be for the donation before. */
    rejectNow: (reason: string) => !isTooSoon() && reject(reason),
    skip,
    undo,
    isUndoing: verdicts.isUndoing,
    note: verdicts.note,
    last,
    entries: verdicts.entries,
    add: (entry: DeskEntry) => {
      leave();
      verdicts.add(entry);
    },
  };
}

export type Desk = ReturnType<typeof useDesk>;
