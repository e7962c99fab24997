// Monthly statements: reading one, writing its file, and closing months. A month begins where the one before it ended. Each
// closed month stores its end, so that a change of the site's time zone moves no line.
import { and, asc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { recordAudit } from '#features/audit/server.ts';
import { maskedCode } from '#features/rewards/serverRows.ts';
import { type Day, dayOf, daysAfter, monthOf, startOfDay } from '#shared/dates.ts';
import { type Database, type Executor, inTransaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { type CsvTable, digestOfCsv } from '#server/http/downloads.ts';
import { checkYears, invalidFields } from '#server/http/refusal.ts';
import { columnsFor } from '#server/db/queries.ts';
import { codeRedemptions, partners, statements } from '#server/db/schema.ts';
import { monthMessage, type StatementLine, statementLine } from './contract.ts';
import { CLOSING_DAY } from './rules.ts';

interface StatementCall {
  database: Database;
  query: { month?: string | undefined };
  site: Pick<Site, 'timeZone'>;
  now: Date;
}

/**
 * A store's statement of the requested month, or of the current one. From its closing time on a month counts as closed,
 * even before the hourly job has written its row.
 *
 * @throws Refusal 400 for a month that has not begun.
 */
export async function readStatement(
  { database, query, site: { timeZone }, now }: StatementCall,
  { id, name }: { id: number; name: string },
) {
  const currentMonth = monthOf(dayOf(now, timeZone)).from;
  checkYears({ month: query.month }, monthMessage);
  const month = query.month === undefined ? currentMonth : `${query.month}-01`;
  if (month > currentMonth) throw invalidFields({ month: 'That month has not begun yet.' });
  const previousMonth = monthOf(daysAfter(month, -1)).from;
  const rows = await database
    .select()
    .from(statements)
    .where(and(eq(statements.partnerId, id), inArray(statements.month, [month, previousMonth])));
  const closedRow = rows.find((row) => row.month === month);
  const previousRow = rows.find((row) => row.month === previousMonth);
  const { endsAt, closesAt } = monthDeadlines(month, timeZone);
  // A store's first closed month includes all lines before it.
  const from = previousRow?.endsAt ?? (closedRow ? new Date(0) : startOfDay(month, timeZone));
  const lines = await listLines(database, id, { from, before: closedRow?.endsAt ?? endsAt });
  const closedAt = closedRow?.closedAt ?? (now >= closesAt ? closesAt : null);
  const digest = closedRow?.digest ?? (closedAt ? await digestOfCsv(statementTable(lines)) : null);
  return {
    ok: true as const,
    partner: { id, name },
    month: month.slice(0, 7),
    lines,
    totals: totalsOf(lines),
    closedAt: closedAt?.toISOString() ?? null,
    digest,
  };
}

/** When a month ends, and when it closes, in the site's time zone. */
function monthDeadlines(month: Day, timeZone: string) {
  const { before: nextMonth } = monthOf(month);
  return {
    endsAt: startOfDay(nextMonth, timeZone),
    closesAt: startOfDay(daysAfter(nextMonth, CLOSING_DAY - 1), timeZone),
  };
}

const originals = alias(codeRedemptions, 'originals');

/** A store's ledger entries at or after `from` and before `before`, oldest first. */
export async function listLines(
  executor: Executor,
  partnerId: number,
  { from, before }: { from: Date; before: Date },
): Promise<StatementLine[]> {
  const rows = await executor
    .select({ ...columnsFor(codeRedemptions, statementLine), originalAt: originals.at })
    .from(codeRedemptions)
    .leftJoin(originals, eq(originals.id, codeRedemptions.reverses))
    .where(
      and(
        eq(codeRedemptions.partnerId, partnerId),
        gte(codeRedemptions.at, from),
        lt(codeRedemptions.at, before),
      ),
    )
    .orderBy(asc(codeRedemptions.at), asc(codeRedemptions.id));
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    originalAt: row.originalAt?.toISOString() ?? null,
    code: maskedCode(row.code),
  }));
}

/**
 * A statement as a file. Stores keep its digest for years. Changing a single byte, by a column or its format, makes all
 * earlier digests wrong.
 */
export function statementTable(lines: readonly StatementLine[]): Omit<CsvTable, 'fileName'> {
  const cells = lines.map(({ id, at, code, clerk, kind, originalAt }) => [
    id,
    at,
    code,
    clerk,
    kind,
    originalAt,
    kind === 'redeemed' ? 1 : -1,
  ]);
  async function* oneBatch() {
    yield cells;
  }
  return { header: ['id', 'at', 'code', 'clerk', 'kind', 'original at', 'uses'], batches: oneBatch() };
}

export function totalsOf(lines: readonly StatementLine[]) {
  const redeemed = lines.filter(({ kind }) => kind === 'redeemed').length;
  const reversed = lines.length - redeemed;
  return { redeemed, reversed, net: redeemed - reversed };
}

/**
 * Closes all months whose closing day has come, for every store. Each gets a row that never changes. If several processes
 * run this at once, only one of them closes each month.
 */
export async function closeMonths(site: Pick<Site, 'database' | 'clock' | 'timeZone'>): Promise<void> {
  const { database, timeZone } = site;
  const now = site.clock();
  for (const store of await listStores(database)) {
    let { month, from } = firstOpenMonth(store, timeZone);
    let deadlines = monthDeadlines(month, timeZone);
    while (deadlines.closesAt <= now) {
      await closeMonth(database, { partnerId: store.id, month, from, ...deadlines }, now);
      from = deadlines.endsAt;
      month = monthOf(month).before;
      deadlines = monthDeadlines(month, timeZone);
    }
  }
}

/** Every store with the time of its first ledger entry, and its last closed month. */
async function listStores(executor: Executor) {
  const { at, partnerId } = codeRedemptions;
  return await executor
    .select({
      id: partners.id,
      createdAt: partners.createdAt,
      firstEntryAt:
        sql<Date | null>`(select min(${at}) from ${codeRedemptions} where ${partnerId} = ${partners.id})`.mapWith(
          at,
        ),
      closedMonth: max(statements.month),
      closedMonthEndsAt: max(statements.endsAt),
    })
    .from(partners)
    .leftJoin(statements, eq(statements.partnerId, partners.id))
    .groupBy(partners.id)
    .orderBy(partners.id);
}

type Store = Awaited<ReturnType<typeof listStores>>[number];

/** The month after the store's last closed one, or else its first, which includes all earlier lines. */
function firstOpenMonth(
  { createdAt, firstEntryAt, closedMonth, closedMonthEndsAt }: Store,
  timeZone: string,
) {
  if (closedMonth && closedMonthEndsAt) {
    return { month: monthOf(closedMonth).before, from: closedMonthEndsAt };
  }
  const since = firstEntryAt && firstEntryAt < createdAt ? firstEntryAt : createdAt;
  return { month: monthOf(dayOf(since, timeZone)).from, from: new Date(0) };
}

type OpenMonth = { partnerId: number; month: Day; from: Date; endsAt: Date; closesAt: Date };

async function closeMonth(
  database: Database,
  { partnerId, month, from, endsAt, closesAt }: OpenMonth,
  now: Date,
): Promise<void> {
  const lines = await listLines(database, partnerId, { from, before: endsAt });
  const { redeemed, reversed } = totalsOf(lines);
  const digest = await digestOfCsv(statementTable(lines));
  await inTransaction(database, async (transaction) => {
    const inserted = await transaction
      .insert(statements)
      .values({ partnerId, month, endsAt, redeemed, reversed, digest, closedAt: closesAt })
      .onConflictDoNothing()
      .returning({ month: statements.month });
    if (inserted.length === 0) return;
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
