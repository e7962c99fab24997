import { type AnyColumn, type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';

/** `totalDonations` for `total_donations`, because some answers spell their keys as the database does. */
type PropertyName<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<PropertyName<Rest>>}`
  : Key;

type ColumnsOf<Table extends PgTable> = Table['_']['columns'];

/** Columns of a table under an answer's keys. */
type Columns<Table extends PgTable, Answer> = {
  [
    Key in keyof Answer & string as PropertyName<Key> extends keyof ColumnsOf<Table> ? Key : never
  ]: ColumnsOf<Table>[PropertyName<Key>];
};

/** The columns of a table that an answer's schema names, for `select(…)`. The query adds what else the schema names. */
export function columnsFor<Table extends PgTable, Answer extends z.core.$ZodShape>(
  table: Table,
  answer: z.ZodObject<Answer>,
): Columns<Table, Answer> {
  const columns: Record<string, Column> = getTableColumns(table);
  const chosen = Object.keys(answer.shape).flatMap((key) => {
    const column = columns[key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return column ? [[key, column] as const] : [];
  });
  return Object.fromEntries(chosen) as Columns<Table, Answer>;
}

/** A body's fields with null for a blank one, for `set(…)`. Absent fields stay absent. */
export function blankAsNull<Body extends object>(
  body: Body,
): { [Field in keyof Body]: Exclude<Body[Field], undefined> | null } {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, value ?? null]),
  ) as ReturnType<typeof blankAsNull<Body>>;
}

/** A text in the form that searches compare: lower case, without accents, one kind of apostrophe. */
export function fold(text: AnyColumn | SQL | string): SQL<string> {
  return sql<string>`fold(${text})`;
}

/** A pattern for folded texts that contain a text. */
export function anywhere(text: string): SQL {
  return sql`'%' || ${escapePattern(text)} || '%'`;
}

/** A pattern for folded texts that begin with a text. */
export function startOf(text: string): SQL {
  return sql`${escapePattern(text)} || '%'`;
}

/** A donor ID without spaces and hyphens, as searches compare it. A text of only these stays unchanged. */
export function withoutGaps(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '') || text;
}

/** The row number in `118` or `#118`; 0, which no row has, for any other text. */
export function numberIn(text: string): number {
  return Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0);
}

/** Whether a folded text is like a pattern. */
export function like(column: AnyColumn | SQL, pattern: SQL): SQL {
  return sql`${column} like ${pattern}`;
}

/** Escapes after folding, because folding turns a wide ％ into %. */
function escapePattern(text: string): SQL {
  return sql`regexp_replace(${fold(text)}, '([\\\\%_])', '\\\\\\1', 'g')`;
}

/** A batch of this size occupies the database and the event loop for some milliseconds. */
const BATCH_ROWS = 500;

/**
 * All rows of a list in batches, for streaming a file.
 *
 * @param read gives at most `limit` rows with an id above `afterId`, lowest first.
 */
export async function* inBatches<Row extends { id: number }>(
  read: (afterId: number, limit: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = await read(0, BATCH_ROWS);
  for (let lastRow = rows.at(-1); lastRow && rows.length === BATCH_ROWS; lastRow = rows.at(-1)) {
    yield rows;
    rows = await read(lastRow.id, BATCH_ROWS);
  }
  yield rows;
}
