import { BURST_MILLISECONDS, BurstDetector } from '#web/console/burstDetector.ts';

/** A burst of this many characters can only come from a scanner. */
const SCAN_CHARACTERS = 6;

type KeyPress = Parameters<BurstDetector['recordKey']>[0];

/** Distinguishes a scanner's keys from typed ones, for all fields of the desk together. */
export class ScanGuard {
  readonly #burstDetector = new BurstDetector();
  readonly #burstKeys = new WeakSet<object>();
  #text = '';
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  /** Whether the last key was a scanner's. */
  isInBurst = false;

  /** Records a key. Returns the text so far once only a scanner can have typed it. */
  press(event: KeyPress): string | null {
    // Treated as outside of a field, because in some of the desk's fields a scanner's late Enter would decide.
    const isBurst = this.#burstDetector.recordKey(event, () => false);
    this.isInBurst = isBurst;
    if (isBurst) this.#burstKeys.add(event);
    // A key that is held down repeats as fast as a scanner types.
    if (event.repeat || event.key.length !== 1) return null;
    // Stricter than `isBurst`, which includes a pause after the burst. A character in that pause is typed by hand.
    const isFast = event.timeStamp - this.#lastKeyAt < BURST_MILLISECONDS;
    this.#lastKeyAt = event.timeStamp;
    this.#text = isFast ? this.#text + event.key : event.key;
    return this.#text.length >= SCAN_CHARACTERS ? this.#text : null;
  }

  isBurstKey(event: object): boolean {
    return this.#burstKeys.has(event);
  }

  /** Acts after a short wait, unless another key follows at once. */
  actAlone(act: () => void): void {
    this.#burstDetector.runIfAlone(act);
  }

  cancel(): void {
    this.#burstDetector.cancel();
  }
}
