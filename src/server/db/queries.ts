import { type AnyColumn, type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';

/** `totalDonations` for `total_donations`: some answers spell their keys as the database does. */
type OwnName<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<OwnName<Rest>>}`
  : Key;

type ColumnsOf<Table extends PgTable> = Table['_']['columns'];

/** The columns of a table that stand in an answer, under its keys. */
type Columns<Table extends PgTable, Answer> = {
  [
    Key in keyof Answer & string as OwnName<Key> extends keyof ColumnsOf<Table> ? Key : never
  ]: ColumnsOf<Table>[OwnName<Key>];
};

/**
 * The columns of a table that an answer's schema names, for `select(…)`. What else the schema names is for the query to
 * add: without it the rows are not what the contract says, and do not compile.
 */
export function columnsFor<Table extends PgTable, Answer extends z.core.$ZodShape>(
  table: Table,
  answer: z.ZodObject<Answer>,
): Columns<Table, Answer> {
  const columns: Record<string, Column> = getTableColumns(table);
  const named = Object.keys(answer.shape).flatMap((key) => {
    const column = columns[key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return column ? [[key, column] as const] : [];
  });
  return Object.fromEntries(named) as Columns<Table, Answer>;
}

/** What a body gives, with null for a blank: a field that was left out stays as it is. */
export function blankAsNull<Body extends object>(
  body: Body,
): { [Field in keyof Body]: Exclude<Body[Field], undefined> | null } {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, value ?? null]),
  ) as ReturnType<typeof blankAsNull<Body>>;
}

/** A text as searches compare it: in lower case, without accents and with one kind of apostrophe. */
export function fold(text: AnyColumn | SQL | string): SQL<string> {
  return sql<string>`fold(${text})`;
}

/** The pattern of what has a text in it anywhere, folded. */
export function anywhere(text: string): SQL {
  return sql`'%' || ${literally(text)} || '%'`;
}

/** The pattern of what begins with a text, folded. */
export function startOf(text: string): SQL {
  return sql`${literally(text)} || '%'`;
}

/** An ID as searches compare it: without spaces and hyphens. A text of nothing else stays, and is no ID's. */
export function withoutGaps(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '') || text;
}

/** The number of a row that a text is, `118` or `#118`, or 0, which no row has. */
export function numberIn(text: string): number {
  return Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0);
}

/** Whether a folded text is like a pattern. */
export function like(column: AnyColumn | SQL, pattern: SQL): SQL {
  return sql`${column} like ${pattern}`;
}

/** Escaped once folded, which makes a % of a wide one. */
function literally(text: string): SQL {
  return sql`regexp_replace(${fold(text)}, '([\\\\%_])', '\\\\\\1', 'g')`;
}

/** So few that a batch holds the database and the event loop for some milliseconds only. */
const BATCH_ROWS = 500;

/**
 * All rows of a list in batches, for a file that is written as it is read.
 *
 * @param read the rows with a higher id, lowest first, and no more than so many.
 */
export async function* inBatches<Row extends { id: number }>(
  read: (afterId: number, most: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = await read(0, BATCH_ROWS);
  for (let last = rows.at(-1); last && rows.length === BATCH_ROWS; last = rows.at(-1)) {
    yield rows;
    rows = await read(last.id, BATCH_ROWS);
  }
  yield rows;
}
