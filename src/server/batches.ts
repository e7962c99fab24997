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
