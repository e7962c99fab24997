import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ScanGuard } from './scanGuard.ts';

/** Handles each key that is pressed anywhere on the page. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const handleKey = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener, { capture });
    return () => document.removeEventListener('keydown', listener, { capture });
  }, [capture]);
}

/**
 * Distinguishes a scanner's keys from typed ones on the whole page.
 *
 * @param onScan gets the first characters of a scan, unless the focused element takes the scan itself.
 * @param takesScan whether an element takes a scan itself.
 */
export function useScanGuard(
  onScan: (text: string) => void,
  takesScan: (element: Element | null) => boolean,
): ScanGuard {
  const [scanGuard] = useState(() => new ScanGuard());
  useKeyDown(
    (event) => {
      const text = scanGuard.press(event);
      if (text === null || takesScan(document.activeElement)) return;
      event.preventDefault();
      // Rendered synchronously, because the next key belongs in the field that gets the focus.
      flushSync(() => onScan(text));
    },
    { capture: true },
  );
  useEffect(() => () => scanGuard.cancel(), [scanGuard]);
  return scanGuard;
}
