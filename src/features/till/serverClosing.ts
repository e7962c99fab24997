// The closing of months: each store's account of each month gets a row that never changes, with the digest of its file.
import { and, asc, eq, lt, notExists, or, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { type Day, dayOf, monthOf } from '#shared/dates.ts';
import { type Database, type Executor, inTransaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { codeRedemptions, partners, statements } from '#server/schema.ts';
import { endsOf, monthBefore, startOf, sumOf } from './serverMonths.ts';

type Closing = Pick<Site, 'database' | 'clock' | 'timeZone'>;

/**
 * Closes every month of every store that is over since the 3rd of the next, from the one in which the store was there first.
 * Any number of processes may do so at once: a month is closed by one of them.
 */
export async function closeMonths({ database, clock, timeZone }: Closing): Promise<void> {
  const now = clock();
  const newest = newestToClose(now, timeZone);
  for (const store of await storesToClose(database, newest, timeZone)) {
    let { month, from } = nextOf(store, timeZone);
    while (month <= newest) {
      const { endsAt, closesAt } = endsOf(month, timeZone);
      await closeMonth(database, { partnerId: store.id, month, from, endsAt, closesAt }, now);
      [month, from] = [monthOf(month).before, endsAt];
    }
  }
}

/** The first day of the last month that is over since the 3rd of the next. */
function newestToClose(now: Date, timeZone: string): Day {
  const last = monthBefore(monthOf(dayOf(now, timeZone)).from);
  return now >= endsOf(last, timeZone).closesAt ? last : monthBefore(last);
}

interface StoreToClose {
  id: number;
  createdAt: Date;
  /** Its first line. */
  firstAt: Date | null;
  /** What was closed last of it. */
  month: Day | null;
  endsAt: Date | null;
}

/** The stores that were there by the end of a month that is not closed for them. Most hours there are none. */
async function storesToClose(executor: Executor, newest: Day, timeZone: string): Promise<StoreToClose[]> {
  const { endsAt } = endsOf(newest, timeZone);
  const isClosed = executor
    .select({ one: sql`1` })
    .from(statements)
    .where(and(eq(statements.partnerId, partners.id), eq(statements.month, newest)));
  const first = executor
    .select({ firstAt: sql<Date | null>`${codeRedemptions.at}`.mapWith(codeRedemptions.at).as('first_at') })
    .from(codeRedemptions)
    .where(eq(codeRedemptions.partnerId, partners.id))
    .orderBy(asc(codeRedemptions.at), asc(codeRedemptions.id))
    .limit(1)
    .as('first');
  const last = executor
    .select({ month: statements.month, endsAt: statements.endsAt })
    .from(statements)
    .where(eq(statements.partnerId, partners.id))
    .orderBy(sql`${statements.month} desc`)
    .limit(1)
    .as('last');
  return await executor
    .select({
      id: partners.id,
      createdAt: partners.createdAt,
      firstAt: first.firstAt,
      month: last.month,
      endsAt: last.endsAt,
    })
    .from(partners)
    .leftJoinLateral(first, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .where(and(notExists(isClosed), or(lt(partners.createdAt, endsAt), lt(first.firstAt, endsAt))))
    .orderBy(asc(partners.id));
}

/** The month after the last that was closed of a store, else its first, which has all lines until its end. */
function nextOf({ createdAt, firstAt, month, endsAt }: StoreToClose, timeZone: string) {
  if (month && endsAt) return { month: monthOf(month).before, from: endsAt };
  const since = firstAt && firstAt < createdAt ? firstAt : createdAt;
  return { month: monthOf(dayOf(since, timeZone)).from, from: new Date(0) };
}

interface MonthToClose {
  partnerId: number;
  month: Day;
  from: Date;
  endsAt: Date;
  closesAt: Date;
}

async function closeMonth(database: Database, given: MonthToClose, now: Date): Promise<void> {
  const { partnerId, month, from, endsAt, closesAt } = given;
  const { redeemed, reversed, digest } = await sumOf(database, { partnerId, from, before: endsAt });
  await inTransaction(database, async (transaction) => {
    const made = await transaction
      .insert(statements)
      .values({ partnerId, month, endsAt, redeemed, reversed, digest, closedAt: closesAt })
      .onConflictDoNothing()
      .returning({ month: statements.month });
    if (made.length === 0) return;
    await recordAudit(transaction, now, {
      actor: 'site',
      actorRole: 'system',
      action: 'statement.closed',
      entityType: 'partner',
      entityId: partnerId,
      details: { month: month.slice(0, 7), digest, redeemed, reversed },
    });
  });
}

/**
 * Compares every closed month with the ledger. To see one moment, it must be asked in a transaction that does, such as one
 * with repeatable reads.
 *
 * @returns a sentence about each that is not what its lines come to; none, if all is well.
 */
export async function wrongStatements(executor: Executor): Promise<string[]> {
  const closed = await executor
    .select({ statement: statements, store: partners.name })
    .from(statements)
    .innerJoin(partners, eq(partners.id, statements.partnerId))
    .orderBy(asc(statements.partnerId), asc(statements.month));
  const wrong: string[] = [];
  let before: (typeof closed)[number] | undefined;
  for (const row of closed) {
    const { statement, store } = row;
    const { partnerId, month, endsAt } = statement;
    const earlier = before?.statement.partnerId === partnerId ? before.statement : undefined;
    const named = (first: Day) => `The statement of ${store} (partner ${partnerId}) for ${first.slice(0, 7)}`;
    for (let due = earlier && monthOf(earlier.month).before; due && due < month; due = monthOf(due).before) {
      wrong.push(`${named(due)} is gone.`);
    }
    const from = startOf(earlier, statement) ?? new Date(0);
    const sum = await sumOf(executor, { partnerId, from, before: endsAt });
    const trouble = differenceOf(statement, sum);
    if (trouble) wrong.push(`${named(month)} ${trouble}`);
    before = row;
  }
  return wrong;
}

type Sum = Awaited<ReturnType<typeof sumOf>>;

function differenceOf(closed: Sum, recounted: Sum): string | null {
  const counts = ({ redeemed, reversed }: Sum) => `${redeemed} redeemed and ${reversed} reversed`;
  if (counts(closed) !== counts(recounted)) {
    return `was closed with ${counts(closed)}; the ledger now has ${counts(recounted)}.`;
  }
  if (closed.digest === recounted.digest) return null;
  return 'has another digest than its file now: a line of it, or the digest, was changed.';
}
