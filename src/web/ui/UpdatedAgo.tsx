import { useEffect, useState } from 'react';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How old what is on the screen is: "Updated 8 seconds ago". */
export function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, SECOND);
    // In a hidden tab the timer seldom runs, and what it said last must not be read as true.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return <span className="tabular">Updated {ago(now - at)}</span>;
}

function ago(milliseconds: number): string {
  if (milliseconds < 2 * SECOND) return 'just now';
  if (milliseconds < MINUTE) return words.format(-Math.floor(milliseconds / SECOND), 'second');
  if (milliseconds < HOUR) return words.format(-Math.floor(milliseconds / MINUTE), 'minute');
  return words.format(-Math.floor(milliseconds / HOUR), 'hour');
}
