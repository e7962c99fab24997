import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react';

/** After so long without a key, a press or a scan the till forgets the PIN: whoever comes next may be anybody. */
export const PIN_IDLE_MINUTES = 30;

const MINUTE_MILLISECONDS = 60_000;

const uses = ['keydown', 'pointerdown'] as const;

/**
 * Locks a till that nobody uses, by the clock: on a laptop that slept time has passed without any timer.
 *
 * @param hasPin whether there is anything to lock.
 * @param verdict what the page shows of a code: after a scan, too, which is neither key nor press.
 * @param lock forgets the PIN at once.
 * @returns the minutes left, the one under way included.
 */
export function usePinLock(hasPin: boolean, verdict: unknown, lock: () => void): number {
  const [minutesLeft, setMinutesLeft] = useState(PIN_IDLE_MINUTES);
  const lastUse = useRef(0);
  const latestLock = useRef(lock);
  useInsertionEffect(() => {
    latestLock.current = lock;
  });

  /** Whether it is still open. */
  const look = useCallback(() => {
    const left = PIN_IDLE_MINUTES - (Date.now() - lastUse.current) / MINUTE_MILLISECONDS;
    if (left > 0) setMinutesLeft(Math.ceil(left));
    else latestLock.current();
    return left > 0;
  }, []);

  useEffect(() => {
    if (!hasPin) return;
    lastUse.current = Date.now();
    // The press that ends a long sleep comes too late; it is heard before what is pressed hears it.
    const noteUse = () => {
      if (look()) lastUse.current = Date.now();
    };
    const looking = setInterval(look, 1000);
    for (const use of uses) document.addEventListener(use, noteUse, { capture: true });
    return () => {
      clearInterval(looking);
      for (const use of uses) document.removeEventListener(use, noteUse, { capture: true });
    };
  }, [hasPin, look]);

  useEffect(() => {
    if (hasPin && verdict !== null && look()) lastUse.current = Date.now();
  }, [hasPin, verdict, look]);

  return minutesLeft;
}
