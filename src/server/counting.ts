import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';
import { MOST_COUNTED } from '#shared/lists.ts';

/** The rows of a table that meet a condition, as far as a search counts them and one more. */
export function rowsToCount(executor: Executor, table: PgTable, condition: SQL | undefined) {
  return executor
    .select({ row: sql`1`.as('row') })
    .from(table)
    .where(condition)
    .limit(MOST_COUNTED + 1)
    .as('counted');
}

/** How many rows of a table meet a condition, as far as a search counts them and one more. */
export async function countBounded(
  executor: Executor,
  table: PgTable,
  condition: SQL | undefined,
): Promise<number> {
  return await executor.$count(rowsToCount(executor, table, condition));
}

/** A number of rows as a list tells it: of what texts find no more than are counted. */
export function asCounted(
  rows: number,
  ...texts: (string | undefined)[]
): { total: number; moreThanTotal?: true } {
  if (rows <= MOST_COUNTED || !texts.some(Boolean)) return { total: rows };
  return { total: MOST_COUNTED, moreThanTotal: true };
}

/** The rows of a page; of what a text finds as far as it is counted. */
export async function upToCounted<Row>(
  offset: number,
  text: string | undefined,
  find: () => PromiseLike<Row[]>,
): Promise<Row[]> {
  if (!text) return await find();
  return offset >= MOST_COUNTED ? [] : (await find()).slice(0, MOST_COUNTED - offset);
}
