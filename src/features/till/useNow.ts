import { useEffect, useState } from 'react';

/** The current time, updated every second. @param clockOffset milliseconds to add to this device's clock. */
export function useNow(clockOffset = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + clockOffset;
}
