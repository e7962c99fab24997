import { type Column, getTableColumns } from 'drizzle-orm';
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
