import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';
import { useEffect, useState } from 'react';

/** A day and a time of day. A line may break between them, but not within either. */
export function Instant({ at, timeZone }: { at: string; timeZone: TimeZone }) {
  const instant = new Date(at);
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatInstantDay(instant, timeZone)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(instant, timeZone)}</span>
    </time>
  );
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const relativeTime = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** The age of data that was loaded `at` a time in milliseconds: "Updated 8 seconds ago". */
export function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setInterval(update, SECOND);
    // The timer seldom runs in a hidden tab, so the text is out of date when the tab is shown again.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);

  return <span className="tabular">Updated {formatAge(now - at)}</span>;
}

function formatAge(milliseconds: number): string {
  if (milliseconds < 2 * SECOND) return 'just now';
  if (milliseconds < MINUTE) return relativeTime.format(-Math.floor(milliseconds / SECOND), 'second');
  if (milliseconds < HOUR) return relativeTime.format(-Math.floor(milliseconds / MINUTE), 'minute');
  return relativeTime.format(-Math.floor(milliseconds / HOUR), 'hour');
}
