import { useEffect, useState } from 'react';

/** The present, once a second. @param ahead by how many milliseconds it is later than by this device's clock. */
export function useNow(ahead = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, []);
  return now + ahead;
}

/** Whole seconds until then; 0 once it is past. */
export function secondsUntil(end: Date, now: number): number {
  return Math.max(0, Math.ceil((end.getTime() - now) / 1000));
}
