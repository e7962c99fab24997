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

/** Bins that are full or overdue, the neediest first. Those emptied on the day keep the place that they had before. */
export async function findRound(executor: Executor, today: Day, timeZone: TimeZone) {
  const { wasOverflowing, formerLastEmptied, binId } = binVisits;
  const [bins, visits] = await Promise.all([
    binRows(executor, eq(dropBins.isActive, true)).orderBy(...byName),
    executor
      .select({ visit: columnsFor(binVisits, binVisit), wasOverflowing, formerLastEmptied, binId })
      .from(binVisits)
      .where(and(gte(binVisits.at, startOfDay(today, timeZone)), isNull(binVisits.undoneAt)))
      .orderBy(asc(binVisits.id)),
  ]);
  const round = bins
    .map((bin) => {
      const visitsToday = visits.filter((visit) => visit.binId === bin.id);
      const [first] = visitsToday;
      const last = visitsToday.at(-1)?.visit;
      const due = dueOf(
        {
          lastEmptied: first ? first.formerLastEmptied : bin.last_emptied,
          createdAt: bin.created_at,
          targetDays: bin.target_days,
        },
        today,
        timeZone,
      );
      return {
        ...bin,
        // The serializer takes no Date where null may stand.
        visit: last ? { ...last, at: last.at.toISOString() } : null,
        days_over: due !== null && due < 0 ? -due : null,
        wasFull: first ? first.wasOverflowing : bin.is_overflowing,
      };
    })
    .filter(({ visit, wasFull, days_over }) => visit !== null || wasFull || days_over !== null)
    .toSorted(
      (one, other) =>
        Number(other.wasFull) - Number(one.wasFull) || (other.days_over ?? 0) - (one.days_over ?? 0),
    );
  const logged = await findLogged(
    executor,
    round.map(({ id }) => id),
  );
  return round.map((bin) => ({ ...bin, logged: logged.get(bin.id)?.logged ?? 0 }));
}
