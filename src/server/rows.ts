// Rows and changes on their way into a table. Drizzle passes over a column that a row leaves out and over a key that is
// no column; here neither compiles, wherever the values come from.
import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgInsertBase, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';
import { type Given, type Preparable, prepared } from './prepared.ts';

/** A column that can be written: not a generated one, and not a number that the database gives. */
type ColumnOf<Table extends PgTable> = keyof Table['$inferInsert'] & keyof Table['$inferSelect'] & string;

/** A column that a row can begin without: it may be null, or it has a default. */
type LaterOf<Table extends PgTable> = {
  [Name in ColumnOf<Table>]: undefined extends Table['$inferInsert'][Name] ? Name : never;
}[ColumnOf<Table>];

/** What a new row must be given: every column but those that are set later in its life. Undefined is null. */
export type NewRow<Table extends PgTable, Later extends LaterOf<Table> = never> = {
  [Name in Exclude<ColumnOf<Table>, Later>]:
    | Table['$inferSelect'][Name]
    | (null extends Table['$inferSelect'][Name] ? undefined : never);
};

/** The same, with places of a prepared query for values that differ from call to call. */
type OrPlaces<Row> = { [Name in keyof Row]: Row[Name] | Placeholder };

/** What an update may set. */
export type Change<Table extends PgTable> = {
  [Name in ColumnOf<Table>]?: Table['$inferSelect'][Name] | SQL | undefined;
};

/** What is wanted and no key more, also where it comes by a spread or a variable. */
export type Exact<Wanted, Values extends Wanted> = Values & {
  [Key in Exclude<keyof Values, keyof Wanted>]: never;
};

/** Columns that are set later in a row's life: it begins without them, or with their default. */
interface InsertOptions<Later> {
  later?: readonly Later[];
}

/** Drizzle's `executor.insert(table)`, for a whole row. @throws Error for a key that is no column. */
export function insertInto<Table extends PgTable, const Later extends LaterOf<Table> = never>(
  executor: Executor,
  table: Table,
  { later = [] }: InsertOptions<Later> = {},
) {
  type Wanted = OrPlaces<NewRow<Table, Later>>;
  const values = <Row extends Wanted>(row: Exact<Wanted, Row>) =>
    executor.insert(table).values(wholeRow(columnsOfNewRow(table, later), row) as Table['$inferInsert']);
  return { values };
}

/**
 * Values for `update(table).set(…)`. What is undefined stays as it is.
 *
 * @throws Error for a key that is no column.
 */
export function onlyColumns<Table extends PgTable, Values extends Change<Table>>(
  table: Table,
  values: Exact<Change<Table>, Values>,
): Change<Table> {
  refuseUnknownKeys(getTableColumns(table), values);
  return values;
}

/**
 * An insert of whole rows. One row goes by a prepared statement, several by a statement made for them.
 *
 * @param name unlike that of any other prepared query.
 * @param finish adds what follows the values, such as `returning()`.
 */
export function preparedInsert<Table extends PgTable, Result, const Later extends LaterOf<Table> = never>(
  name: string,
  table: Table,
  { later = [] }: InsertOptions<Later>,
  finish: (insert: PgInsertBase<Table, NodePgQueryResultHKT>) => Preparable<Result>,
) {
  const writable = columnsOfNewRow(table, later);
  const insert = (executor: Executor, rows: object[]) =>
    finish(executor.insert(table).values(rows as Table['$inferInsert'][]));
  const insertOne = prepared(name, (executor, given: Given<Record<string, unknown>>) => {
    const places = Object.entries(writable).map(
      ([own, column]) => [own, placeIn(column, given[own])] as const,
    );
    return insert(executor, [Object.fromEntries(places)]);
  });
  return async <Row extends NewRow<Table, Later>>(
    executor: Executor,
    ...rows: Exact<NewRow<Table, Later>, Row>[]
  ): Promise<Result> => {
    const whole = rows.map((row) => wholeRow(writable, row));
    const [first] = whole;
    if (first && whole.length === 1) return await insertOne(executor, first);
    return await insert(executor, whole).prepare('').execute();
  };
}

function columnsOfNewRow(table: PgTable, later: readonly string[]): Record<string, PgColumn> {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.filter(
      ([name, { generated, generatedIdentity }]) => !generated && !generatedIdentity && !later.includes(name),
    ),
  );
}

/** A column writes a value as the database reads it, but knows no null. */
function placeIn(column: PgColumn, placeholder: Placeholder | undefined): SQL {
  const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value));
  return sql`${sql.param(placeholder, { mapToDriverValue })}`;
}

/** Every column with what is given for it. Drizzle would write DEFAULT for what is undefined. */
function wholeRow(columns: object, row: object): Record<string, unknown> {
  refuseUnknownKeys(columns, row);
  const given = row as Record<string, unknown>;
  return Object.fromEntries(Object.keys(columns).map((name) => [name, given[name] ?? null]));
}

function refuseUnknownKeys(columns: object, values: object): void {
  const unknown = Object.keys(values).find((key) => !Object.hasOwn(columns, key));
  if (unknown !== undefined) throw new Error(`No column takes "${unknown}".`);
}
