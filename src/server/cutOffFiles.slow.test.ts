import { appendFile, cp, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedDatabase } from './embedded.ts';

const BLOCK_BYTES = 8192;
const MINUTES = 60_000;

let whole: string;
let folder: string;
const paths: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-cut-off-'));
  whole = join(folder, 'whole');
  const { database, close } = await openEmbeddedDatabase(whole);
  await database.exec(`
    create table notes (id int primary key generated always as identity, text text, number int);
    create index notes_number_index on notes (number);
    create table keyed (name text, part int, text text, primary key (name, part));
    create table empty (id int primary key);
    create table young (id int primary key);
    insert into notes (text, number) select repeat('text ', 20), number from generate_series(1, 3000) number;
    insert into keyed select 'name ' || number, 1, repeat('text ', 20) from generate_series(1, 500) number;
    insert into notes (text) select string_agg(md5(number::text), '') from generate_series(1, 2000) number;
    analyze;
    insert into young values (1);
    insert into notes (text, number) select repeat('text ', 20), number from generate_series(1, 500) number;
  `);
  const { rows } = await database.query<{ name: string; path: string }>(
    `select relname as name, pg_relation_filepath(oid) as path from pg_class
     where relname in ('notes', 'notes_pkey', 'notes_number_index', 'keyed', 'keyed_pkey', 'empty', 'young')
     union select 'too long', pg_relation_filepath(reltoastrelid) from pg_class where relname = 'notes'`,
  );
  for (const { name, path } of rows) paths[name] = path;
  await close();
}, MINUTES);
afterAll(() => rm(folder, { recursive: true, force: true }));

let copies = 0;

/** A copy of the directory, with something done to a file of it. */
async function spoilt(name: string, spoil: (path: string, bytes: number) => Promise<void>): Promise<string> {
  const directory = join(folder, `copy ${(copies += 1)}`);
  await cp(whole, directory, { recursive: true });
  const path = join(directory, 'database', paths[name] ?? '');
  await spoil(path, (await stat(path)).size);
  return directory;
}

describe('a file that is cut off is named', () => {
  test.each<[string, string, (bytes: number) => number]>([
    ['a table, by its last block', 'notes', (bytes) => bytes - BLOCK_BYTES],
    ['a table, whole', 'notes', () => 0],
    ['what is too long for its rows', 'too long', (bytes) => bytes - BLOCK_BYTES],
    ['an index', 'notes_number_index', () => BLOCK_BYTES],
  ])('%s', { timeout: MINUTES }, async (_what, name, lengthOf) => {
    const directory = await spoilt(name, (path, bytes) => truncate(path, lengthOf(bytes)));
    const of = name === 'too long' ? 'pg_toast\\.pg_toast_\\d+' : `public\\.${name}`;
    await expect(openEmbeddedDatabase(directory)).rejects.toThrow(
      new RegExp(
        `^The file ${paths[name]} in ${join(directory, 'database')}, of ${of}, is cut off\\. Restore the newest backup into a new DATA_DIR\\.$`,
      ),
    );
    // Neither its lock nor its files are held any longer.
    await expect(openEmbeddedDatabase(directory)).rejects.toThrow('is cut off');
  });
});

describe('what may be is opened', () => {
  const notesIn = async (directory: string) => {
    const { database, close } = await openEmbeddedDatabase(directory);
    const { rows } = await database.query<{ count: number }>('select count(*)::int from notes');
    await close();
    return rows[0]?.count;
  };

  test(
    'a file that ends in a part of a block, as where the disk was full',
    { timeout: MINUTES },
    async () => {
      for (const name of ['notes', 'empty']) {
        const directory = await spoilt(name, (path) => appendFile(path, Buffer.alloc(100)));
        expect(await notesIn(directory)).toBe(3501);
      }
    },
  );

  test(
    'a table that was longer once, as after a crash while its end was given back',
    { timeout: MINUTES },
    async () => {
      const directory = await spoilt('notes', async () => {});
      const { database, close } = await openEmbeddedDatabase(directory);
      await database.exec(
        `update pg_class set relpages = relpages + 100 where relname in ('notes', 'empty')`,
      );
      await close();
      expect(await notesIn(directory)).toBe(3501);
    },
  );

  test('a database of which rows were deleted, moved and cleared away', { timeout: MINUTES }, async () => {
    const directory = await spoilt('notes', async () => {});
    const { database, close } = await openEmbeddedDatabase(directory);
    await database.exec('delete from notes where id between 1000 and 2000 or id > 3100');
    await database.exec('update notes set number = -number');
    await database.exec('vacuum notes');
    await database.exec("insert into notes (text) select '' from generate_series(1, 1402)");
    await close();
    expect(await notesIn(directory)).toBe(3501);
  });
});
