import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { binVisits, dropBins } from '#server/db/schema.ts';
import { type Day, startOfDay } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { binVisit } from './contract.ts';
import { daysUntilDue } from './rules.ts';
import { selectBinRows, byName } from './server.ts';
import { countLoggedDonations } from './serverVisits.ts';

/**
 * Finds active bins that are full, overdue or emptied today, the full ones first. Bins emptied today are sorted by their
 * state before the first visit of today.
 */
export async function findBinsToEmpty(executor: Executor, today: Day, timeZone: TimeZone) {
  const { wasOverflowing, formerLastEmptied, binId } = binVisits;
  const [activeBins, visitsToday] = await Promise.all([
    selectBinRows(executor, eq(dropBins.isActive, true)).orderBy(...byName),
    executor
      .select({ visit: columnsFor(binVisits, binVisit), wasOverflowing, formerLastEmptied, binId })
      .from(binVisits)
      .where(and(gte(binVisits.at, startOfDay(today, timeZone)), isNull(binVisits.undoneAt)))
      .orderBy(asc(binVisits.id)),
  ]);
  const bins = activeBins.map((bin) => {
    const visitsOfBin = visitsToday.filter((visit) => visit.binId === bin.id);
    const firstVisit = visitsOfBin[0];
    const lastVisit = visitsOfBin.at(-1)?.visit;
    const daysLeft = daysUntilDue(
      {
        lastEmptied: firstVisit ? firstVisit.formerLastEmptied : bin.last_emptied,
        createdAt: bin.created_at,
        targetDays: bin.target_days,
      },
      today,
      timeZone,
    );
    return {
      ...bin,
      visit: lastVisit ?? null,
      days_over: daysLeft !== null && daysLeft < 0 ? -daysLeft : null,
      wasFull: firstVisit ? firstVisit.wasOverflowing : bin.is_overflowing,
    };
  });
  const binsToEmpty = bins
    .filter(({ visit, wasFull, days_over }) => visit !== null || wasFull || days_over !== null)
    .toSorted((a, b) => Number(b.wasFull) - Number(a.wasFull) || (b.days_over ?? 0) - (a.days_over ?? 0));
  const binIds = binsToEmpty.map(({ id }) => id);
  const loggedByBin = await countLoggedDonations(executor, binIds);
  return binsToEmpty.map((bin) => ({ ...bin, logged: loggedByBin.get(bin.id)?.logged ?? 0 }));
}
