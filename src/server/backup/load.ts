import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import { type Database, holdMigrationLock, migrateUntil, migrations } from '#server/database.ts';
import type { PhotoStorage } from '#server/storage.ts';
import type { BackupFile } from './backupFile.ts';
import { entriesOf, readArchive } from './archive.ts';
import {
  type About,
  aboutBackup,
  aboutVersion,
  type EntryKind,
  FORMAT,
  IS_TABLE,
  mayFollow,
  namesOnlyKnown,
  PIECE_BYTES,
  SITE_KEY_TABLE,
  tablesLeftOut,
} from './contents.ts';

const decompress = promisify(gunzip);

/** Tables in which migrations put rows of their own. */
const filledByMigrations = ['settings'];

interface Examined {
  about: About;
  /** The key that the file carries, if it does. */
  secretKey: string | null;
}

/**
 * Looks at every byte and every name of a backup file before anything of it is put anywhere. A digest is soon made:
 * a whole file is not yet one that this site wrote.
 *
 * @throws Error with a sentence where this version cannot restore the file, or should not.
 */
export async function examineBackup(file: BackupFile): Promise<Examined> {
  const { path } = file;
  const texts = new Map<EntryKind, string>();
  const tables = new Map<string, string>();
  const seen = new Set<string>();
  let stranger: string | undefined;
  let before: EntryKind | null = null;
  for await (const { name, entry, bytes } of readArchive(file, ['about', 'key'])) {
    if (!entry || !mayFollow(before, entry.kind) || seen.has(name)) stranger ??= name;
    else {
      seen.add(name);
      before = entry.kind;
      if (entry.kind === 'table') tables.set(entry.of, name);
      else if (bytes.length > 0) texts.set(entry.kind, bytes.toString());
    }
  }
  const about = readAbout(path, texts.get('about') ?? '');
  for (const { name } of about.tables) tables.delete(name);
  stranger ??= [...tables.values()][0];
  if (stranger !== undefined) {
    throw new Error(
      `${path} holds ${JSON.stringify(stranger)}, which no backup of ReRound holds there. Nothing was restored.`,
    );
  }
  return { about, secretKey: texts.get('key') ?? null };
}

function readAbout(path: string, text: string): About {
  const said = parsed(text);
  const version = aboutVersion.safeParse(said).data;
  if (version && (version.format !== FORMAT || !migrations.includes(version.migration))) {
    throw new Error(`${path} was made by a newer version of ReRound. Restore it with that version.`);
  }
  const { data } = aboutBackup.safeParse(said);
  if (data && namesOnlyKnown(data)) return data;
  throw new Error(`${path} says of itself what no backup of ReRound says. Nothing was restored.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Fills an empty database with a backup's rows, in one transaction. The tables are made as they were when the
 * backup was made, and brought to this version afterwards, as an update of the site would.
 *
 * @param isOtherKey Whether the site will have another key than the backup belongs to.
 * @returns how many rows each table got.
 * @throws Error if the database has rows, or tables newer than the backup's.
 */
export async function loadDatabase(
  database: Database,
  file: BackupFile,
  about: About,
  isOtherKey = false,
): Promise<Record<string, number>> {
  return await holdMigrationLock(database, async (client, single) => {
    const rows = await loadAsMade(client, single, file, about, isOtherKey);
    await migrateUntil(single, Infinity);
    // Else the first lists would be planned as if the tables were small, on the embedded database for an hour.
    await client.query('analyze');
    return rows;
  });
}

/** As `loadDatabase`, under the migration lock, but leaves the tables as the version had them that made the backup. */
export async function loadAsMade(
  client: pg.ClientBase,
  single: Database,
  file: BackupFile,
  about: About,
  isOtherKey = false,
): Promise<Record<string, number>> {
  await refuseOccupied(client, about);
  await migrateUntil(single, about.migration);
  return await inOneTransaction(client, async () => {
    // Asked again with the tables locked: nobody may have come in between.
    const names = about.tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    await client.query(`lock table ${names} in exclusive mode`);
    await refuseOccupied(client, about);
    const counts = await fill(client, file, about);
    if (isOtherKey && SITE_KEY_TABLE in counts) await client.query(`delete from ${SITE_KEY_TABLE}`);
    return counts;
  });
}

/** @throws Error unless the database is empty and no newer than the backup. */
export async function refuseOccupied(client: pg.ClientBase, about: About): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where ${IS_TABLE} order by 1`,
  );
  for (const { name } of tables) {
    if (filledByMigrations.includes(name) || tablesLeftOut.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) {
      throw new Error(`The database is not empty: there are rows in ${name}. Restore into an empty one.`);
    }
  }
  if (tables.length === 0) return;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  if (Number(rows[0]?.newest ?? 0) > about.migration) {
    throw new Error(
      'The database has the tables of a newer version than the backup. Restore into one without tables.',
    );
  }
}

/** Puts a backup's photos into the storage. One that is there already stays, so that this may be done again. */
export async function loadPhotos(storage: PhotoStorage, file: BackupFile): Promise<number> {
  let photos = 0;
  for await (const { of: photo, bytes } of entriesOf(file, 'photo')) {
    const kept = await storage.read(photo);
    if (!kept) await storage.save(photo, bytes);
    else if (!kept.equals(bytes)) throw new Error(`There is another photo ${photo} already.`);
    photos += 1;
  }
  return photos;
}

async function inOneTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function fill(client: pg.ClientBase, file: BackupFile, about: About): Promise<Record<string, number>> {
  for (const name of filledByMigrations) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  // What was written before a month closed comes after its statement here.
  await client.query("select set_config('reround.restores', 'yes', true)");
  const inserts = new Map<string, string>();
  for (const table of about.tables) inserts.set(table.name, await insertStatement(client, table));
  const counts = Object.fromEntries(about.tables.map(({ name }) => [name, 0]));
  for await (const { of: table, bytes } of entriesOf(file, 'table')) {
    const lines = (await decompress(bytes, { maxOutputLength: PIECE_BYTES }))
      .toString()
      .trimEnd()
      .split('\n');
    const { rowCount } = await client.query(inserts.get(table) ?? '', [`[${lines.join(',')}]`]);
    counts[table] = (counts[table] ?? 0) + (rowCount ?? 0);
  }
  for (const { name, last } of about.sequences) {
    if (last !== null)
      await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
  }
  return counts;
}

/** The statement that inserts rows, given as a JSON array of arrays of texts. */
async function insertStatement(
  client: pg.ClientBase,
  { name, columns }: About['tables'][number],
): Promise<string> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname::text as column, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [pg.escapeIdentifier(name)],
  );
  const types = new Map(rows.map(({ column, type }) => [column, type]));
  const values = columns.map((column, index) => {
    const type = types.get(column);
    if (!type) throw new Error(`The backup has a column ${name}.${column} that the database has not.`);
    return `(row ->> ${index})::${type}`;
  });
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return `insert into ${pg.escapeIdentifier(name)} (${list}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as row`;
}
