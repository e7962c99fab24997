import { dayOf, type Day, nextDay } from '#shared/dates.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';
import type { AdminRole } from '#shared/roles.ts';
import type { TimeZone } from '#shared/timeZone.ts';

export const roleWords: Readonly<Record<AdminRole, string>> = { admin: 'Admin', volunteer: 'Volunteer' };

/** When somebody was last there: with the time of day while that is worth knowing. */
export function lastSeenWords(lastSeenAt: string | null, today: Day, timeZone: TimeZone): string {
  if (lastSeenAt === null) return 'Never signed in';
  const instant = new Date(lastSeenAt);
  const day = dayOf(instant, timeZone);
  if (day === today) return `Today, ${formatTime(instant, timeZone)}`;
  if (nextDay(day) === today) return `Yesterday, ${formatTime(instant, timeZone)}`;
  return formatInstantDay(instant, timeZone);
}
