// Of which lines a store's account of a month is made, and the file that its digest seals. A month goes from where the one
// before ended to its own end: once it is closed both stand in its row, so that another time zone of the site moves neither.
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Day, dayOf, daysAfter, monthOf, startOfDay } from '#shared/dates.ts';
import type { Executor } from '#server/database.ts';
import { type CsvTable, digestOfCsv } from '#server/http/csv.ts';
import { checkYears, invalidFields } from '#server/http/refusal.ts';
import { codeRedemptions, statements } from '#server/schema.ts';
import type { StatementLine } from './contract.ts';
import { CLOSING_DAY } from './rules.ts';
import { maskedCode } from '#features/rewards/serverRows.ts';

/** So few that a batch holds the database and the event loop for some milliseconds only. */
const BATCH_ROWS = 500;

/** A store's month: its lines are from `from` on and from before `before`. */
export interface StoreMonth {
  partnerId: number;
  from: Date;
  before: Date;
}

/** A month that is closed has its row within the hour; until then it comes to the same. */
interface Account extends StoreMonth {
  closedAt: Date | null;
  /** Of its row. */
  digest: string | null;
}

/** When a month ends, and when it closes, by the site's days. */
export function endsOf(month: Day, timeZone: string): { endsAt: Date; closesAt: Date } {
  const { before } = monthOf(month);
  return {
    endsAt: startOfDay(before, timeZone),
    closesAt: startOfDay(daysAfter(before, CLOSING_DAY - 1), timeZone),
  };
}

/** The first day of the month before. */
export function monthBefore(month: Day): Day {
  return monthOf(daysAfter(month, -1)).from;
}

/**
 * The first day of the month that is asked for, `YYYY-MM`, or of the present one.
 *
 * @throws Refusal 400 where it has not begun.
 */
export function askedMonth(asked: string | undefined, now: Date, timeZone: string): Day {
  const present = monthOf(dayOf(now, timeZone)).from;
  if (asked === undefined) return present;
  checkYears({ month: asked }, 'Please give a month, such as 2026-11');
  const month = `${asked}-01`;
  if (month > present) throw invalidFields({ month: 'That month has not begun yet.' });
  return month;
}

/** From when to when a store's account of a month goes, and whether it is closed. */
export async function accountOf(
  executor: Executor,
  partnerId: number,
  month: Day,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Account> {
  const { endsAt, closesAt } = endsOf(month, timeZone);
  const closed = await executor
    .select()
    .from(statements)
    .where(and(eq(statements.partnerId, partnerId), inArray(statements.month, [month, monthBefore(month)])));
  const own = closed.find((row) => row.month === month);
  const earlier = closed.find((row) => row.month !== month);
  return {
    partnerId,
    from: startOf(earlier, own) ?? startOfDay(month, timeZone),
    before: own?.endsAt ?? endsAt,
    closedAt: own?.closedAt ?? (now >= closesAt ? closesAt : null),
    digest: own?.digest ?? null,
  };
}

type Closed = Pick<typeof statements.$inferSelect, 'endsAt'>;

/** Where the lines of a month begin that is closed, or that follows one: the first of a store has all there are. */
export function startOf(earlier: Closed | undefined, own: Closed | undefined): Date | undefined {
  return earlier?.endsAt ?? (own && new Date(0));
}

const originals = alias(codeRedemptions, 'originals');

type Batch = { partnerId: number; afterAt: string; afterId: number; before: Date };

const linesAfter = (executor: Executor, given: Batch) =>
  executor
    .select({ ...lineColumns })
    .from(codeRedemptions)
    .leftJoin(originals, eq(originals.id, codeRedemptions.reverses))
    .where(
      and(
        eq(codeRedemptions.partnerId, given.partnerId),
        sql`(${codeRedemptions.at}, ${codeRedemptions.id}) > (${given.afterAt}::timestamptz, ${given.afterId}::int)`,
        lt(codeRedemptions.at, given.before),
      ),
    )
    .orderBy(asc(codeRedemptions.at), asc(codeRedemptions.id))
    .limit(sql.raw(String(BATCH_ROWS)) as unknown as number);

const lineColumns = {
  id: codeRedemptions.id,
  at: codeRedemptions.at,
  code: codeRedemptions.code,
  clerk: codeRedemptions.clerk,
  kind: codeRedemptions.kind,
  originalAt: originals.at,
};

/** A row of the ledger as both sides of an account may read it. */
function written(row: Omit<StatementLine, 'at' | 'originalAt'> & { at: Date; originalAt: Date | null }) {
  return {
    ...row,
    at: row.at.toISOString(),
    originalAt: row.originalAt?.toISOString() ?? null,
    code: maskedCode(row.code),
  } satisfies StatementLine;
}

/** The lines of a store's month, oldest first, in batches along an index. */
export async function* linesOf(
  executor: Executor,
  { partnerId, from, before }: StoreMonth,
): AsyncGenerator<StatementLine[]> {
  // A row's number is 1 or more.
  let after = { afterAt: from.toISOString(), afterId: 0 };
  for (;;) {
    const rows = await linesAfter(executor, { partnerId, before, ...after });
    yield rows.map(written);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = { afterAt: last.at.toISOString(), afterId: last.id };
  }
}

/**
 * The file of a store's month. Its digest is kept for years and computed by others: whatever changes a byte of it, a column or
 * how one is written, makes every digest wrong that there is.
 */
export function fileOf(batches: AsyncIterable<StatementLine[]>): Omit<CsvTable, 'fileName'> {
  return {
    header: ['id', 'at', 'code', 'clerk', 'kind', 'original at', 'uses'],
    batches: cellsOf(batches),
  };
}

async function* cellsOf(batches: AsyncIterable<StatementLine[]>) {
  for await (const lines of batches) {
    yield lines.map(({ id, at, code, clerk, kind, originalAt }) => [
      id,
      at,
      code,
      clerk,
      kind,
      originalAt,
      kind === 'redeemed' ? 1 : -1,
    ]);
  }
}

/** What a store's month comes to. */
export async function sumOf(
  executor: Executor,
  storeMonth: StoreMonth,
): Promise<{ redeemed: number; reversed: number; digest: string }> {
  const sum = { redeemed: 0, reversed: 0 };
  async function* counted() {
    for await (const lines of linesOf(executor, storeMonth)) {
      for (const { kind } of lines) sum[kind] += 1;
      yield lines;
    }
  }
  const digest = await digestOfCsv(fileOf(counted()));
  return { ...sum, digest };
}
