import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { UPLOADS_PATH, uploadName } from '#shared/fields.ts';
import type { PhotoStorage } from '#server/storage.ts';
import type { ArchiveWriter } from './archive.ts';
import {
  type About,
  ABOUT_NAME,
  FORMAT,
  IS_TABLE,
  photoEntry,
  SITE_KEY_TABLE,
  tableEntry,
  tablesLeftOut,
} from './contents.ts';

const compress = promisify(gzip);

/** What one entry of the file holds of a table at most, so that neither side ever holds more: rows, and about so many characters. */
const ROWS_AT_ONCE = 2_000;
const CHARACTERS_AT_ONCE = 4_000_000;
/** A table whose rows nobody has weighed yet begins with so few. */
const ROWS_AT_FIRST = 50;

export interface Counts {
  rows: Record<string, number>;
  photos: number;
  /** Photos that the site shows and the storage does not have. */
  missingPhotos: number;
}

interface NamedPhoto {
  name: string;
  /** Whether a donation or a store shows it. */
  isShown: boolean;
}

/**
 * Writes the rows of one moment to a backup file. Others go on reading and writing meanwhile.
 *
 * A row is a JSON array of its columns in PostgreSQL's own text form, so that every type comes back exactly
 * and any version of PostgreSQL reads it.
 *
 * @param about Its key is what a database says that does not know its own yet.
 * @returns how many rows each table has, the photos that rows name, and the key that they belong to.
 */
export async function dumpDatabase(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  about: Pick<About, 'madeAt' | 'keyFingerprint'>,
): Promise<{ rows: Counts['rows']; named: NamedPhoto[]; keyFingerprint: string }> {
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(
    "set local datestyle = 'ISO'; set local timezone = 'UTC'; set local statement_timeout = 0",
  );
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const migration = await newestMigration(client);
  const tables = await tablesInOrder(client);
  // Counters stand outside of transactions. Read after the first query, they are never behind the rows.
  const sequences = await client.query<About['sequences'][number]>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() order by 1`,
  );
  const keyFingerprint = (await knownKey(client, tables)) ?? about.keyFingerprint;
  const manifest: About = {
    format: FORMAT,
    migration,
    madeAt: about.madeAt,
    keyFingerprint,
    tables,
    sequences: sequences.rows,
  };
  await archive.add(ABOUT_NAME, Buffer.from(JSON.stringify(manifest, null, 2)));
  const rows: Counts['rows'] = {};
  for (const table of tables) rows[table.name] = await dumpTable(client, archive, table);
  const named = await namedPhotos(client);
  await client.query('commit');
  return { rows, named, keyFingerprint };
}

/**
 * Writes the photos to a backup file, one after another. Those that nothing shows are not missed: the site may have deleted
 * them since the rows were read.
 */
export async function dumpPhotos(
  storage: PhotoStorage,
  archive: ArchiveWriter,
  named: readonly NamedPhoto[],
): Promise<Pick<Counts, 'photos' | 'missingPhotos'>> {
  let photos = 0;
  let missingPhotos = 0;
  for (const { name, isShown } of named) {
    const bytes = await storage.read(name);
    if (bytes) {
      await archive.add(photoEntry(name), bytes);
      photos += 1;
    } else if (isShown) missingPhotos += 1;
  }
  return { photos, missingPhotos };
}

async function newestMigration(client: pg.ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: string | null }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    );
    if (rows[0]?.newest) return Number(rows[0].newest);
  } catch (error) {
    const undefinedTable = '42P01';
    if ((error as pg.DatabaseError).code !== undefinedTable) throw error;
  }
  throw new Error('The database holds nothing of ReRound yet: there is nothing to back up.');
}

/** The fingerprint of the key that the database belongs to; null where it does not know it yet. */
async function knownKey(client: pg.ClientBase, tables: About['tables']): Promise<string | null> {
  if (!tables.some(({ name }) => name === SITE_KEY_TABLE)) return null;
  const { rows } = await client.query<{ fingerprint: string }>(`select fingerprint from ${SITE_KEY_TABLE}`);
  return rows[0]?.fingerprint ?? null;
}

async function tablesInOrder(client: pg.ClientBase): Promise<About['tables']> {
  const { rows: tables } = await client.query<About['tables'][number]>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where ${IS_TABLE} and relname <> all($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     group by relname order by relname`,
    [tablesLeftOut],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select one.relname::text as from, other.relname::text as to from pg_constraint
     join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
     where contype = 'f' and conrelid <> confrelid`,
  );
  const placed: About['tables'] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const isWaited = (name: string) => [...waiting].some((table) => table.name === name);
    const next = [...waiting].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && isWaited(to)),
    );
    if (next.length === 0)
      throw new Error('Tables refer to each other in a circle: there is no order to fill them in.');
    for (const table of next) waiting.delete(table);
    placed.push(...next);
  }
  return placed;
}

const asWritten = { getTypeParser: () => (text: string | Buffer) => String(text) };

async function dumpTable(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  { name, columns }: About['tables'][number],
): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const order = await orderOf(client, name);
  await client.query(
    `declare dumped no scroll cursor for select ${list} from ${pg.escapeIdentifier(name)} ${order}`,
  );
  let count = 0;
  let asked = ROWS_AT_FIRST;
  for (let part = 1; ; part += 1) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${asked} from dumped`,
      rowMode: 'array',
      types: asWritten,
    });
    if (rows.length === 0) break;
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await archive.add(tableEntry(name, part), await compress(lines, { level: 4 }));
    count += rows.length;
    // No more than twice as many as the last: a busy year of the log's seals follows quiet ones.
    const fitting = Math.floor(CHARACTERS_AT_ONCE / (lines.length / rows.length));
    asked = Math.max(1, Math.min(fitting, 2 * asked, ROWS_AT_ONCE));
  }
  await client.query('close dumped');
  return count;
}

/** Rows that refer to others of their own table come after those: a restore takes no row before what it refers to. */
async function orderOf(client: pg.ClientBase, name: string): Promise<string> {
  const { rows } = await client.query<{ column: string }>(
    `select attname::text as column from pg_constraint
     join pg_attribute on attrelid = confrelid and attnum = any(confkey)
     where contype = 'f' and conrelid = confrelid and conrelid = $1::regclass`,
    [pg.escapeIdentifier(name)],
  );
  const [referred] = rows;
  return referred ? `order by ${pg.escapeIdentifier(referred.column)}` : '';
}

/**
 * The photos that were ever acknowledged, those not yet put to any use included: each upload has its audit row.
 * A photo is stored before the row that names it, and never changes, so it may be read after the rows were.
 */
async function namedPhotos(client: pg.ClientBase): Promise<NamedPhoto[]> {
  const { rows } = await client.query<NamedPhoto>(
    `select name, bool_or(is_shown) as "isShown" from (
       select substr(photo_url, length($1) + 1) as name, true as is_shown from donations where starts_with(photo_url, $1)
       union all select substr(logo, length($1) + 1), true from partners where starts_with(logo, $1)
       union all select details ->> 'name', false from audit_log where action = 'photo.uploaded'
         and details ->> 'name' not in (select details ->> 'name' from audit_log where action = 'photo.deleted')
     ) photos group by name`,
    [UPLOADS_PATH],
  );
  return rows.filter(({ name }) => uploadName.test(name));
}
