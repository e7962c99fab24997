// Which day it is on the site, and what its clocks show. The server says, since a browser's time zone data
// may be older or newer than the server's and then disagrees by an hour; a browser only counts on from its word.
import { addDays, type Day, dayOf, daysAfter, nextDay, startOfDay } from '#shared/dates.ts';
import { offsetsBetween, type UtcOffset } from '#shared/timeZone.ts';

export interface SiteDay {
  today: Day;
  /** ISO 8601. */
  tomorrowStartsAt: string;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The day of an instant, and when the next one begins. */
export function siteDay(now: Date, timeZone: string): SiteDay {
  const today = dayOf(now, timeZone);
  return { today, tomorrowStartsAt: startOfDay(nextDay(today), timeZone).toISOString() };
}

/** How the clocks are set in the years of which a page may show a time, as seen from a day. */
export function siteOffsets(today: Day, timeZone: string): UtcOffset[] {
  const midnight = new Date(`${today}T00:00:00Z`);
  return offsetsBetween(addDays(midnight, -3 * 365), addDays(midnight, 2 * 365), timeZone);
}

/** The day that it has become since the server said which one it was. */
export function dayBy({ today, tomorrowStartsAt }: SiteDay, now: Date): Day {
  const past = now.getTime() - Date.parse(tomorrowStartsAt);
  // A page left open over a change of the clocks is an hour off from then on: the server still has the last word.
  return past < 0 ? today : daysAfter(today, 1 + Math.floor(past / DAY_MILLISECONDS));
}
