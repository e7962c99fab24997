import { createWriteStream } from 'node:fs';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, inTransaction, type Transaction } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations.ts';
import type { Environment } from '#server/env.ts';
import { flush, unfinished } from '#server/files.ts';
import { Secrets } from '#server/secrets.ts';
import { readKeyFile } from '#server/siteKey.ts';
import { openStorage } from '#server/storage.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';
import { ABOUT_NAME, type BackupFile, type NewEntry } from './archive.ts';
import { type About, type Counts, examineBackup, type Examined, IS_TABLE, tablesLeftOut } from './load.ts';

/** Disk space to leave free, because a full disk stops the embedded database. */
const SPARE_BYTES = 256e6;
/** OWASP's first choice for scrypt: one try takes 128 MB. The library's default of 18 takes twice as much. */
const SCRYPT_WORK_FACTOR = 17;

/**
 * Writes a tar to a backup file that only its owner may read, and reads it back whole. Until then it has another name.
 *
 * @throws Error if that fails; then no file is left.
 */
export async function writeBackup(
  { path, passphrase }: BackupFile,
  tar: AsyncIterable<Uint8Array>,
  spareBytes = SPARE_BYTES,
): Promise<Omit<Examined, 'counts'> & { counts: Counts; bytes: number }> {
  const partial = unfinished(path);
  await rm(partial, { force: true });
  try {
    const bytes = withFreeSpaceCheck(tar, dirname(path), spareBytes);
    const source = passphrase === undefined ? bytes : await encrypt(bytes, passphrase);
    await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    const examined = await examineBackup({ path: partial, passphrase });
    await rename(partial, path);
    await flush(dirname(path));
    const { size } = await stat(path);
    return { ...examined, counts: JSON.parse(examined.counts) as Counts, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The bytes of a tar. @throws Error once the disk of the folder has less than `spareBytes` free. */
async function* withFreeSpaceCheck(
  tar: AsyncIterable<Uint8Array>,
  folder: string,
  spareBytes: number,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of tar) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < spareBytes) {
      throw new Error(`The disk of ${folder} has less than ${spareBytes / 1e6} MB free. Make room.`);
    }
    yield bytes;
  }
}

/** Encrypts so that `age -d FILE | tar t` can read it. */
async function encrypt(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return await encrypter.encrypt(ReadableStream.from(bytes));
}

const compress = promisify(gzip);

/** Rows in one entry. Neither a backup nor a restore has more of them unpacked in memory. */
const ROWS_AT_ONCE = 500;

/**
 * A site's data as of one moment. All rows are read and packed in memory first, because meanwhile nobody else can use the one
 * session of the embedded database.
 */
export async function* siteEntries(
  database: Database,
  settings: Pick<Environment, 'dataDirectory' | 'secretKey' | 'bucket'>,
): AsyncGenerator<NewEntry> {
  const { about, tableEntries, rows, photos } = await inTransaction(database, readRows);
  yield [ABOUT_NAME, json(about)];
  yield* tableEntries;
  const key = settings.secretKey === undefined ? await readKeyFile(settings.dataDirectory) : null;
  if (key !== null && new Secrets(key).fingerprint() === about.keyFingerprint) {
    yield ['secret.key', Buffer.from(key)];
  }
  const storage = openStorage(settings);
  const counts: Counts = { rows, photos: 0, missingPhotos: 0 };
  for (const name of photos) {
    const bytes = await storage.read(name);
    counts[bytes ? 'photos' : 'missingPhotos'] += 1;
    if (bytes) yield [`photos/${name}`, bytes];
  }
  yield ['counts.json', json(counts)];
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2));

type Query = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;
type Table = About['tables'][number];

async function readRows(transaction: Transaction) {
  const query: Query = async <Row extends Record<string, unknown>>(text: string) =>
    (await transaction.execute(sql.raw(text))).rows as Row[];
  await query(
    `set transaction isolation level repeatable read, read only;
     set local datestyle = 'ISO'; set local timezone = 'UTC';
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
  // Tables that others refer to come first.
  const tables = await query<Table>(
    `with recursive levels as (
       select oid, 0 as level from pg_class where ${IS_TABLE}
       union
       select conrelid, level + 1 from levels
       join pg_constraint on confrelid = levels.oid and conrelid <> confrelid and contype = 'f'
     )
     select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where ${IS_TABLE} and relname not in (${tablesLeftOut.map((name) => pg.escapeLiteral(name)).join(', ')})
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid, relname
     order by (select max(level) from levels where levels.oid = pg_class.oid), relname`,
  );
  const [key] = await query<{ fingerprint: string }>('select fingerprint from site_key');
  const about: About = {
    format: 1,
    migration: migrations.at(-1) ?? 0,
    madeAt: new Date().toISOString(),
    keyFingerprint: key?.fingerprint ?? '',
    tables,
    // Sequences are outside of transactions. Read after the snapshot, they are never behind its rows.
    sequences: await query(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()`,
    ),
  };
  const tableEntries: NewEntry[] = [];
  const rows: Counts['rows'] = {};
  for (const table of tables) rows[table.name] = await readTable(query, table, tableEntries);
  // A photo is stored before its row and never changes, so it can be read after the snapshot.
  const photos = await query<{ name: string }>(
    `select split_part(photo_url, '${UPLOADS_PATH}', 2) as name from donations where photo_url is not null
     union select split_part(logo, '${UPLOADS_PATH}', 2) from partners where logo is not null
     union select file from photos`,
  );
  return {
    about,
    tableEntries,
    rows,
    photos: photos.map(({ name }) => name).filter((name) => uploadName.test(name)),
  };
}

/**
 * Reads a table into entries. A row is a JSON array of its columns in PostgreSQL's text form, which restores every type exactly.
 *
 * @returns its number of rows.
 */
async function readTable(query: Query, { name, columns }: Table, tableEntries: NewEntry[]): Promise<number> {
  const texts = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
  // A row may refer to an earlier row of its own table.
  const order = columns[0] === 'id' ? 'order by id' : '';
  await query(
    `declare dumped no scroll cursor for
     select json_build_array(${texts})::text as line from ${pg.escapeIdentifier(name)} ${order}`,
  );
  let count = 0;
  let packing: Promise<unknown> = Promise.resolve();
  for (let part = 1; ; part += 1) {
    const rows = await query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from dumped`);
    // The next rows are read while these are packed.
    await packing;
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => `${line}\n`).join('');
    const entryName = `tables/${name}/${String(part).padStart(6, '0')}.jsonl.gz`;
    packing = compress(lines, { level: 4 }).then((bytes) => tableEntries.push([entryName, bytes]));
    count += rows.length;
  }
  await query('close dumped');
  return count;
}
