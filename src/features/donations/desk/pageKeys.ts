import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ScanGuard } from './scanGuard.ts';

/** Calls back at each key that is pressed on the page. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener, { capture });
    return () => document.removeEventListener('keydown', listener, { capture });
  }, [capture]);
}

/**
 * Distinguishes a scanner's keys from a hand's, on the whole page.
 *
 * @param onScan gets what a scanner has begun to type, if the element with the focus does not take it.
 * @param takesScan whether an element takes a scan itself.
 */
export function useScanGuard(
  onScan: (text: string) => void,
  takesScan: (element: Element | null) => boolean,
): ScanGuard {
  const [guard] = useState(() => new ScanGuard());
  useKeyDown(
    (event) => {
      const text = guard.press(event);
      if (text === null || takesScan(document.activeElement)) return;
      event.preventDefault();
      // Rendered at once, since the next key is for the field that gets the focus.
      flushSync(() => onScan(text));
    },
    { capture: true },
  );
  useEffect(() => () => guard.cancel(), [guard]);
  return guard;
}
