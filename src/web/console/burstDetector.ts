import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Keys that follow each other faster than this come from a scanner that types. */
export const BURST_MILLISECONDS = 50;

/** A scanner's Enter may come this much later than its other keys. */
const BURST_END_MILLISECONDS = 200;

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

interface KeyPress {
  key: string;
  timeStamp: number;
  repeat: boolean;
}

/** Distinguishes single keys from a scanner's burst, by the times of the events, since a busy page handles them late. */
export class BurstDetector {
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  #burstEndsAt = Number.NEGATIVE_INFINITY;
  #pending: { run: () => void; timer: ReturnType<typeof setTimeout> } | null = null;

  /**
   * Records a key.
   *
   * @param isInField whether a text field has the focus. If so, the burst ends with its last fast key, without a wait.
   * @returns whether the key belongs to a burst.
   */
  recordKey({ key, timeStamp, repeat }: KeyPress, isInField: () => boolean): boolean {
    // A key that is held down repeats fast, and Shift comes just before its key.
    if (repeat || modifiers.has(key)) return false;
    const isFast = timeStamp - this.#lastKeyAt < BURST_MILLISECONDS;
    this.#lastKeyAt = timeStamp;
    const pending = this.cancel();
    // The previous key was a single one, but its timer is late.
    if (!isFast) pending?.run();
    if (isFast && !isInField()) this.#burstEndsAt = timeStamp + BURST_END_MILLISECONDS;
    return isFast || timeStamp < this.#burstEndsAt;
  }

  /** Runs an action unless another key follows at once: the first key of a burst looks like a single one. */
  runIfAlone(action: () => void): void {
    const run = () => {
      this.#pending = null;
      // Renders before the next key, which may belong in a field that the action opens.
      flushSync(action);
    };
    this.#pending = { run, timer: setTimeout(run, BURST_MILLISECONDS) };
  }

  /** Cancels the action that waits to run, and returns it. */
  cancel() {
    const pending = this.#pending;
    this.#pending = null;
    clearTimeout(pending?.timer);
    return pending;
  }
}

export function useBurstDetector(): BurstDetector {
  const [detector] = useState(() => new BurstDetector());
  useEffect(() => () => void detector.cancel(), [detector]);
  return detector;
}
