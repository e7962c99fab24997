import { useState } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { invalidKilogramsMessage } from '#features/donations/console/intakeForm.ts';
import { mustAskAbout } from '#shared/weights.ts';
import { isMarkOfOnlyDonation, chooseEnterAction, parseMeasurement } from './rules.ts';
import { useScanGuard } from './pageKeys.ts';
import { useDeskFocus } from './useDeskFocus.ts';
import { useFoundDonations } from './useFind.ts';
import { useVerdicts } from './useVerdicts.ts';

interface Search {
  text: string;
  /** The index of the highlighted row in the list of found donations. */
  activeIndex: number;
  /** What waits for the answer: an Enter pressed by hand or by a scanner, or a typed mark. Null if nothing does. */
  trigger: 'hand' | 'scan' | 'typing' | null;
}

const emptySearch: Search = { text: '', activeIndex: 0, trigger: null };

/** The work on one donation. It is reset for the next one. */
interface Weighing {
  donation: DonationRow | null;
  kilogramsText: string;
  /** A surprisingly large weight that the desk has asked about. */
  askedKilograms: number | null;
  problem: string | null;
  overlay: 'reason' | 'photo' | 'comparison' | null;
  isWeighingUnclaimed: boolean;
}

const emptyWeighing: Weighing = {
  donation: null,
  kilogramsText: '',
  askedKilograms: null,
  problem: null,
  overlay: null,
  isWeighingUnclaimed: false,
};

/** The state and actions of the desk: find a donation, weigh it, confirm or reject it, and go on to the next. */
export function useDesk(username: string) {
  const [search, setSearch] = useState(emptySearch);
  const [weighing, setWeighing] = useState(emptyWeighing);
  const [acceptedClaim, setAcceptedClaim] = useState<string | null>(null);
  const [unclaimedBinId, setUnclaimedBinId] = useState<number | null>(null);
  const [skippedIds, setSkippedIds] = useState<readonly number[]>([]);
  const verdicts = useVerdicts(username);
  const found = useFoundDonations(search.text, skippedIds);
  const { items, isSettled } = found;
  const { entries, returned, setReturned } = verdicts;
  const lastEntry = entries.at(-1);
  const pinned = weighing.donation;
  const typedText = search.text.trim();
  const activeItem = items[search.activeIndex] ?? items[0];
  const onlyFound = isSettled && items.length === 1 ? items[0] : undefined;
  const suggested = typedText === '' ? (returned?.donation ?? activeItem) : onlyFound;
  const chosen = pinned ?? suggested ?? null;
  // Taken from the latest answer, because somebody may have corrected the donation.
  const shown = items.find(({ id }) => id === chosen?.id) ?? chosen;
  // A donation whose confirmation failed shows its weight again, before it is pinned too.
  const isReturned = pinned === null && shown !== null && shown.id === returned?.donation.id;
  const kilogramsText = isReturned ? returned.kilogramsText : weighing.kilogramsText;
  const acceptsClaim = shown !== null && acceptedClaim === claimOf(shown);

  const { searchField, kilogramsField, moveTo, hasJustChanged, hasJustMovedAutomatically } = useDeskFocus(
    shown?.id,
  );
  const scanGuard = useScanGuard(
    // The search field gets the rest of the scan and its Enter.
    (scanned) => searchByScan(scanned, null),
    (element) => element === searchField.current || document.querySelector('[role="dialog"]') !== null,
  );

  // Handled while rendering, so that the next key already reaches the right field.
  if (search.trigger !== null && isSettled) {
    updateSearch({ trigger: null });
    if (search.trigger === 'typing') {
      if (items[0] && isMarkOfOnlyDonation(typedText, items)) weigh(items[0], { isAutomatic: true });
    } else {
      handleEnter(search.trigger === 'scan');
    }
  }

  function updateSearch(changes: Partial<Search>) {
    setSearch((before) => ({ ...before, ...changes }));
  }

  function updateWeighing(changes: Partial<Weighing>) {
    setWeighing((before) => ({ ...before, ...changes }));
  }

  /** Searches for another text and resets the work on the shown donation. */
  function searchFor(text: string, trigger: Search['trigger']) {
    setWeighing(emptyWeighing);
    setSearch({ text, activeIndex: 0, trigger });
  }

  function searchByScan(scanned: string, trigger: Search['trigger']) {
    searchFor(scanned, trigger);
    moveTo('search');
  }

  /** Empties the search field and focuses it, so that the next donation is shown. */
  function startOver() {
    searchFor('', null);
    setAcceptedClaim(null);
    verdicts.setNote(null);
    moveTo('search');
  }

  /** Pins a donation and focuses its kilograms. */
  function weigh(donation: DonationRow, { isAutomatic = false } = {}) {
    pin(donation);
    const { mark } = donation;
    // Shows a typed mark in capital letters.
    if (mark !== null && typedText.toUpperCase() === mark) updateSearch({ text: mark });
    moveTo('kilograms', { isAutomatic, selectsText: true });
  }

  /** Keeps a donation shown, even if the search finds others later. */
  function pin(donation: DonationRow) {
    if (pinned?.id === donation.id) return;
    const typedBefore = returned?.donation.id === donation.id ? returned.kilogramsText : '';
    const measured = donation.measured_kg === null ? '' : String(donation.measured_kg);
    setWeighing({ ...emptyWeighing, donation, kilogramsText: typedBefore || measured });
  }

  /** Handles Enter in the search field. */
  function handleEnter(isScan: boolean) {
    if (shown && (pinned !== null || typedText === '')) {
      weigh(shown);
      return;
    }
    const action = chooseEnterAction({ text: typedText, foundCount: items.length, isSettled, isScan });
    if (action === 'wait') updateSearch({ trigger: isScan ? 'scan' : 'hand' });
    if (action === 'weigh' && activeItem) weigh(activeItem);
    if (action === 'unclaimed') updateWeighing({ isWeighingUnclaimed: true });
  }

  /**
   * Takes a letter back to the search field. A name may begin like a mark, which shows its donation without Enter.
   *
   * @returns false if the letter belongs to the kilograms.
   */
  function continueSearch(key: string): boolean {
    if (kilogramsText !== '' || !hasJustMovedAutomatically()) return false;
    searchFor(search.text + key, 'typing');
    moveTo('search');
    return true;
  }

  /** Whether a press may be meant for the previous donation. Typed kilograms rule that out. */
  function isTooSoon(): boolean {
    return weighing.kilogramsText === '' && hasJustChanged();
  }

  function confirm() {
    if (!shown || isTooSoon()) return;
    pin(shown);
    const measurement = parseMeasurement(kilogramsText, shown.weight);
    if (measurement.kind === 'invalid') {
      updateWeighing({ problem: invalidKilogramsMessage });
      moveTo('kilograms', { selectsText: true });
      return;
    }
    const measuredKilograms = measurement.kind === 'empty' ? null : measurement.kilograms;
    if (measuredKilograms !== null && mustAskAbout(measuredKilograms, weighing.askedKilograms)) {
      updateWeighing({ askedKilograms: measuredKilograms });
      moveTo('kilograms');
      return;
    }
    showNext(shown);
    verdicts.confirm({ donation: shown, kilogramsText }, measuredKilograms, acceptsClaim);
  }

  function reject(reason: string) {
    if (!shown) return;
    showNext(shown);
    verdicts.reject({ donation: shown, kilogramsText }, reason);
  }

  /** Shows the next donation, without waiting for a verdict to reach the server. */
  function showNext({ id }: DonationRow) {
    if (returned?.donation.id === id) setReturned(null);
    startOver();
  }

  function skip() {
    if (!shown) return;
    if (typedText === '' && items.length < 2) {
      verdicts.setNote({ kind: 'news', text: 'This is the last one.' });
      return;
    }
    const { id } = shown;
    setSkippedIds((before) => [...before.filter((skippedId) => skippedId !== id), id]);
    showNext(shown);
  }

  function undo() {
    if (!lastEntry || verdicts.isUndoing) return;
    startOver();
    void verdicts.undo(lastEntry);
  }

  return {
    found,
    searchField,
    kilogramsField,
    scanGuard,
    text: search.text,
    activeIndex: search.activeIndex,
    setActiveIndex: (index: number) => updateSearch({ activeIndex: index }),
    // A scanner's text is complete only at its Enter.
    searchTyped: (text: string) => searchFor(text, scanGuard.isInBurst ? null : 'typing'),
    /** Searches for a text that the camera scanned. */
    searchScanned: (scanned: string) => searchByScan(scanned, 'scan'),
    handleEnter,
    shown,
    pin,
    weigh,
    showsFoundList: pinned === null && typedText !== '' && items.length > 1,
    showsNoneFound: pinned === null && typedText !== '' && isSettled && items.length === 0,
    isWeighingUnclaimed: weighing.isWeighingUnclaimed,
    startUnclaimedBag: () => updateWeighing({ isWeighingUnclaimed: true }),
    /** The bin that was chosen last. It is suggested for the next unclaimed bag. */
    unclaimedBinId,
    setUnclaimedBinId,
    kilogramsText,
    setKilogramsText: (text: string) => updateWeighing({ kilogramsText: text, problem: null }),
    continueSearch,
    problem: weighing.problem,
    askedKilograms: weighing.askedKilograms,
    acceptsClaim,
    setAcceptsClaim: (accepts: boolean) => setAcceptedClaim(accepts && shown ? claimOf(shown) : null),
    overlay: weighing.overlay,
    openOverlay: (overlay: Weighing['overlay']) => {
      // Otherwise a typed reason could reach a donation that is shown meanwhile.
      if (shown) pin(shown);
      updateWeighing({ overlay });
    },
    backToSearch: () => {
      setWeighing(emptyWeighing);
      moveTo('search', { selectsText: true });
    },
    closeOverlay: () => {
      updateWeighing({ overlay: null });
      moveTo('kilograms');
    },
    confirm,
    reject,
    /** Rejects by a button, unless the press may be meant for the previous donation. */
    rejectByButton: (reason: string) => {
      if (!isTooSoon()) reject(reason);
    },
    skip,
    undo,
    isUndoing: verdicts.isUndoing,
    note: verdicts.note,
    lastEntry,
    entries,
    countUnclaimed: verdicts.countUnclaimed,
    isCounting: verdicts.isCounting,
    startOver,
  };
}

/** Tells a donation's claim apart from a later one, which the admin has not seen. */
function claimOf({ id, claimedName, claimedEmail, isClaimProven }: DonationRow): string {
  return JSON.stringify([id, claimedName, claimedEmail, isClaimProven]);
}

export type Desk = ReturnType<typeof useDesk>;
