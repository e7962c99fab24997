import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

interface Preparable<Result> {
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

/** A value that comes with the call and is sent as it is: an instant, which may be missing, or one in a `set`. */
export function parameter(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** The pool, or the connection that a transaction has. Drizzle keeps it to itself. */
function connectionOf(executor: Executor): object {
  return (executor as unknown as { session: { client: object } }).session.client;
}
