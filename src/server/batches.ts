import { setImmediate } from 'node:timers/promises';
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';
import { type Given, type Preparable, prepared } from './prepared.ts';

/** So few that a batch holds the database and the event loop for some milliseconds only. */
const BATCH_ROWS = 500;

type Build<Row> = (
  executor: Executor,
  condition: SQL | undefined,
  afterId: Placeholder,
  limit: Placeholder,
) => Preparable<Row[]>;

/**
 * A list that is read in batches by a key that grows, so that each batch is one step along an index.
 *
 * @param name of the statement that reads the whole list, which stays prepared. What a condition leaves is planned anew
 * for each batch: the best plan depends on how much that is.
 * @param build a batch: the rows that meet the condition and have a higher `id`, lowest first.
 */
export function inBatches<Row extends { id: number }>(
  name: string,
  build: Build<Row>,
): (executor: Executor, condition: SQL | undefined) => AsyncGenerator<Row[]> {
  // Written out: the plan for a limit that may be any number would be one for a tenth of the table, and never be kept.
  const limit = sql.raw(String(BATCH_ROWS)) as unknown as Placeholder;
  const reader = (statement: string, condition: SQL | undefined) =>
    prepared(statement, (executor, { afterId }: Given<{ afterId: number }>) =>
      build(executor, condition, afterId, limit),
    );
  const readWhole = reader(name, undefined);
  return (executor, condition) => {
    // The database takes an empty name for a statement that is not to be kept.
    const read = condition ? reader('', condition) : readWhole;
    return batches((afterId) => read(executor, { afterId }));
  };
}

/** The database reads a batch while the one before is being written out. */
async function* batches<Row extends { id: number }>(
  readAfter: (id: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let reading = readAfter(0);
  for (;;) {
    const rows = await reading;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) {
      yield rows;
      return;
    }
    reading = readAfter(last.id);
    // Whoever hangs up now never asks how it went.
    reading.catch(() => {});
    // The pool sends a statement at the end of this turn of the event loop, and others have their turn.
    await setImmediate();
    yield rows;
  }
}
