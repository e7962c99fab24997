// The table of nightly backups: who makes which, which of them count, and which have served their time.
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { addSeconds, type Day, dayOf, daysAfter, wallTimeOf } from '#shared/dates.ts';
import type { Database, Executor } from '#server/database.ts';
import { backups } from '#server/schema.ts';

/** The hour of the site's clocks from which on a night's backup is due. */
const DUE_HOUR = '03';

/** How long an attempt is its process's without word from it. */
const LEASE_SECONDS = 10 * 60;

/** By a clock that was set back since, some may have begun in a time to come. They say nothing of now. */
const begunBy = (now: Date) => lte(backups.startedAt, now);

/** A backup that was read back whole. */
interface GoodBackup {
  /** The day on which it was due. */
  night: Day;
  place: 'folder' | 'bucket';
  name: string;
  bytes: number;
  verifiedAt: Date;
  /** How old what it holds is: since its making began. */
  ageMilliseconds: number;
}

/** The newest backup that counts; null where there is none. */
export async function newestGoodBackup(executor: Executor, now: Date): Promise<GoodBackup | null> {
  const [newest] = await executor
    .select()
    .from(backups)
    .where(and(isNotNull(backups.verifiedAt), begunBy(now)))
    .orderBy(desc(backups.night))
    .limit(1);
  if (!newest) return null;
  const { night, place, name, startedAt } = newest;
  const { bytes, verifiedAt } = newest as { bytes: number; verifiedAt: Date };
  return { night, place, name, bytes, verifiedAt, ageMilliseconds: now.getTime() - startedAt.getTime() };
}

/** When the first attempt of those that are known began; null where there was none. */
export async function firstAttemptAt(executor: Executor, now: Date): Promise<Date | null> {
  const [first] = await executor
    .select({ at: backups.startedAt })
    .from(backups)
    .where(begunBy(now))
    .orderBy(asc(backups.night))
    .limit(1);
  return first?.at ?? null;
}

/** When and why the last attempt failed; null where it did not, or there was none. */
export async function lastFailure(
  executor: Executor,
  now: Date,
): Promise<{ at: Date; failure: string } | null> {
  const [last] = await executor
    .select({ at: backups.finishedAt, failure: backups.failure })
    .from(backups)
    .where(and(isNotNull(backups.finishedAt), begunBy(now)))
    .orderBy(desc(backups.night), desc(backups.attempt))
    .limit(1);
  return last?.failure ? (last as { at: Date; failure: string }) : null;
}

/** The newest night whose backup is due. */
export function dueNight(now: Date, timeZone: string): Day {
  const today = dayOf(now, timeZone);
  return wallTimeOf(now, timeZone).slice(11, 13) >= DUE_HOUR ? today : daysAfter(today, -1);
}

/** An attempt at a night's backup, which is this process's as long as it prolongs it. */
export interface Attempt {
  night: Day;
  attempt: number;
}

/** What of a place a row tells. */
interface Kept {
  place: 'folder' | 'bucket';
  name: string;
}

/**
 * Takes a night's backup upon this process: one of however many, and only where the night has none and nobody is making one.
 *
 * @returns null where it is not this process's to make.
 */
export async function takeNight(
  database: Database,
  now: Date,
  night: Day,
  { place, name }: Kept,
): Promise<Attempt | null> {
  // Whoever left it was killed: the row says so before another follows it.
  await database
    .update(backups)
    .set({ heldUntil: null, finishedAt: now, failure: 'The process that made it ended before it was done.' })
    .where(lt(backups.heldUntil, now));
  // Of two that take it at once both would get the same number, which there is once.
  const { rows } = await database.execute<{ attempt: number }>(sql`
    insert into ${backups} (night, attempt, place, name, started_at, held_until)
    select ${night}::date, coalesce(max(attempt), 0) + 1, ${place}::text, ${name}::text, ${now.toISOString()}::timestamptz,
           ${addSeconds(now, LEASE_SECONDS).toISOString()}::timestamptz
    from ${backups} where night = ${night}::date
    having not coalesce(bool_or(verified_at is not null or held_until is not null), false)
    on conflict do nothing returning attempt`);
  const [taken] = rows;
  return taken ? { night, attempt: taken.attempt } : null;
}

/** The names of all backups that this database knows of, those under way included. */
export async function knownNames(database: Database): Promise<Set<string>> {
  const rows = await database.select({ name: backups.name }).from(backups);
  return new Set(rows.map(({ name }) => name));
}

const isHeld = ({ night, attempt }: Attempt) =>
  and(eq(backups.night, night), eq(backups.attempt, attempt), isNotNull(backups.heldUntil));

/** Says that an attempt goes on. @returns false where another process took the night meanwhile. */
export async function prolong(database: Database, now: Date, attempt: Attempt): Promise<boolean> {
  const { rowCount } = await database
    .update(backups)
    .set({ heldUntil: addSeconds(now, LEASE_SECONDS) })
    .where(isHeld(attempt));
  return rowCount === 1;
}

/** Says that a backup was read back whole. @returns false where another process took the night meanwhile. */
export async function countAsGood(
  database: Database,
  now: Date,
  attempt: Attempt,
  { finishedAt, bytes }: { finishedAt: Date; bytes: number },
): Promise<boolean> {
  const { rowCount } = await database
    .update(backups)
    .set({ heldUntil: null, finishedAt, bytes, verifiedAt: now })
    .where(isHeld(attempt));
  return rowCount === 1;
}

/**
 * Says why an attempt came to nothing, and that something is left of it until it counts as cleared. Of one that another process
 * took over it is known why.
 *
 * @returns false where it counts as good, whatever its process heard: the answer to a commit may be lost.
 */
export async function countAsFailed(
  database: Database,
  now: Date,
  { night, attempt }: Attempt,
  failure: string,
): Promise<boolean> {
  const { rowCount } = await database
    .update(backups)
    .set({
      heldUntil: null,
      finishedAt: sql`coalesce(${backups.finishedAt}, ${now.toISOString()}::timestamptz)`,
      failure: sql`coalesce(${backups.failure}, ${failure}::text)`,
      clearedAt: null,
    })
    .where(and(eq(backups.night, night), eq(backups.attempt, attempt), isNull(backups.verifiedAt)));
  return rowCount === 1;
}

/** What attempts left behind that came to nothing. */
export async function leftBehind(database: Database): Promise<(Attempt & Kept)[]> {
  return await database
    .select({ night: backups.night, attempt: backups.attempt, place: backups.place, name: backups.name })
    .from(backups)
    .where(and(isNotNull(backups.failure), isNull(backups.clearedAt)));
}

/** Says that nothing is left of an attempt that came to nothing. */
export async function countAsCleared(
  database: Database,
  now: Date,
  { night, attempt }: Attempt,
): Promise<void> {
  await database
    .update(backups)
    .set({ clearedAt: now })
    .where(and(eq(backups.night, night), eq(backups.attempt, attempt)));
}

/** The good backups but the newest so many; those of a time to come are not among either. */
export async function beyond(database: Database, now: Date, keep: number): Promise<(Attempt & Kept)[]> {
  return await database
    .select({ night: backups.night, attempt: backups.attempt, place: backups.place, name: backups.name })
    .from(backups)
    .where(and(isNotNull(backups.verifiedAt), begunBy(now)))
    .orderBy(desc(backups.night))
    .offset(keep);
}

/** Takes a night off the list, once its file is gone, and the attempts before it that came to nothing. */
export async function forget(database: Database, { night }: Attempt): Promise<void> {
  await database.delete(backups).where(and(eq(backups.night, night), isNotNull(backups.verifiedAt)));
  await database.delete(backups).where(and(lt(backups.night, night), isNotNull(backups.clearedAt)));
}
