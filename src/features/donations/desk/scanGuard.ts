import { BURST_MILLISECONDS, LoneKeys } from '#web/console/loneKeys.ts';

/** No hand types so many characters of a burst. */
const SCAN_CHARACTERS = 6;

type KeyPress = Parameters<LoneKeys['press']>[0];

/** Tells what a scanner types from what a hand does, for all fields of the desk together. */
export class ScanGuard {
  readonly #loneKeys = new LoneKeys();
  readonly #ofBursts = new WeakSet<object>();
  #text = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Whether the last key was a scanner's. */
  isInBurst = false;

  /** Counts a key, and returns the scanned text so far as soon as it is surely that of a scanner. */
  press(event: KeyPress): string | null {
    // A rest follows everywhere: the desk has fields in which a late Enter would decide.
    const isBurst = this.#loneKeys.press(event, () => false);
    this.isInBurst = isBurst;
    if (isBurst) this.#ofBursts.add(event);
    if (event.key.length !== 1) return null;
    // Not a key of the rest, which a hand presses.
    const isFast = event.timeStamp - this.#lastAt < BURST_MILLISECONDS;
    this.#lastAt = event.timeStamp;
    this.#text = isFast ? this.#text + event.key : event.key;
    return this.#text.length >= SCAN_CHARACTERS ? this.#text : null;
  }

  isOfBurst(event: object): boolean {
    return this.#ofBursts.has(event);
  }

  /** Acts once no other key has followed. */
  actAlone(act: () => void): void {
    this.#loneKeys.actAlone(act);
  }

  cancel(): void {
    this.#loneKeys.cancel();
  }
}
