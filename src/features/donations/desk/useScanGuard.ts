import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ScanGuard } from './scanGuard.ts';

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
