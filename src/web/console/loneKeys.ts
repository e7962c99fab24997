import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Keys that follow each other faster than this come from a scanner that types. */
export const BURST_MILLISECONDS = 50;

/** A scanner's Enter may come later than its other keys. */
const REST_MILLISECONDS = 200;

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

interface KeyPress {
  key: string;
  timeStamp: number;
  repeat: boolean;
}

/** Distinguishes single keys from a scanner's burst. By the events' own times, since a busy page handles them late. */
export class LoneKeys {
  #lastAt = Number.NEGATIVE_INFINITY;
  #restUntil = Number.NEGATIVE_INFINITY;
  #waiting: { act: () => void; timer: ReturnType<typeof setTimeout> } | null = null;

  /** Counts a key, and returns whether it belongs to a burst. In a field no rest follows, since the field takes the burst. */
  press({ key, timeStamp, repeat }: KeyPress, isInField: () => boolean): boolean {
    // A key that is held down repeats fast, and Shift comes just before its key.
    if (repeat || modifiers.has(key)) return false;
    const isFast = timeStamp - this.#lastAt < BURST_MILLISECONDS;
    this.#lastAt = timeStamp;
    const waiting = this.cancel();
    // The timer of the key before is late: by their times it was a single key.
    if (!isFast) waiting?.act();
    if (isFast && !isInField()) this.#restUntil = timeStamp + REST_MILLISECONDS;
    return isFast || timeStamp < this.#restUntil;
  }

  /** Acts once no other key has followed: the first key of a burst looks like a single one. */
  actAlone(act: () => void): void {
    const actNow = () => {
      this.#waiting = null;
      // Before the next key, which may be meant for a field that this opens.
      flushSync(act);
    };
    this.#waiting = { act: actNow, timer: setTimeout(actNow, BURST_MILLISECONDS) };
  }

  cancel() {
    const waiting = this.#waiting;
    this.#waiting = null;
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

export function useLoneKeys(): LoneKeys {
  const [loneKeys] = useState(() => new LoneKeys());
  useEffect(() => () => void loneKeys.cancel(), [loneKeys]);
  return loneKeys;
}
