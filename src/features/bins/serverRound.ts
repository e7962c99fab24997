import { and, asc, desc, eq, gte, isNull } from 'drizzle-orm';
import { columnsFor, fold } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { binVisits, dropBins } from '#server/db/schema.ts';
import { type Day, startOfDay } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { binVisit } from './contract.ts';
import { dueOf } from './rules.ts';
import { binRows } from './server.ts';
import { loggedFor } from './serverVisits.ts';

/** Bins that are full or overdue on a day, the neediest first. Those emptied on it keep their place. */
export async function findRound(executor: Executor, today: Day, timeZone: TimeZone) {
  const { wasOverflowing, formerLastEmptied, binId } = binVisits;
  const [bins, visits] = await Promise.all([
    binRows(executor, eq(dropBins.isActive, true)).orderBy(asc(fold(dropBins.name)), asc(dropBins.id)),
    executor
      .select({ ...columnsFor(binVisits, binVisit), wasOverflowing, formerLastEmptied, binId })
      .from(binVisits)
      .where(and(gte(binVisits.at, startOfDay(today, timeZone)), isNull(binVisits.undoneAt)))
      .orderBy(desc(binVisits.id)),
  ]);
  const round = bins
    .map((bin) => {
      const ofBin = visits.filter((visit) => visit.binId === bin.id);
      const [last] = ofBin;
      // The serializer takes neither a Date nor further fields where null may stand.
      const visit = last ? binVisit.parse({ ...last, at: last.at.toISOString() }) : null;
      // As it was before the first visit of the day.
      const before = ofBin.at(-1);
      const lastEmptied = before ? before.formerLastEmptied : bin.last_emptied;
      const due = dueOf(
        { lastEmptied, createdAt: bin.created_at, targetDays: bin.target_days },
        today,
        timeZone,
      );
      const days_over = due !== null && due < 0 ? -due : null;
      return { ...bin, visit, days_over, wasFull: before ? before.wasOverflowing : bin.is_overflowing };
    })
    .filter(({ visit, wasFull, days_over }) => visit !== null || wasFull || days_over !== null)
    .toSorted(
      (one, other) =>
        Number(other.wasFull) - Number(one.wasFull) || (other.days_over ?? 0) - (one.days_over ?? 0),
    );
  const logged = await loggedFor(executor, round);
  return round.map((bin) => ({ ...bin, logged: logged.get(bin.id)?.logged ?? 0 }));
}
