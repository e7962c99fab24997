import type { AdminRole } from '#shared/roles.ts';
import { dayOf, type Day, nextDay, wallTimeOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstantDay, formatTime } from '#words/formats.ts';

/** Whether somebody may do everything. One such admin always stays, or nobody could let others in. */
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

/** When the daily list is mailed, in the site's time zone. */
const DAILY_LIST_TIME = '07:00';

/** The day whose daily list is due: today from 7 in the morning on, null before. */
export function dailyListDay(now: Date, timeZone: TimeZone): Day | null {
  const [day = '', time = ''] = wallTimeOf(now, timeZone).split('T');
  return time >= DAILY_LIST_TIME ? day : null;
}
