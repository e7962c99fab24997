// What the desk does with typed text and keys.
import { MARK_CHARACTERS } from '#features/donations/rules.ts';
import { bandOf, isQualifying, kilogramsIn, SURPRISING_KILOGRAMS, type WeightBand } from '#shared/weights.ts';

/** The kilograms in the field, compared with the claimed band. */
export type Weighing =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  | { kind: 'claimed' | 'other'; kilograms: number; band: WeightBand };

export function weighingOf(text: string, claimed: WeightBand): Weighing {
  if (text.trim() === '') return { kind: 'empty' };
  const kilograms = kilogramsIn(text);
  if (kilograms === null) return { kind: 'invalid' };
  const band = bandOf(kilograms);
  return { kind: band === claimed ? 'claimed' : 'other', kilograms, band };
}

/** The line under the kilograms, in a bold and a plain part; null for an empty or invalid field. */
export function weighingWords(weighing: Weighing, claimed: WeightBand): [bold: string, plain: string] | null {
  if (!('band' in weighing)) return null;
  const gold = isQualifying(weighing.band) ? 'Counts toward Gold.' : '';
  return weighing.kind === 'claimed'
    ? [`${weighing.band}, as claimed.`, gold]
    : [`Claimed ${claimed}, this is ${weighing.band}.`, gold];
}

/** Whether kilograms are so many that the desk asks first, unless it just has. */
export function isToBeAsked(kilograms: number, asked: number | null): boolean {
  return kilograms > SURPRISING_KILOGRAMS && kilograms !== asked;
}

export type FindStep = 'wait' | 'weigh' | 'nothing' | 'unclaimed';

type Search = {
  text: string;
  /** Number of pending donations found. */
  found: number;
  /** Whether they were found by this text, not by an earlier one. */
  isSettled: boolean;
  /** Whether a scanner pressed the key. */
  isScan: boolean;
};

/** What Enter in the search field does. A scanner's Enter goes on only if exactly one is found. */
export function stepOfEnter({ text, found, isSettled, isScan }: Search): FindStep {
  if (!isSettled) return 'wait';
  if (found === 1 || (found > 1 && !isScan)) return 'weigh';
  return text === '' || found > 1 || isScan ? 'nothing' : 'unclaimed';
}

/** Whether a text is the whole mark of the only donation found: then the desk goes on without Enter. */
export function isWholeMark(text: string, found: readonly { mark: string | null }[]): boolean {
  const [only, ...others] = found;
  return (
    text.length >= MARK_CHARACTERS &&
    others.length === 0 &&
    only !== undefined &&
    only.mark === text.toUpperCase()
  );
}

/** What a key can do while the field for kilograms has the focus. */
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

/** The command of a key in the field for kilograms, which takes only digits, comma and point. */
export function commandOf(key: string): DeskCommand | undefined {
  const name = key.toLowerCase();
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Moves the skipped donations to the end, in the order in which they were skipped. */
export function withLast<Item extends { id: number }>(
  items: readonly Item[],
  skippedIds: readonly number[],
): Item[] {
  return items.toSorted((one, other) => skippedIds.indexOf(one.id) - skippedIds.indexOf(other.id));
}
