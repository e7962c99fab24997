import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { migrateDatabase, migrations } from '#server/db/migrations.ts';
import { UPLOADS_PATH } from '#shared/fields.ts';
import type { PhotoStorage } from '#server/storage.ts';
import { type BackupFile, mostBytes, readArchive, RestoreRefusal, unknownEntryError } from './archive.ts';

const decompress = promisify(gunzip);

/** Tables that no backup holds: a copy of the site must not delete the original's backups. */
export const tablesLeftOut = ['backups'];
/** The table into which migrations put a row. */
const FILLED_TABLE = 'settings';

/** Condition on `pg_class`: the site's tables, without partitions and tables of extensions. */
export const IS_TABLE = `relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/);
const lastNumber = z
  .string()
  .regex(/^\d{1,19}$/)
  .nullable();
const isDistinct = (names: readonly string[]) => new Set(names).size === names.length;

/** What every version can read of a backup. `migration` is the number of its newest migration. */
const aboutVersion = z.object({ format: z.int(), migration: z.int() });

const aboutBackup = aboutVersion.extend({
  madeAt: z.iso.datetime(),
  keyFingerprint: z.string().regex(/^[\w-]*$/),
  /** Tables that others refer to come first. */
  tables: z
    .array(z.object({ name: identifier, columns: z.array(identifier).min(1).refine(isDistinct) }))
    .min(1)
    .refine((tables) => isDistinct(tables.map(({ name }) => name))),
  /** Each sequence's last number; null for an unused one. */
  sequences: z.array(z.object({ name: identifier, last: lastNumber })),
});

export type About = z.infer<typeof aboutBackup>;

/** How many rows and photos a backup has. */
export interface Counts {
  rows: Record<string, number>;
  photos: number;
  missingPhotos: number;
}

export interface Examined {
  about: About;
  /** Null if the file has no key. */
  secretKey: string | null;
  /** The `Counts` as JSON. */
  counts: string;
}

/**
 * Reads a whole backup file and checks every name in it before anything is restored, since anybody can make a digest.
 *
 * @throws Error with a sentence if this version cannot restore the file, or should not.
 */
export async function examineBackup(file: BackupFile): Promise<Examined> {
  const { path } = file;
  const texts: Partial<Record<string, string>> = {};
  const tables = new Set<string>();
  for await (const { kind, name, bytes } of readArchive(file, ['about', 'key', 'counts'])) {
    if (kind === 'table') tables.add(name);
    else texts[kind] = bytes.toString();
  }
  let description: unknown;
  try {
    description = JSON.parse(texts['about'] ?? '');
  } catch {
    // A backup without a description is refused below.
  }
  const version = aboutVersion.safeParse(description).data;
  if (version && (version.format !== 1 || version.migration > (migrations.at(-1) ?? 0))) {
    throw new RestoreRefusal(`${path} was made by a newer version of ReRound. Restore it with that version.`);
  }
  const { data: about } = aboutBackup.safeParse(description);
  if (!about) {
    throw new RestoreRefusal(`${path} says of itself what no backup of ReRound says. Nothing was restored.`);
  }
  for (const { name } of about.tables) tables.delete(name);
  for (const name of tables) throw unknownEntryError(path, `tables/${name}/000001.jsonl.gz`);
  return { about, secretKey: texts['key'] ?? null, counts: texts['counts'] ?? '' };
}

/**
 * Restores an examined backup into an empty database and a storage. Rows are committed last, so an interrupted restore can be
 * repeated. Tables and columns that this version lacks are skipped.
 *
 * @param isOtherKey the site will have another key than the backup.
 * @throws Error if the database has rows.
 */
export async function loadBackup(
  database: Database,
  storage: PhotoStorage,
  file: BackupFile,
  about: About,
  isOtherKey = false,
): Promise<Counts> {
  await refuseOccupied(database.$client);
  return await migrateDatabase(database, async (locked) => {
    const counts = await locked.transaction(async () => {
      const client = locked.$client;
      const isFromVersion1 = isOfVersion1(about);
      const loadAllEntries = () => loadEntries(client, storage, file, about);
      const loaded = isFromVersion1 ? await joinAlerts(client, loadAllEntries) : await loadAllEntries();
      // Without this row, the next start switches off second factors, whose secrets the new key could not open.
      if (isOtherKey || isFromVersion1) await client.query('delete from site_key');
      if (isFromVersion1) await client.query(PHOTOS_OF_VERSION_1);
      return loaded;
    });
    // Otherwise the first queries would be planned for small tables.
    await locked.$client.query('analyze');
    return counts;
  });
}

type Client = Pick<pg.ClientBase, 'query'>;

async function refuseOccupied(client: Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where ${IS_TABLE} and relname <> all($1) order by 1`,
    [[...tablesLeftOut, FILLED_TABLE]],
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (!rowCount) continue;
    throw new Error(`The database is not empty: there are rows in ${name}. Restore into an empty one.`);
  }
}

/** Version 1.0 had no table of photos, so its rows come from donations and the audit log. */
const PHOTOS_OF_VERSION_1 = `
  with uploads as (
    select details ->> 'name' as file, min(created_at) as at, min(actor) as actor from audit_log
    where action = 'photo.uploaded' group by 1
  )
  insert into photos (file, uploaded_at, uploaded_by, attached_at)
  select file, at, actor, (select max(photo_uploaded_at) from donations where photo_url = '${UPLOADS_PATH}' || file)
  from uploads
  where file not in (select details ->> 'name' from audit_log where action = 'photo.deleted')`;

/** In version 1.0 each report opened an alert. All but a bin's first open alert become reports of that one. */
async function joinAlerts(client: Client, loadAllEntries: () => Promise<Counts>): Promise<Counts> {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_indexdef('overflow_alerts_open_key'::regclass) as definition",
  );
  await client.query('drop index overflow_alerts_open_key');
  const loaded = await loadAllEntries();
  await client.query(`
    with open as (
      select id, first_value(id) over (partition by bin_id order by reported_at, id) as alert_id
      from overflow_alerts where status <> 'resolved'
    ), joined as (
      delete from overflow_alerts using open where overflow_alerts.id = open.id and open.id <> alert_id
      returning alert_id, reported_by, reported_at, notes
    )
    insert into overflow_reports (alert_id, reported_by, reported_at, notes)
    select alert_id, reported_by, reported_at, notes from joined order by reported_at`);
  await client.query(rows[0]?.definition ?? '');
  return loaded;
}

/** Version 1.0 had a key of its own for PINs and second factors, which later versions lack. */
function isOfVersion1({ tables }: About): boolean {
  return tables.some(({ name, columns }) => name === 'site_key' && columns.includes('sealed_pin_key'));
}

/** For each table of a backup, the statement that inserts rows from a JSON array of arrays of texts. */
async function buildInserts(client: Client, about: About): Promise<{ name: string; insert: string }[]> {
  const { rows } = await client.query<{ name: string; insert: string }>(
    `select relname::text as name, format('insert into %I (%s) overriding system value select %s from json_array_elements($1::json) as row',
       relname, string_agg(quote_ident(attname), ', '),
       string_agg(format('(row ->> %s)::%s', place - 1, format_type(atttypid, atttypmod)), ', ')) as insert
     from json_to_recordset($1) as known (name text, columns json)
     cross join json_array_elements_text(columns) with ordinality as there (column_name, place)
     join pg_class on relname = known.name and ${IS_TABLE} and relname <> all($2)
     join pg_attribute on attrelid = pg_class.oid and attname = column_name and attnum > 0 and attgenerated = ''
     group by relname`,
    [JSON.stringify(about.tables), tablesLeftOut],
  );
  return rows;
}

/** Inserts the rows of a backup, saves its photos and continues its sequences. */
async function loadEntries(
  client: Client,
  storage: PhotoStorage,
  file: BackupFile,
  about: About,
): Promise<Counts> {
  const tables = await buildInserts(client, about);
  await client.query(`lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  // Checks again under the lock, because rows may have come in between.
  await refuseOccupied(client);
  await client.query(`delete from ${FILLED_TABLE}`);
  // Lets the trigger accept ledger rows of closed months.
  await client.query("select set_config('reround.restores', 'yes', true)");
  const inserts = new Map(tables.map(({ name, insert }) => [name, insert]));
  const rows = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let photos = 0;
  for await (const { kind, name, bytes } of readArchive(file, ['table', 'photo'])) {
    const insert = inserts.get(name);
    if (kind === 'photo') {
      await savePhoto(storage, name, bytes);
      photos += 1;
    } else if (kind === 'table' && insert !== undefined) {
      const lines = (await decompress(bytes, { maxOutputLength: mostBytes.table })).toString().trimEnd();
      const { rowCount } = await client.query(insert, [`[${lines.replaceAll('\n', ',')}]`]);
      rows[name] = (rows[name] ?? 0) + (rowCount ?? 0);
    }
  }
  await client.query(
    `select setval(sequencename::regclass, last) from json_to_recordset($1) as known (name text, last bigint)
     join pg_sequences on schemaname = current_schema() and sequencename = known.name where last is not null`,
    [JSON.stringify(about.sequences)],
  );
  return { rows, photos, missingPhotos: 0 };
}

/** Saves a photo unless it is there already, so that a restore can be repeated. @throws Error for another photo. */
async function savePhoto(storage: PhotoStorage, name: string, bytes: Buffer): Promise<void> {
  const present = await storage.read(name);
  if (!present) await storage.save(name, bytes);
  else if (!present.equals(bytes)) throw new Error(`There is another photo ${name} already.`);
}
