// The audit log, sealed: of each day that is over, in UTC, a digest of its rows and of the seal before. Whoever changes,
// adds or removes a row of a sealed day is found out. What that is worth is in docs/decisions/0018.
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Day, dayOf, daysAfter, nextDay, startOfDay } from '#shared/dates.ts';
import { type Database, type Executor, inTransaction, type Transaction } from '#server/database.ts';
import { insertInto } from '#server/rows.ts';
import { auditLog, auditSeals } from '#server/schema.ts';
import { digest } from '#server/secrets.ts';
import { recordRetention, RETENTION_APPLIED } from './server.ts';

/** Longer than any call takes from its moment, which its rows bear, to its commit, and than clocks differ by. */
const GRACE_MILLISECONDS = 60 * 60_000;
/** Days are looked for once an hour, and long after the first start there may be years of them. */
const SEALING_MILLISECONDS = 2 * 60 * 60_000;
const BATCH_ROWS = 500;
/** So many characters of a row's digest are kept: 132 bits. */
const DIGEST_CHARACTERS = 22;

type Row = typeof auditLog.$inferSelect;

interface SealedDay {
  day: Day;
  rows: number;
  seal: string;
}

/**
 * Seals every day that is over and is not sealed yet, from that of the first row on, in their order. Any number of
 * processes may do so at once: a day is sealed by one of them.
 *
 * @param onSealed is told of each at once: those before one that cannot be sealed stay sealed.
 */
export async function sealDays(
  database: Database,
  now: Date,
  onSealed: (sealed: SealedDay) => void = () => {},
): Promise<void> {
  for (;;) {
    const last = await lastSeal(database);
    const day = await dayToSeal(database, last, now);
    if (day === null) return;
    const { rows, rowDigests } = await digestsOf(database, day);
    const rowsDigest = digest(rowDigests);
    const seal = sealOf(last?.seal, { day, rows, rowsDigest });
    const added = await insertInto(database, auditSeals, { later: ['removedAt'] })
      .values({ day, rows, rowsDigest, rowDigests, seal, sealedAt: now })
      .onConflictDoNothing()
      .returning({ day: auditSeals.day });
    if (added.length > 0) onSealed({ day, rows, seal });
  }
}

/**
 * Writes a line to the process's log whatever LOG_LEVEL says: with it the database is compared once somebody may have
 * changed that.
 */
export function writeAnyway(log: FastifyBaseLogger, facts: object, words: string): void {
  log.child({}, { level: 'info' }).info(facts, words);
}

/** The first day that is over and not sealed yet. */
async function dayToSeal(executor: Executor, last: { day: Day } | undefined, now: Date): Promise<Day | null> {
  const running = dayOf(new Date(now.getTime() - GRACE_MILLISECONDS), 'UTC');
  const day = last ? nextDay(last.day) : await firstDay(executor);
  return day !== undefined && day < running ? day : null;
}

/** The last day that is sealed, and the first that is over and is not. */
export async function sealedDays(
  executor: Executor,
  now: Date,
): Promise<{ last: Day | null; overdue: Day | null }> {
  const last = await lastSeal(executor);
  return { last: last?.day ?? null, overdue: await dayToSeal(executor, last, now) };
}

/** What follows from a day and the seal before it. */
function sealOf(before: string | undefined, { day, rows, rowsDigest }: Omit<SealedDay, 'seal'> & Digested) {
  return digest([before ?? '', day, rows, rowsDigest].join('\n'));
}

/** What every seal looks like, being a digest. */
export const SEAL = /^[\w-]{43}$/;

interface Digested {
  rowsDigest: string;
}

async function lastSeal(executor: Executor) {
  const [last] = await executor
    .select({ day: auditSeals.day, seal: auditSeals.seal })
    .from(auditSeals)
    .orderBy(desc(auditSeals.day))
    .limit(1);
  return last;
}

async function firstDay(executor: Executor): Promise<Day | undefined> {
  const [first] = await executor
    .select({ createdAt: auditLog.createdAt })
    .from(auditLog)
    .orderBy(asc(auditLog.createdAt))
    .limit(1);
  return first && dayOf(first.createdAt, 'UTC');
}

function isOf(day: Day) {
  const from = startOfDay(day, 'UTC');
  return and(gte(auditLog.createdAt, from), lt(auditLog.createdAt, startOfDay(nextDay(day), 'UTC')));
}

/** A day's rows, oldest first, in batches along an index. */
async function* rowsOf(executor: Executor, day: Day): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const isLater: ReturnType<typeof sql> | undefined =
      last &&
      sql`(${auditLog.createdAt}, ${auditLog.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id})`;
    const batch: Row[] = await executor
      .select()
      .from(auditLog)
      .where(and(isOf(day), isLater))
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
      .limit(BATCH_ROWS);
    yield* batch;
    last = batch.length === BATCH_ROWS ? batch.at(-1) : undefined;
  } while (last);
}

async function digestsOf(executor: Executor, day: Day): Promise<{ rows: number; rowDigests: string }> {
  const digests: string[] = [];
  for await (const row of rowsOf(executor, day)) digests.push(`${row.id}:${digestOf(row)}`);
  return { rows: digests.length, rowDigests: digests.join(' ') };
}

/** The digest of a row's columns as JSON, by their names in order, without those that are null: another column changes none. */
function digestOf(row: Row): string {
  const columns = Object.entries(row).filter(([, value]) => value !== null);
  return digest(JSON.stringify(inOrder(Object.fromEntries(columns)))).slice(0, DIGEST_CHARACTERS);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, own]) => [key, inOrder(own)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What a look at the whole log came to. */
interface Verdict {
  /** What is not as it was sealed, the first of it. */
  trouble: string | null;
  days: number;
  rows: number;
  /** The days whose rows had served their time. */
  removed: Day[];
  /** Rows of days that are not sealed yet. */
  unsealed: number;
  /** The first day that is over and has no seal. */
  overdue: Day | null;
  last: { day: Day; seal: string } | null;
}

/**
 * Compares every row with what was sealed, and every seal with the one before. To be asked within one transaction.
 *
 * @param noted a seal that was noted elsewhere and must still be among them.
 */
export async function verifySeals(executor: Executor, now: Date, noted?: string): Promise<Verdict> {
  const seals = await executor
    .select({
      day: auditSeals.day,
      rows: auditSeals.rows,
      rowsDigest: auditSeals.rowsDigest,
      seal: auditSeals.seal,
      removedAt: auditSeals.removedAt,
    })
    .from(auditSeals)
    .orderBy(asc(auditSeals.day));
  const [first, last] = [seals[0], seals.at(-1)];
  const verdict: Verdict = {
    trouble: first ? await rowBefore(executor, first.day) : null,
    days: 0,
    rows: 0,
    removed: [],
    unsealed: await executor.$count(
      auditLog,
      last && gte(auditLog.createdAt, startOfDay(nextDay(last.day), 'UTC')),
    ),
    overdue: await dayToSeal(executor, last, now),
    last: last ? { day: last.day, seal: last.seal } : null,
  };
  const told = await toldRemovals(executor);
  const removed = new Set(seals.filter(({ removedAt }) => removedAt !== null).map(({ day }) => day));
  let before: (typeof seals)[number] | undefined;
  for (const seal of seals) {
    verdict.trouble ??=
      brokenChain(before, seal) ??
      (await changedDay(executor, seal)) ??
      removedOutOfTurn(before, seal) ??
      removedTooSoon(seal) ??
      removedUntold(seal, told, removed);
    if (verdict.trouble !== null) return verdict;
    if (seal.removedAt) verdict.removed.push(seal.day);
    else {
      verdict.days += 1;
      verdict.rows += seal.rows;
    }
    before = seal;
  }
  if (noted !== undefined && !seals.some(({ seal }) => seal === noted)) {
    verdict.trouble = last
      ? 'The seal that was noted is not among them: days were sealed anew since, or removed.'
      : 'No day is sealed yet: the seal that was noted is of another site, or all seals were removed.';
  }
  if (verdict.overdue !== null) verdict.trouble ??= await unsealedWhileUp(executor, verdict.overdue, now);
  return verdict;
}

/** A row from before the first seal: that day was the first to have any. */
async function rowBefore(executor: Executor, day: Day): Promise<string | null> {
  const [row] = await executor
    .select()
    .from(auditLog)
    .where(lt(auditLog.createdAt, startOfDay(day, 'UTC')))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
    .limit(1);
  return row ? `${named(row)} was added: the first day that was sealed is ${day}.` : null;
}

type Seal = SealedDay & Digested & { removedAt: Date | null };

function brokenChain(before: Seal | undefined, seal: Seal): string | null {
  const expected = before ? nextDay(before.day) : seal.day;
  if (seal.day !== expected) return `The seal of ${expected} was removed.`;
  if (seal.seal === sealOf(before?.seal, seal)) return null;
  const either = before
    ? ` That day or ${before.day} was sealed anew.`
    : ' The seals before it were removed, or it was sealed anew.';
  return `The seal of ${seal.day} does not follow from what it seals.${either}`;
}

/** Of what has served its time the oldest goes first. */
function removedOutOfTurn(before: Seal | undefined, { day, removedAt }: Seal): string | null {
  const isOutOfTurn = removedAt !== null && before?.removedAt === null;
  return isOutOfTurn
    ? `The rows of ${day} were removed, and those of ${before.day} before it were not.`
    : null;
}

/** No month is shorter, and none is kept for less than one. */
const FEWEST_DAYS_KEPT = 28;

function removedTooSoon({ day, removedAt }: Seal): string | null {
  if (removedAt === null || removedAt >= startOfDay(daysAfter(day, FEWEST_DAYS_KEPT), 'UTC')) return null;
  return `The rows of ${day} were removed on ${removedAt.toISOString()}: none has served its time so soon.`;
}

interface ToldRemoval {
  at: Date;
  from: string;
  to: string;
}

/** What the log itself says of its removals. */
async function toldRemovals(executor: Executor): Promise<ToldRemoval[]> {
  const from = sql<string>`${auditLog.details} ->> 'from'`;
  const to = sql<string>`${auditLog.details} ->> 'to'`;
  return await executor
    .select({ at: auditLog.createdAt, from, to })
    .from(auditLog)
    .where(and(eq(auditLog.entityType, 'system'), eq(auditLog.action, RETENTION_APPLIED), isNotNull(from)));
}

/** A removal is told of on the day on which it was made; once the rows of that day are removed, by that of the last one alone. */
function removedUntold(
  { day, rows, removedAt }: Seal,
  told: readonly ToldRemoval[],
  removed: ReadonlySet<Day>,
): string | null {
  if (removedAt === null || rows === 0 || removed.has(dayOf(removedAt, 'UTC'))) return null;
  const isTold = told.some(
    ({ at, from, to }) => at.getTime() === removedAt.getTime() && from <= day && day <= to,
  );
  return isTold
    ? null
    : `The rows of ${day} were removed on ${removedAt.toISOString()}, and no row of the log tells of it.`;
}

/** A day without a seal although calls were answered after it should have had one. */
async function unsealedWhileUp(executor: Executor, overdue: Day, now: Date): Promise<string | null> {
  const due = startOfDay(nextDay(overdue), 'UTC').getTime() + GRACE_MILLISECONDS;
  const [row] = await executor
    .select({ createdAt: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(
        isNotNull(auditLog.requestId),
        gte(auditLog.createdAt, new Date(due + SEALING_MILLISECONDS)),
        lt(auditLog.createdAt, new Date(now.getTime() - SEALING_MILLISECONDS)),
      ),
    )
    .orderBy(asc(auditLog.createdAt))
    .limit(1);
  return row
    ? `${overdue} has no seal, and the site was up since, on ${row.createdAt.toISOString()}. Either the seals from that day on were removed, or the process's log says why none is made.`
    : null;
}

async function changedDay(
  executor: Executor,
  { day, rows, rowsDigest, removedAt }: Seal,
): Promise<string | null> {
  if (removedAt) {
    for await (const row of rowsOf(executor, day)) {
      return `${named(row)} was added: the rows of that day were removed on ${removedAt.toISOString()}.`;
    }
    return null;
  }
  const [kept] = await executor
    .select({ rowDigests: auditSeals.rowDigests })
    .from(auditSeals)
    .where(eq(auditSeals.day, day));
  const rowDigests = kept?.rowDigests ?? '';
  if (digest(rowDigests) !== rowsDigest) {
    return `The digests of the rows of ${day} were changed, so that no row of it can be trusted.`;
  }
  const expected = new Map(
    rowDigests.split(' ', rows).map((entry) => {
      const [id = '', ofRow = ''] = entry.split(':');
      return [Number(id), ofRow] as const;
    }),
  );
  const changed: { id: number; how: string }[] = [];
  for await (const row of rowsOf(executor, day)) {
    const ofRow = expected.get(row.id);
    if (ofRow !== digestOf(row)) {
      changed.push({ id: row.id, how: `${named(row)} was ${ofRow === undefined ? 'added' : 'changed'}.` });
    }
    expected.delete(row.id);
  }
  for (const id of expected.keys()) changed.push({ id, how: `Row ${id} of ${day} was removed.` });
  const [firstOne, ...others] = changed.toSorted((one, other) => one.id - other.id);
  if (!firstOne) return null;
  return others.length === 0 ? firstOne.how : `${firstOne.how} So were others of that day: ${others.length}.`;
}

function named({ id, createdAt, action, actor }: Row): string {
  return `Row ${id} of ${dayOf(createdAt, 'UTC')} (${action} by ${actor})`;
}

/** So few days at once that years of them are removed in statements of a second or so. */
const BATCH_DAYS = 31;
const BATCH_REMOVED_ROWS = 10_000;

/** Days that were removed together, as the log itself tells of it: the last day is one of them. */
export interface RemovedDays {
  auditRows: number;
  from: Day;
  to: Day;
}

/**
 * Removes the rows of the sealed days before a day, in UTC, oldest first, and says so in their seals, which stay: those of
 * later days follow from them. Each few days go together with the row that tells of them, or not at all.
 *
 * @returns what was removed, as each of those rows tells it.
 */
export async function removeAuditBefore(database: Database, before: Day, now: Date): Promise<RemovedDays[]> {
  const told: RemovedDays[] = [];
  for (;;) {
    const removed = await inTransaction(database, (transaction) =>
      removeOldestDays(transaction, before, now),
    );
    if (removed === null) return told;
    if (removed.auditRows > 0) told.push(removed);
  }
}

/** Null where nothing is due, or another process has it. */
async function removeOldestDays(
  transaction: Transaction,
  before: Day,
  now: Date,
): Promise<RemovedDays | null> {
  const isDue = and(lt(auditSeals.day, before), isNull(auditSeals.removedAt));
  const oldest = await transaction
    .select({ day: auditSeals.day, rows: auditSeals.rows })
    .from(auditSeals)
    .where(isDue)
    .orderBy(asc(auditSeals.day))
    .limit(BATCH_DAYS)
    .for('update');
  let rows = 0;
  const batch = oldest.filter((seal, index) => {
    rows += seal.rows;
    return index === 0 || rows <= BATCH_REMOVED_ROWS;
  });
  const [first, last] = [batch[0], batch.at(-1)];
  if (!first || !last) return null;
  await transaction
    .update(auditSeals)
    .set({ removedAt: now, rowDigests: null })
    .where(and(isDue, gte(auditSeals.day, first.day), lte(auditSeals.day, last.day)));
  const { rowCount } = await transaction
    .delete(auditLog)
    .where(
      and(
        gte(auditLog.createdAt, startOfDay(first.day, 'UTC')),
        lt(auditLog.createdAt, startOfDay(nextDay(last.day), 'UTC')),
      ),
    );
  const removed = { auditRows: rowCount ?? 0, from: first.day, to: last.day };
  if (removed.auditRows > 0) await recordRetention(transaction, now, { ...removed });
  return removed;
}
