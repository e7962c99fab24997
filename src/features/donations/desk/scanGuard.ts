import { BURST_MILLISECONDS, BurstDetector } from '#web/console/burstDetector.ts';

/** How many characters of a burst only a scanner types. */
const SCAN_CHARACTERS = 6;

type KeyPress = Parameters<BurstDetector['recordKey']>[0];

/** Distinguishes a scanner's keys from a hand's, for all fields of the desk together. */
export class ScanGuard {
  readonly #burstDetector = new BurstDetector();
  readonly #burstKeys = new WeakSet<object>();
  #text = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Whether the last key was a scanner's. */
  isInBurst = false;

  /** Counts a key. Returns the text so far once only a scanner can have typed it. */
  press(event: KeyPress): string | null {
    // Treated as outside of a field, since in some fields of the desk a scanner's late Enter would decide.
    const isBurst = this.#burstDetector.recordKey(event, () => false);
    this.isInBurst = isBurst;
    if (isBurst) this.#burstKeys.add(event);
    if (event.key.length !== 1) return null;
    // Keys in the pause after a burst are a hand's.
    const isFast = event.timeStamp - this.#lastAt < BURST_MILLISECONDS;
    this.#lastAt = event.timeStamp;
    this.#text = isFast ? this.#text + event.key : event.key;
    return this.#text.length >= SCAN_CHARACTERS ? this.#text : null;
  }

  isBurstKey(event: object): boolean {
    return this.#burstKeys.has(event);
  }

  /** Acts once no other key has followed. */
  actAlone(act: () => void): void {
    this.#burstDetector.runIfAlone(act);
  }

  cancel(): void {
    this.#burstDetector.cancel();
  }
}
