import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { LoneKeys } from '#web/console/loneKeys.ts';

/** No hand types so many characters of a burst. */
const SCAN_CHARACTERS = 6;

/** Tells what a scanner types from what a hand does, for all fields of the desk together. */
export class ScanGuard {
  readonly #loneKeys = new LoneKeys();
  readonly #ofBursts = new WeakSet<Event>();
  #text = '';
  /** Whether the last key was a scanner's. */
  isInBurst = false;

  /** Counts a key, and returns the scanned text so far as soon as it is surely that of a scanner. */
  press(event: KeyboardEvent): string | null {
    // A rest follows everywhere: the desk has fields in which a late Enter would decide.
    const isBurst = this.#loneKeys.press(event, () => false);
    this.isInBurst = isBurst;
    if (isBurst) this.#ofBursts.add(event);
    if (event.key.length === 1) this.#text = isBurst ? this.#text + event.key : event.key;
    return isBurst && this.#text.length >= SCAN_CHARACTERS ? this.#text : null;
  }

  isOfBurst(event: Event): boolean {
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

/**
 * A guard over the page.
 *
 * @param onScan gets what a scanner has begun to type, where that is not meant for the element with the focus.
 * @param takesScan whether an element takes a scan itself.
 */
export function useScanGuard(
  onScan: (text: string) => void,
  takesScan: (element: Element | null) => boolean,
): ScanGuard {
  const [guard] = useState(() => new ScanGuard());
  const press = useEffectEvent((event: KeyboardEvent) => {
    const text = guard.press(event);
    if (text === null || takesScan(document.activeElement)) return;
    event.preventDefault();
    // At once: the next key is for the field that gets the focus.
    flushSync(() => onScan(text));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => {
      document.removeEventListener('keydown', listener, { capture: true });
      guard.cancel();
    };
  }, [guard]);
  return guard;
}
