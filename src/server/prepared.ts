import { is, Param, Placeholder, sql } from 'drizzle-orm';
import { connectionOf, type Executor } from './database.ts';

/** A query that Drizzle can build once, to be asked many times. */
export interface Preparable<Result> {
  prepare: (name: string) => PreparedQuery<Result>;
}

interface PreparedQuery<Result> {
  execute: (values?: Record<string, unknown>) => Promise<Result>;
  getQuery: () => { params: unknown[] };
}

/**
 * A query whose text is built once for each connection, and whose plan the database keeps. Building the text anew
 * costs more than sending it, so what is asked most often is asked this way.
 *
 * @param name unlike that of any other prepared query.
 * @param build the query, with a placeholder of `given` for each value that differs from call to call.
 * @throws Error for a value that the query has no place for.
 */
export function prepared<Result, Values extends object = object>(
  name: string,
  build: (executor: Executor, given: Given<Values>) => Preparable<Result>,
): (executor: Executor, ...values: keyof Values extends never ? [] : [values: Values]) => Promise<Result> {
  const queries = new WeakMap<object, { query: PreparedQuery<Result>; places: ReadonlySet<string> }>();
  return (executor, ...[values]) => {
    const connection = connectionOf(executor);
    let kept = queries.get(connection);
    if (!kept) {
      const query = build(executor, placeholders as Given<Values>).prepare(name);
      kept = { query, places: placesOf(query) };
      queries.set(connection, kept);
    }
    // Drizzle itself misses a value, but passes over one too many.
    for (const own of Object.keys(values ?? {})) {
      if (!kept.places.has(own)) throw new Error(`The query "${name}" has no place for "${own}".`);
    }
    return kept.query.execute(values as Record<string, unknown> | undefined);
  };
}

/** A placeholder under whatever name a query asks for. */
const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });

/** The names of the values that a query takes. */
function placesOf(query: PreparedQuery<unknown>): ReadonlySet<string> {
  const taken = query.getQuery().params.map((place) => (is(place, Param) ? place.value : place));
  return new Set(taken.filter((place) => is(place, Placeholder)).map((place) => place.name));
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
  const queries = new Map<string, ReturnType<typeof prepared<Result, Record<string, unknown>>>>();
  return (executor, shape, values) => {
    const sent: Record<string, unknown> = Object.fromEntries(
      Object.entries(values as object).filter(([, value]) => value !== undefined),
    );
    const names = Object.keys(sent);
    const words = Object.values(shape).map(String);
    const isAlone = goesAlone(values) || isFar(values as { offset?: unknown });
    const key = [String(isAlone), ...words, ...names].join(' ');
    let query = queries.get(key);
    if (!query) {
      // The database takes an empty name for a statement that is not to be kept.
      const ownName = isAlone ? '' : `${name} ${queries.size + 1}`;
      const given = Object.fromEntries(names.map((own) => [own, sql.placeholder(own)])) as Given<Values>;
      query = prepared<Result, Record<string, unknown>>(ownName, (connection) =>
        build(connection, shape, given),
      );
      queries.set(key, query);
    }
    return query(executor, sent);
  };
}

/** Passing over so many rows takes longer than whoever asked for something short should wait. */
const FAR_ROWS = 20_000;

function isFar({ offset }: { offset?: unknown }): boolean {
  return typeof offset === 'number' && offset >= FAR_ROWS;
}
