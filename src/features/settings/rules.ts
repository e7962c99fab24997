import { addDays, type Day, dayOf, daysAfter, nextDay, startOfDay } from '#shared/dates.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { offsetsBetween, type UtcOffset } from '#shared/timeZone.ts';
import type { SiteInfo } from './contract.ts';

/** The site info of a new site, with a placeholder for its organisation. */
export const siteDefaults: SiteInfo = {
  rewards: { usesPerCode: 2, daysValid: 30 },
  community: { monthlyGoal: 250, month: { kg: 0, weighedShare: null } },
  milestones: [5, 10, 25],
  organization: placeholderOrganization,
  isRegisteredNonprofit: true,
  hasPickupWindows: false,
  donorId: { hint: null, digits: null },
  maxDaysBack: null,
  sendsMail: false,
  partners: [],
  timeZone: 'America/Winnipeg',
};

/** The day according to the server. A browser's time zone data may differ and be an hour off. */
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

/** The UTC offsets of the years whose times a page may show. */
export function siteOffsets(today: Day, timeZone: string): UtcOffset[] {
  const midnight = new Date(`${today}T00:00:00Z`);
  return offsetsBetween(addDays(midnight, -3 * 365), addDays(midnight, 2 * 365), timeZone);
}

/** The day at an instant, counted on from the server's day. */
export function currentDay({ today, tomorrowStartsAt }: SiteDay, now: Date): Day {
  const millisecondsPastMidnight = now.getTime() - Date.parse(tomorrowStartsAt);
  // A page left open over a change of the clocks is an hour off until the next answer.
  return millisecondsPastMidnight < 0
    ? today
    : daysAfter(today, 1 + Math.floor(millisecondsPastMidnight / DAY_MILLISECONDS));
}
