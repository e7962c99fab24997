import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { connectionOf, type Executor } from './database.ts';

/** A query that Drizzle can build once, to be asked many times. */
export interface Preparable<Result> {
  prepare: (name: string) => { execute: (values?: Record<string, unknown>) => Promise<Result> };
}

/**
 * A query whose text is built once for each connection, and whose plan the database keeps. Building the text anew
 * costs more than sending it, so what is asked most often is asked this way.
 *
 * @param name unlike that of any other prepared query.
 * @param build the query, with `sql.placeholder(…)` for what differs from call to call.
 */
export function prepared<Result>(
  name: string,
  build: (executor: Executor) => Preparable<Result>,
): (executor: Executor, values?: Record<string, unknown>) => Promise<Result> {
  const queries = new WeakMap<object, ReturnType<Preparable<Result>['prepare']>>();
  return (executor, values) => {
    const connection = connectionOf(executor);
    const query = queries.get(connection) ?? build(executor).prepare(name);
    queries.set(connection, query);
    return query.execute(values);
  };
}

/** A placeholder for each value that is there, and nothing for those that are not. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder };

/**
 * As `prepared`, for a query whose text depends on which values are given, and on a few words that are part of its shape,
 * such as a status or an order. Each shape is built once for a connection.
 *
 * @param shape few words of few choices each: every combination asked for stays prepared.
 * @param goesAlone where the statement may take long, or where a plan for any values at all can be far from the best for
 * these ones, as with searched texts. It is planned anew then, and gets a connection of its own. So does a far page.
 */
export function preparedByShape<Shape extends Record<string, string | undefined>, Values, Result>(
  name: string,
  build: (executor: Executor, shape: Shape, given: Given<Values>) => Preparable<Result>,
  goesAlone: (values: Values) => boolean = () => false,
): (executor: Executor, shape: Shape, values: Values) => Promise<Result> {
  const queries = new Map<string, ReturnType<typeof prepared<Result>>>();
  return (executor, shape, values) => {
    const given = Object.entries(values as Record<string, unknown>).filter(
      ([, value]) => value !== undefined,
    );
    const names = given.map(([key]) => key);
    const words = Object.values(shape).map(String);
    const isAlone = goesAlone(values) || isFar(values as { offset?: unknown });
    const key = [String(isAlone), ...words, ...names].join(' ');
    let query = queries.get(key);
    if (!query) {
      const placeholders = Object.fromEntries(
        names.map((own) => [own, sql.placeholder(own)]),
      ) as Given<Values>;
      // The database takes an empty name for a statement that is not to be kept.
      const ownName = isAlone ? '' : `${name} ${queries.size + 1}`;
      query = prepared(ownName, (connection) => build(connection, shape, placeholders));
      queries.set(key, query);
    }
    return query(executor, Object.fromEntries(given));
  };
}

/** Passing over so many rows takes longer than whoever asked for something short should wait. */
const FAR_ROWS = 20_000;

function isFar({ offset }: { offset?: unknown }): boolean {
  return typeof offset === 'number' && offset >= FAR_ROWS;
}

/** A value that comes with the call and is sent as it is: an instant, which may be missing, or one in a `set`. */
export function parameter(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}
