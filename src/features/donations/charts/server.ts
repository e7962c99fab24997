// The last weeks in figures, by the site's days.
import { and, count, desc, gte, isNull, lt, sql } from 'drizzle-orm';
import { isConfirmed } from '#features/donations/serverRows.ts';
import { isStandingUse } from '#features/rewards/serverRows.ts';
import { addDays, type Day, dayOf, nextDay, startOfDay } from '#shared/dates.ts';
import type { Executor } from '#server/database.ts';
import { implement } from '#server/http/call.ts';
import { codeRedemptions, discountCodes, donations } from '#server/schema.ts';
import { contract } from './contract.ts';

const CHART_WEEKS = 12;
const DROP_SITES = 8;

export const chartsFeature = implement(contract, {
  charts: async ({ database, site: { timeZone }, now }) => {
    const weeks = lastWeeks(dayOf(now, timeZone), CHART_WEEKS);
    const [byWeek, dropSites, codes] = await Promise.all([
      donationsByWeek(database, weeks),
      topDropSites(database, weeks),
      codesByWeek(database, weeks, timeZone),
    ]);
    return { ok: true as const, weeks: byWeek, dropSites, codes };
  },
});

/** The Mondays of the last weeks, the present one last, and the day after their end. */
interface Weeks {
  mondays: Day[];
  before: Day;
}

/** The last `count` weeks up to the one that holds a day. Weeks begin on Monday. */
function lastWeeks(today: Day, weeks: number): Weeks {
  const noon = new Date(`${today}T12:00:00Z`);
  const monday = addDays(noon, -((noon.getUTCDay() + 6) % 7));
  const dayAfter = (days: number) => addDays(monday, days).toISOString().slice(0, 10);
  return {
    mondays: Array.from({ length: weeks }, (_, index) => dayAfter((index - weeks + 1) * 7)),
    before: nextDay(dayAfter(6)),
  };
}

function dated({ mondays: [first = ''], before }: Weeks) {
  return and(isNull(donations.rejectedAt), gte(donations.date, first), lt(donations.date, before));
}

/** Donations and kilograms of each week by the donations' dates. */
async function donationsByWeek(executor: Executor, weeks: Weeks) {
  const monday = sql<string>`date_trunc('week', ${donations.date})::date::text`;
  const found = await executor
    .select({
      from: monday,
      claimedDonations: count(),
      claimedKilograms: sql<number>`sum(${donations.kilograms})::float8`,
      confirmedDonations: sql<number>`count(*) filter (where ${isConfirmed})::int`,
      confirmedKilograms: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${isConfirmed}), 0)::float8`,
    })
    .from(donations)
    .where(dated(weeks))
    .groupBy(monday);
  const byMonday = new Map(found.map((week) => [week.from, week]));
  return weeks.mondays.map(
    (from) =>
      byMonday.get(from) ?? {
        from,
        claimedDonations: 0,
        claimedKilograms: 0,
        confirmedDonations: 0,
        confirmedKilograms: 0,
      },
  );
}

/** Where most donations of those weeks were left. */
async function topDropSites(executor: Executor, weeks: Weeks) {
  const name = sql<string>`coalesce(${donations.dropSite}, ${donations.binLocation}, 'Manual entry')`;
  return await executor
    .select({ name, donations: count(), kilograms: sql<number>`sum(${donations.kilograms})::float8` })
    .from(donations)
    .where(dated(weeks))
    .groupBy(name)
    .orderBy(desc(count()), name)
    .limit(DROP_SITES);
}

/** Codes issued and uses taken in each week of the site's clocks. */
async function codesByWeek(executor: Executor, weeks: Weeks, timeZone: string) {
  const start = startOfDay(weeks.mondays[0] ?? weeks.before, timeZone);
  const end = startOfDay(weeks.before, timeZone);
  const zone = sql.raw(`'${timeZone.replaceAll("'", "''")}'`);
  const issuedIn = sql<string>`date_trunc('week', ${discountCodes.generatedAt} at time zone ${zone})::date::text`;
  const redeemedIn = sql<string>`date_trunc('week', ${codeRedemptions.at} at time zone ${zone})::date::text`;
  const [issued, redeemed] = await Promise.all([
    executor
      .select({ from: issuedIn, codes: count() })
      .from(discountCodes)
      .where(and(gte(discountCodes.generatedAt, start), lt(discountCodes.generatedAt, end)))
      .groupBy(issuedIn),
    executor
      .select({ from: redeemedIn, uses: count() })
      .from(codeRedemptions)
      .where(and(gte(codeRedemptions.at, start), lt(codeRedemptions.at, end), isStandingUse))
      .groupBy(redeemedIn),
  ]);
  const issuedBy = new Map(issued.map(({ from, codes }) => [from, codes]));
  const redeemedBy = new Map(redeemed.map(({ from, uses }) => [from, uses]));
  return weeks.mondays.map((from) => ({
    from,
    issued: issuedBy.get(from) ?? 0,
    redeemed: redeemedBy.get(from) ?? 0,
  }));
}
