import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectEmbedded } from './database.ts';
import { migrateDatabase } from './migrations.ts';
import { openEmbeddedDatabase, openMemoryDatabase } from './embedded.ts';
import { findPreparedImage, ensurePreparedImage } from './preparedImage.ts';
import { openSecrets } from '#server/siteKey.ts';

const FIVE_MINUTES = 300_000;

let image: string;
let directory: string;

beforeAll(async () => {
  image = await ensurePreparedImage();
}, FIVE_MINUTES);
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-image-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const catalogs = {
  columns: `select * from information_schema.columns where table_schema in ('public', 'drizzle') order by table_name, ordinal_position`,
  constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  triggers: `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1, 2`,
  functions: `select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') order by 1`,
  sequences: `select * from pg_sequences order by sequencename`,
  extensions: `select extname, extversion from pg_extension order by 1`,
  databases: `select datname, datcollate, datctype, encoding from pg_database order by 1`,
  // Settings of extensions exist only once their code was loaded.
  settings: `select name, setting from pg_settings where name not like '%.%' order by 1`,
};

/** A database's catalogs, and every row of its tables. */
async function describeDatabase(database: PGlite): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by 1`,
  );
  const contents = Object.fromEntries(tables.map(({ name }) => [`rows of ${name}`, `select * from ${name}`]));
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries({ ...catalogs, ...contents })) {
    found[name] = (await database.query(query)).rows;
  }
  return found;
}

test(
  'a database from the image has the same schema, settings and rows as a migrated one',
  { timeout: FIVE_MINUTES },
  async () => {
    const fromImage = await openEmbeddedDatabase(directory, image);
    const found = await describeDatabase(fromImage.database);
    await fromImage.close();

    const blank = await openMemoryDatabase();
    const migrated = connectEmbedded(blank);
    await migrateDatabase(migrated.database, async () => {});
    const expected = await describeDatabase(blank.database);
    await migrated.close();
    expect(found).toEqual(expected);
    for (const name of Object.keys(catalogs)) expect(found[name], name).not.toEqual([]);
  },
);

test('two sites from the image have different keys', { timeout: FIVE_MINUTES }, async () => {
  const keys: string[][] = [];
  for (const name of ['one', 'other']) {
    const dataDirectory = join(directory, name);
    const embedded = await openEmbeddedDatabase(dataDirectory, image);
    const { database, close } = connectEmbedded(embedded);
    const before = await embedded.database.query('select * from site_key');
    expect(before.rows).toEqual([]);
    await migrateDatabase(database, (locked) => openSecrets(locked, { secretKey: undefined, dataDirectory }));
    const { rows } = await embedded.database.query<{ fingerprint: string }>(
      'select fingerprint from site_key',
    );
    await close();
    keys.push([await readFile(join(dataDirectory, 'secret.key'), 'utf8'), rows[0]?.fingerprint ?? '']);
  }
  expect(new Set(keys.flat())).toHaveLength(4);
});

test('a start after a killed first start makes a whole database', { timeout: FIVE_MINUTES }, async () => {
  const script = `
    const { openEmbeddedDatabase } = await import(${JSON.stringify(fileURLToPath(new URL('embedded.ts', import.meta.url)))});
    await openEmbeddedDatabase(${JSON.stringify(directory)}, ${JSON.stringify(image)});`;
  const folder = watch(directory);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const ended = once(child, 'close');
  folder.on('change', (_event, name) => name === 'database.unfinished' && child.kill('SIGKILL'));
  expect(await ended).toEqual([null, 'SIGKILL']);
  folder.close();

  const { database, close } = await openEmbeddedDatabase(directory, image);
  const { rows } = await database.query('select * from settings');
  await close();
  expect(rows).toHaveLength(1);
  expect((await readdir(directory)).toSorted()).toEqual(['database', 'lock']);
});

test('names an image that is cut off, and leaves nothing behind', async () => {
  const cutOff = join(directory, 'cut off.tar');
  await copyFile(image, cutOff);
  await truncate(cutOff, (await stat(image)).size / 2);
  const dataDirectory = join(directory, 'data');
  await expect(openEmbeddedDatabase(dataDirectory, cutOff)).rejects.toThrow(
    new RegExp(
      `^The file ${cutOff} is damaged: .+\\. Remove it: the start then makes the database without it\\.$`,
    ),
  );
  expect(await readdir(dataDirectory)).toEqual(['lock']);
});

test('the image is made once', async () => {
  expect(findPreparedImage()).toBe(image);
  const { mtimeMs } = await stat(image);
  expect(await ensurePreparedImage()).toBe(image);
  expect((await stat(image)).mtimeMs).toBe(mtimeMs);
});
