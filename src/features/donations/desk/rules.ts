// How the desk interprets typed text and keys.
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { bandOf, isQualifying, kilogramsIn, type WeightBand } from '#shared/weights.ts';

/** The kilograms in the field, compared with the claimed band. */
export type Measurement =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  | { kind: 'asClaimed' | 'differs'; kilograms: number; band: WeightBand };

export function parseMeasurement(text: string, claimed: WeightBand): Measurement {
  if (text.trim() === '') return { kind: 'empty' };
  const kilograms = kilogramsIn(text);
  if (kilograms === null) return { kind: 'invalid' };
  const band = bandOf(kilograms);
  return { kind: band === claimed ? 'asClaimed' : 'differs', kilograms, band };
}

/** The sentences under the kilograms; null for an empty or invalid field. */
export function describeMeasurement(
  measurement: Measurement,
  claimed: WeightBand,
): { comparison: string; goldNote: string } | null {
  if (!('band' in measurement)) return null;
  const { kind, band } = measurement;
  return {
    comparison: kind === 'asClaimed' ? `${band}, as claimed.` : `Claimed ${claimed}, this is ${band}.`,
    goldNote: isQualifying(band) ? 'Counts toward Gold.' : '',
  };
}

export type EnterAction = 'wait' | 'weigh' | 'nothing' | 'unclaimed';

type EnterPress = {
  text: string;
  /** The number of pending donations that were found. */
  foundCount: number;
  /** False while the donations of an earlier text are still shown. */
  isSettled: boolean;
  /** Whether a scanner pressed the key. */
  isScan: boolean;
};

/** What Enter does in the search field. A scanner's Enter acts only if exactly one donation is found. */
export function chooseEnterAction({ text, foundCount, isSettled, isScan }: EnterPress): EnterAction {
  if (!isSettled) return 'wait';
  if (foundCount === 1) return 'weigh';
  if (isScan) return 'nothing';
  if (foundCount > 1) return 'weigh';
  return text === '' ? 'nothing' : 'unclaimed';
}

/** Whether a text is the complete mark of the only donation found. The desk then continues without Enter. */
export function isMarkOfOnlyDonation(text: string, found: readonly { mark: string | null }[]): boolean {
  return text.length >= MARK_CHARACTERS && found.length === 1 && found[0]?.mark === text.toUpperCase();
}

/** What a key can do while the kilograms field has the focus. */
export type DeskCommand = 'reject' | 'skip' | 'accept' | 'undo' | 'enlarge';

const commands: Readonly<Record<string, DeskCommand>> = {
  r: 'reject',
  '-': 'reject',
  s: 'skip',
  '+': 'skip',
  e: 'accept',
  '*': 'accept',
  u: 'undo',
  '/': 'undo',
  z: 'enlarge',
};

/** The command of a key in the kilograms field, which takes only digits, comma and point. */
export function findCommand(key: string): DeskCommand | undefined {
  const name = key.toLowerCase();
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/**
 * Moves the skipped donations to the end, in the order in which they were skipped. The others have the index -1, so they
 * come first.
 */
export function moveSkippedToEnd<Item extends { id: number }>(
  items: readonly Item[],
  skippedIds: readonly number[],
): Item[] {
  return items.toSorted((one, other) => skippedIds.indexOf(one.id) - skippedIds.indexOf(other.id));
}
