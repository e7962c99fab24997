import type { TimeZone } from '#shared/timeZone.ts';
import { formatHours, formatInstant, formatWeekday } from '#words/formats.ts';
import type { PickupRow } from './contract.ts';

type Preference = Pick<
  PickupRow,
  'preferredAt' | 'windowDate' | 'windowFrom' | 'windowTo' | 'preferredWords'
>;

/** Such as `Tue, Nov 24, 4 to 6 PM`. */
export function formatWindow({ date, from, to }: { date: string; from: string; to: string }): string {
  // A line may break before the hours, but not within them.
  return `${formatWeekday(date)}, ${formatHours(from, to).replaceAll(' ', '\u00a0')}`;
}

/** The preferred time of a request. Null if it names none. */
export function formatPreference(
  { preferredAt, windowDate, windowFrom, windowTo, preferredWords }: Preference,
  timeZone: TimeZone,
): string | null {
  if (windowDate !== null && windowFrom !== null && windowTo !== null) {
    return formatWindow({ date: windowDate, from: windowFrom, to: windowTo });
  }
  if (preferredAt !== null) return formatInstant(new Date(preferredAt), timeZone);
  return preferredWords;
}
