// The last weeks in figures, by the site's days.
import { and, count, gte, isNull, lt, sql } from 'drizzle-orm';
import { isConfirmed } from '#features/donations/serverRows.ts';
import { addDays, type Day, dayOf, nextDay } from '#shared/dates.ts';
import { implement } from '#server/http/call.ts';
import { donations } from '#server/db/schema.ts';
import { contract } from './contract.ts';

const WEEKS = 7;

export const chartsFeature = implement(contract, {
  charts: async ({ database, site: { timeZone }, now }) => {
    const { mondays, before } = lastWeeks(dayOf(now, timeZone));
    const monday = sql<string>`date_trunc('week', ${donations.date})::date::text`;
    const found = await database
      .select({
        from: monday,
        confirmed: sql<number>`count(*) filter (where ${isConfirmed})::int`,
        claimed: count(),
      })
      .from(donations)
      .where(
        and(
          isNull(donations.rejectedAt),
          gte(donations.date, mondays[0] ?? before),
          lt(donations.date, before),
        ),
      )
      .groupBy(monday);
    const byMonday = new Map(found.map((week) => [week.from, week]));
    const weeks = mondays.map((from) => {
      const { confirmed, claimed } = byMonday.get(from) ?? { confirmed: 0, claimed: 0 };
      return { from, confirmed, pending: claimed - confirmed };
    });
    return { ok: true as const, weeks };
  },
});

/** The Mondays of the weeks up to the one that holds a day, and the day after their end. */
function lastWeeks(today: Day): { mondays: Day[]; before: Day } {
  const noon = new Date(`${today}T12:00:00Z`);
  const monday = addDays(noon, -((noon.getUTCDay() + 6) % 7));
  const dayAfter = (days: number) => addDays(monday, days).toISOString().slice(0, 10);
  return {
    mondays: Array.from({ length: WEEKS }, (_, index) => dayAfter((index - WEEKS + 1) * 7)),
    before: nextDay(dayAfter(6)),
  };
}
