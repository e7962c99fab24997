import type { AdminRole } from '#shared/roles.ts';
import { dayOf, type Day, nextDay } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';

/** Whether somebody may do everything: without any such admin nobody could let others in. */
export function isActiveAdmin({ role, isActive }: { role: AdminRole; isActive: boolean }): boolean {
  return role === 'admin' && isActive;
}

/** When an admin was last seen: with the time of day for today and yesterday. */
export function lastSeenText(lastSeenAt: string | null, today: Day, timeZone: TimeZone): string {
  if (lastSeenAt === null) return 'Never signed in';
  const instant = new Date(lastSeenAt);
  const day = dayOf(instant, timeZone);
  if (day === today) return `Today, ${formatTime(instant, timeZone)}`;
  if (nextDay(day) === today) return `Yesterday, ${formatTime(instant, timeZone)}`;
  return formatInstantDay(instant, timeZone);
}
