import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

const BLOCK_BYTES = 8192;
/** A longer file goes on in others, with a number behind the name. */
const SEGMENT_BYTES = 1024 * 1024 * 1024;

interface File {
  /** The table or index that it is of. */
  name: string;
  path: string;
  /** How many blocks it had when its table was last vacuumed or analyzed. */
  blocks: number;
  /** Not what is too long for the rows of one, which is mostly empty. */
  isTable: boolean;
  /** Of a table its primary key, backwards; null of an index. */
  newestFirst: string | null;
}

/** Tables, with what is too long for their rows, and indexes. */
const files = `
  select relnamespace::regnamespace || '.' || quote_ident(relname) as name, relpages as blocks,
         pg_relation_filepath(pg_class.oid) as path, relkind = 'r' as "isTable", "newestFirst"
  from pg_class left join (
    select indrelid, string_agg(quote_ident(attname) || ' desc', ', ' order by array_position(indkey, attnum)) as "newestFirst"
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indisprimary group by indrelid
  ) as keys on indrelid = pg_class.oid
  where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
     or relkind = 't' and pg_class.oid in (select reltoastrelid from pg_class where relnamespace = 'public'::regnamespace)`;

/** By the primary key and then from the table itself, which alone has the column `ctid`, whatever the planner would rather do. */
const throughIndex =
  'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off';

/**
 * Makes sure that no file of a table or an index was cut off, as a copy is that was broken off: PostgreSQL takes what is left of
 * it for all there is. A file may rightly be shorter than was noted once, or end in half a block for want of room. So a
 * table is refused only where its primary key leads to a block that is not there: by its newest row, and where its size is odd,
 * by any. An index never shrinks.
 *
 * @param directory Where the database's files are.
 * @throws Error with a sentence that names the file.
 */
export async function refuseCutOffFiles(database: PGlite, directory: string): Promise<void> {
  const { rows } = await database.query<File>(files);
  const cutOff = ({ path, name }: File) =>
    new Error(
      `The file ${path} in ${directory}, of ${name}, is cut off. Restore the newest backup into a new DATA_DIR.`,
    );
  const newest: string[] = [];
  const every: string[] = [];
  for (const file of rows) {
    const bytes = bytesOf(join(directory, file.path));
    const isShort = bytes < file.blocks * BLOCK_BYTES;
    if (file.newestFirst === null) {
      if (isShort) throw cutOff(file);
    } else if (bytes > 0 || isShort || file.isTable) {
      const rowsOfIt = `select ctid from ${file.name} order by ${file.newestFirst}`;
      newest.push(`(${rowsOfIt} limit 1)`);
      if (isShort || bytes % BLOCK_BYTES > 0)
        every.push(`select count(ctid) from (${rowsOfIt}) as every_row`);
    }
  }
  if (newest.length === 0) return;
  await database.exec(throughIndex);
  try {
    for (const query of [`select ${newest.join(', ')}`, ...every]) await database.query(query);
  } catch (error) {
    const [, path] = /could not read blocks? .* in file "([^".]+)/.exec((error as Error).message) ?? [];
    const file = rows.find((one) => one.path === path);
    throw file ? cutOff(file) : error;
  } finally {
    await database.exec('rollback');
  }
}

function bytesOf(path: string): number {
  let bytes = 0;
  for (let segment = 0; bytes === segment * SEGMENT_BYTES; segment += 1) {
    bytes += statSync(segment === 0 ? path : `${path}.${segment}`, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes === segment * SEGMENT_BYTES) break;
  }
  return bytes;
}
