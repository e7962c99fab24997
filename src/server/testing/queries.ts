import type { Database } from '#server/db/database.ts';

interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** Collects the SELECTs that reach the database until stopped. */
export function recordQueries(database: Database): { stop: () => RecordedQuery[] } {
  const pool = database.$client;
  const original = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const queries: RecordedQuery[] = [];
  pool.query = ((query: { text: string }, values: unknown[] = []) => {
    if (query.text.startsWith('select')) queries.push({ text: query.text, values });
    return original(query, values);
  }) as typeof pool.query;
  return {
    stop: () => {
      pool.query = original as typeof pool.query;
      return queries;
    },
  };
}
