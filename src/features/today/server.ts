import { and, asc, desc, eq, gte, inArray, isNull, lt, or } from 'drizzle-orm';
import { binVisit } from '#features/bins/contract.ts';
import { dueOf } from '#features/bins/rules.ts';
import { binRows } from '#features/bins/server.ts';
import { loggedFor } from '#features/bins/serverVisits.ts';
import { columnsFor, fold } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { binVisits, dropBins, pickups } from '#server/db/schema.ts';
import { implement } from '#server/http/call.ts';
import { type Day, dayOf, nextDay, startOfDay } from '#shared/dates.ts';
import { contract } from './contract.ts';

export const todayFeature = implement(contract, {
  today: async ({ database, site: { timeZone }, now }) => {
    const today = dayOf(now, timeZone);
    const from = startOfDay(today, timeZone);
    const before = startOfDay(nextDay(today), timeZone);
    const [bins, ofDay] = await Promise.all([
      findRound(database, from, today, timeZone),
      findPickups(database, from, before),
    ]);
    return { ok: true as const, today, bins, pickups: ofDay };
  },
});

/** Bins that are full or overdue, the neediest first. Those emptied today keep their place. */
async function findRound(executor: Executor, dayStart: Date, today: Day, timeZone: string) {
  const { wasOverflowing, formerLastEmptied, binId } = binVisits;
  const [bins, visits] = await Promise.all([
    binRows(executor, eq(dropBins.isActive, true)).orderBy(asc(fold(dropBins.name)), asc(dropBins.id)),
    executor
      .select({ ...columnsFor(binVisits, binVisit), wasOverflowing, formerLastEmptied, binId })
      .from(binVisits)
      .where(and(gte(binVisits.at, dayStart), isNull(binVisits.undoneAt)))
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

/** Scheduled for today or earlier and still open, or for today and completed. */
async function findPickups(executor: Executor, from: Date, before: Date) {
  return await executor
    .select()
    .from(pickups)
    .where(
      and(
        inArray(pickups.status, ['scheduled', 'completed']),
        lt(pickups.scheduledAt, before),
        or(eq(pickups.status, 'scheduled'), gte(pickups.scheduledAt, from)),
      ),
    )
    .orderBy(asc(pickups.scheduledAt), asc(pickups.id));
}
