import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { binVisits, dropBins } from '#server/db/schema.ts';
import { type Day, startOfDay } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { binVisit } from './contract.ts';
import { dueOf } from './rules.ts';
import { binRows, byName } from './server.ts';
import { findLogged } from './serverVisits.ts';

/** Bins that are full or overdue, the full ones first. Those emptied today keep the place that they had before. */
export async function findBinsToEmpty(executor: Executor, today: Day, timeZone: TimeZone) {
  const { wasOverflowing, formerLastEmptied, binId } = binVisits;
  const [bins, visits] = await Promise.all([
    binRows(executor, eq(dropBins.isActive, true)).orderBy(...byName),
    executor
      .select({ visit: columnsFor(binVisits, binVisit), wasOverflowing, formerLastEmptied, binId })
      .from(binVisits)
      .where(and(gte(binVisits.at, startOfDay(today, timeZone)), isNull(binVisits.undoneAt)))
      .orderBy(asc(binVisits.id)),
  ]);
  const binsToEmpty = bins
    .map((bin) => {
      const visitsToday = visits.filter((visit) => visit.binId === bin.id);
      const [firstVisit] = visitsToday;
      const lastVisit = visitsToday.at(-1)?.visit;
      const due = dueOf(
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
        // The serializer takes no Date in a field that may be null.
        visit: lastVisit ? { ...lastVisit, at: lastVisit.at.toISOString() } : null,
        days_over: due !== null && due < 0 ? -due : null,
        wasFull: firstVisit ? firstVisit.wasOverflowing : bin.is_overflowing,
      };
    })
    .filter(({ visit, wasFull, days_over }) => visit !== null || wasFull || days_over !== null)
    .toSorted(
      (one, other) =>
        Number(other.wasFull) - Number(one.wasFull) || (other.days_over ?? 0) - (one.days_over ?? 0),
    );
  const logged = await findLogged(
    executor,
    binsToEmpty.map(({ id }) => id),
  );
  return binsToEmpty.map((bin) => ({ ...bin, logged: logged.get(bin.id)?.logged ?? 0 }));
}
