// The table of nightly backups: who makes which, which of them count, and which have served their time.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { addDays, addSeconds, type Day, dayOf, daysAfter, wallTimeOf } from '#shared/dates.ts';
import type { Database, Executor } from '#server/database.ts';
import type { NightlyBackups } from '#server/env.ts';
import { backups } from '#server/schema.ts';

/** The hour of the site's clocks from which on a night's backup is due. */
const DUE_HOUR = '03';

/** How long an attempt is its process's without word from it. */
const LEASE_SECONDS = 10 * 60;

/** A backup that is gone from its place is told of for so long. */
const GONE_DAYS = 7;

/** Then nobody expects it back. */
const FORGOTTEN_DAYS = 365;

/** For so long a backup is kept for photos that newer ones lack: by then somebody has put them back, or nobody will. */
const FULLER_DAYS = 90;

/** By a clock that was set back since, some may have begun in a time to come. They say nothing of now. */
const begunBy = (now: Date) => lte(backups.startedAt, now);

/** Those that count: read back whole, and still where they were put as far as is known. */
const countsBy = (now: Date) => and(isNotNull(backups.verifiedAt), isNull(backups.goneAt), begunBy(now));

/** A backup that was read back whole. */
interface GoodBackup {
  /** The day on which it was due. */
  night: Day;
  place: 'folder' | 'bucket';
  name: string;
  bytes: number;
  /** How many photos that the site showed are not in it; null where nobody knows. */
  missingPhotos: number | null;
  verifiedAt: Date;
  /** How old what it holds is: since its making began. */
  ageMilliseconds: number;
}

/** The newest backup that counts; null where there is none. */
export async function newestGoodBackup(executor: Executor, now: Date): Promise<GoodBackup | null> {
  const [newest] = await executor
    .select()
    .from(backups)
    .where(countsBy(now))
    .orderBy(desc(backups.night))
    .limit(1);
  if (!newest) return null;
  const { night, place, name, missingPhotos, startedAt } = newest;
  const { bytes, verifiedAt } = newest as { bytes: number; verifiedAt: Date };
  const ageMilliseconds = now.getTime() - startedAt.getTime();
  return { night, place, name, bytes, missingPhotos, verifiedAt, ageMilliseconds };
}

/**
 * Of the backups that count, and have photos which no newer one may have, the one that lacks fewest; null where the newest has
 * as many as any.
 *
 * @param place where they are to be: what lies elsewhere is not the site's any more.
 */
export async function fullerBackup(
  executor: Executor,
  now: Date,
  place: Place,
): Promise<{ name: string } | null> {
  return fullerThanNewer(await countingAt(executor, now, place), now).at(-1) ?? null;
}

/** How many backups are no longer found where they were put since a week ago, and the newest of them; null where all are. */
export async function goneBackups(
  executor: Executor,
  now: Date,
): Promise<{ count: number; newest: string } | null> {
  const gone = await executor
    .select({ name: backups.name })
    .from(backups)
    .where(and(gt(backups.goneAt, addDays(now, -GONE_DAYS)), lte(backups.goneAt, now)))
    .orderBy(desc(backups.night));
  return gone[0] ? { count: gone.length, newest: gone[0].name } : null;
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

/** Where backups are kept. */
interface Place {
  kind: Kept['place'];
  /** Which folder or bucket. */
  location: string;
}

export function placeOf({ place }: NightlyBackups): Place {
  return place.kind === 'folder'
    ? { kind: 'folder', location: place.folder }
    : { kind: 'bucket', location: `${place.bucket.endpoint}/${place.bucket.name}` };
}

/** A file as a row has it. */
export interface Kept {
  place: 'folder' | 'bucket';
  location: string | null;
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
  { kind, location, name }: Place & { name: string },
): Promise<Attempt | null> {
  // Whoever left it was killed: the row says so before another follows it.
  await database
    .update(backups)
    .set({ heldUntil: null, finishedAt: now, failure: 'The process that made it ended before it was done.' })
    .where(lt(backups.heldUntil, now));
  // Of two that take it at once both would get the same number, which there is once.
  const { rows } = await database.execute<{ attempt: number }>(sql`
    insert into ${backups} (night, attempt, place, location, name, started_at, held_until)
    select ${night}::date, coalesce(max(attempt), 0) + 1, ${kind}::text, ${location}::text, ${name}::text, ${now.toISOString()}::timestamptz,
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
  { finishedAt, bytes, missingPhotos }: { finishedAt: Date; bytes: number; missingPhotos: number },
): Promise<boolean> {
  const { rowCount } = await database
    .update(backups)
    .set({ heldUntil: null, finishedAt, bytes, missingPhotos, verifiedAt: now })
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

const kept = {
  night: backups.night,
  attempt: backups.attempt,
  place: backups.place,
  location: backups.location,
  name: backups.name,
};

/** What attempts left behind that came to nothing. */
export async function leftBehind(database: Database): Promise<(Attempt & Kept)[]> {
  return await database
    .select(kept)
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

/** Another process may have put a backup there after a list of them was made, by a clock that is minutes apart. */
const SETTLED_MILLISECONDS = 10 * 60_000;

/**
 * Notes which of the backups that were read back whole are in a place. What was put there while others were gone, and is gone
 * now that these are back, lies under a disk that is mounted again, and comes off the list.
 *
 * @param now When the place began to be listed.
 * @returns the names of those that are gone since the last look.
 */
export async function noteListed(
  database: Database,
  now: Date,
  { kind, location }: Place,
  names: readonly string[],
): Promise<string[]> {
  const isListed = sql`${backups.name} = any(${sql.param(names)}::text[])`;
  const isVerified = and(isNotNull(backups.verifiedAt), eq(backups.place, kind));
  await database
    .update(backups)
    .set({ location })
    .where(and(isVerified, isNull(backups.location), isListed));
  const isHere = and(isVerified, eq(backups.location, location));
  const settled = new Date(now.getTime() - SETTLED_MILLISECONDS);
  const isUnlisted = and(isHere, sql`not ${isListed}`);
  const isMissing = and(isUnlisted, lt(backups.verifiedAt, settled));
  const [back] = await database
    .select({ since: sql<Date | null>`min(${backups.goneAt})`.mapWith(backups.goneAt) })
    .from(backups)
    .where(and(isHere, isListed));
  const isUnsettled = and(isUnlisted, gte(backups.verifiedAt, settled));
  // Until none is, it is not known whether the newest lies under the disk that is back.
  if (back?.since && (await database.$count(backups, isUnsettled)) === 0) {
    await database.update(backups).set({ goneAt: null }).where(and(isHere, isListed));
    await database.delete(backups).where(and(isMissing, gte(backups.verifiedAt, back.since)));
  }
  await database.delete(backups).where(lt(backups.goneAt, addDays(now, -FORGOTTEN_DAYS)));
  const gone = await database
    .update(backups)
    .set({ goneAt: now })
    .where(and(isMissing, isNull(backups.goneAt)))
    .returning({ name: backups.name });
  return gone.map(({ name }) => name).toSorted();
}

/** The backups that have served their time: all that count but the newest so many, and but those with photos that no newer one may have. */
export async function beyond(
  database: Database,
  now: Date,
  place: Place,
  keep: number,
): Promise<(Attempt & Kept)[]> {
  const fuller = fullerThanNewer(await countingAt(database, now, place), now);
  const old = await database
    .select(kept)
    .from(backups)
    .where(countsBy(now))
    .orderBy(desc(backups.night))
    .offset(keep);
  return old.filter(({ name }) => !fuller.some((one) => one.name === name));
}

/** Those of a place that count, the newest first. */
async function countingAt(executor: Executor, now: Date, { kind, location }: Place) {
  return await executor
    .select({ name: backups.name, missingPhotos: backups.missingPhotos, startedAt: backups.startedAt })
    .from(backups)
    .where(and(countsBy(now), eq(backups.place, kind), eq(backups.location, location)))
    .orderBy(desc(backups.night));
}

/** Of backups, the newest first, those of the last three months that lack fewer photos than any newer one. */
function fullerThanNewer(
  counting: Awaited<ReturnType<typeof countingAt>>,
  now: Date,
): Awaited<ReturnType<typeof countingAt>> {
  const [newest, ...older] = counting;
  let fewest = newest?.missingPhotos ?? 0;
  return older.filter(({ missingPhotos, startedAt }) => {
    if (missingPhotos === null || missingPhotos >= fewest) return false;
    fewest = missingPhotos;
    return startedAt >= addDays(now, -FULLER_DAYS);
  });
}

/** Takes a night off the list, once its file is gone, and the attempts before it that came to nothing. */
export async function forget(database: Database, { night }: Attempt): Promise<void> {
  await database.delete(backups).where(and(eq(backups.night, night), isNotNull(backups.verifiedAt)));
  await database.delete(backups).where(and(lt(backups.night, night), isNotNull(backups.clearedAt)));
}
