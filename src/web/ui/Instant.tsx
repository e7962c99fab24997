import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';

/** An instant with its time of day. Where room is short it breaks between the two, never within one. */
export function Instant({ at, timeZone }: { at: string; timeZone: TimeZone }) {
  const instant = new Date(at);
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatInstantDay(instant, timeZone)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(instant, timeZone)}</span>
    </time>
  );
}
