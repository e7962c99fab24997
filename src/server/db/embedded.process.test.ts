import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as consumers from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, type TestContext, vi } from 'vitest';
import { connectEmbedded, inTransaction } from './database.ts';
import { isInUse, openEmbeddedDatabase } from './embedded.ts';
import { ensurePreparedImage } from './preparedImage.ts';

const module = fileURLToPath(new URL('embedded.ts', import.meta.url));

// Unpacking this is quicker than making a new database in each test.
const image = await ensurePreparedImage();

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-embedded-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Opens the database in another process, which is then killed. Returns `opened` or the error. */
async function openInOtherProcess(): Promise<string> {
  const script = `
    const { openEmbeddedDatabase } = await import(${JSON.stringify(module)});
    try {
      const { database } = await openEmbeddedDatabase(${JSON.stringify(directory)});
      await database.exec("insert into notes values ('from elsewhere')");
      console.log('opened');
    } catch (error) {
      console.log(error.message);
    }
    process.kill(process.pid, 'SIGKILL');`;
  return (await runScript(script)).output.trim();
}

/** Runs a module in a process of its own. */
async function runScript(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [output, errors, [code]] = await Promise.all([
    consumers.text(child.stdout),
    consumers.text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, output, errors };
}

async function readNotes(): Promise<unknown[]> {
  const { database, close } = await openEmbeddedDatabase(directory);
  const { rows } = await database.query<{ text: string }>('select text from notes order by text');
  await close();
  return rows.map(({ text }) => text);
}

test('only one process opens the database, its commits persist, and a kill releases the lock', async () => {
  const first = await openEmbeddedDatabase(directory, image);
  await first.database.exec("create table notes (text text); insert into notes values ('committed')");
  await first.database.exec("begin; insert into notes values ('not committed')");

  const refused = `Another ReRound process is using ${directory}. Stop it, or set another DATA_DIR.`;
  expect(await openInOtherProcess()).toBe(refused);
  await expect(openEmbeddedDatabase(directory)).rejects.toThrow(refused);
  expect(isInUse(directory)).toBe(true);
  await first.database.exec('rollback');
  expect((await first.database.query('select * from notes')).rows).toHaveLength(1);
  await first.close();
  expect(isInUse(directory)).toBe(false);

  expect(await openInOtherProcess()).toBe('opened');
  expect(await readNotes()).toEqual(['committed', 'from elsewhere']);
}, 60_000);

test('every commit is flushed to the disk before it is acknowledged', async () => {
  const flushes = vi.spyOn(fs, 'fdatasyncSync');
  syncBuiltinESMExports();
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory, image));
  try {
    await database.execute(sql`create table notes (text text)`);
    for (const note of ['first', 'second']) {
      flushes.mockClear();
      await inTransaction(database, (transaction) =>
        transaction.execute(sql`insert into notes values (${note})`),
      );
      expect(flushes).toHaveBeenCalledOnce();
    }
  } finally {
    await close();
    flushes.mockRestore();
    syncBuiltinESMExports();
  }
});

test.each([
  ['with some free space', 1e9, 'Start again.'],
  ['with no free space', 0, 'Its disk has less than 48 MB free: make room, and start again.'],
])(
  'a refused write ends the process %s, and every acknowledged commit survives',
  async (_how, freeBytes, remedy) => {
    const modules = ['embedded.ts', 'database.ts'].map((name) =>
      JSON.stringify(new URL(name, import.meta.url)),
    );
    const script = `
    const { openEmbeddedDatabase } = await import(${modules[0]});
    const { connectEmbedded } = await import(${modules[1]});
    const { $client } = connectEmbedded(
      await openEmbeddedDatabase(${JSON.stringify(directory)}, ${JSON.stringify(image)}),
    ).database;
    await $client.query('create table notes (text text)');
    await $client.query("insert into notes values ('acknowledged')");
    // The next change needs a new file of the log.
    await $client.query('select pg_switch_wal()');
    const fs = process.getBuiltinModule('node:fs');
    fs.statfsSync = () => ({ bavail: ${freeBytes}, bsize: 1 });
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
    fs.writeSync = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    await $client.query("insert into notes values ('refused')");`;
    const { code, errors } = await runScript(script);
    expect(errors).toMatch(new RegExp(`^The embedded database gave up: .+\\. ${remedy}$`, 'm'));
    expect(code).toBe(1);
    expect(await readNotes()).toEqual(['acknowledged']);
  },
  180_000,
);

test('a database that does not open on a disk with little space is not taken for a full disk', async () => {
  const folder = join(directory, 'database');
  await mkdir(folder);
  await writeFile(join(folder, 'PG_VERSION'), '9.6\n');
  const disk = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 1000, bsize: 4096 } as fs.StatsFs);
  syncBuiltinESMExports();
  try {
    await expect(openEmbeddedDatabase(directory)).rejects.toThrow(
      `The embedded database in ${folder} does not open. Its disk has less than 48 MB free: make room, and start again.`,
    );
  } finally {
    disk.mockRestore();
    syncBuiltinESMExports();
  }
});

test('a restore onto a full disk fails with a sentence, and leaves no database', async () => {
  const script = `
    const { createEmbeddedDatabase } = await import(${JSON.stringify(module)});
    const fs = process.getBuiltinModule('node:fs');
    fs.statfsSync = () => ({ bavail: 0, bsize: 1 });
    fs.writeSync = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
    await createEmbeddedDatabase(${JSON.stringify(directory)}, async () => {}).catch(({ message }) => {
      process.stderr.write(message);
    });`;
  expect((await runScript(script)).errors).toBe(
    `The embedded database in ${directory}/database does not open. Its disk has less than 48 MB free: make room, and start again.`,
  );
  expect(await readdir(directory)).toEqual(['lock']);
});

test('takes a lock file that cannot be opened for no sign of another process', async () => {
  await mkdir(join(directory, 'lock'));
  expect(() => isInUse(directory)).toThrow('unable to open database file');
});

test('makes missing folders, and replaces the unfinished database of an interrupted first start', async () => {
  const dataDirectory = join(directory, 'not', 'there', 'yet');
  const unfinished = join(dataDirectory, 'database.unfinished');
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'PG_VERSION'), 'nonsense');
  const { database, close } = await openEmbeddedDatabase(dataDirectory);
  expect((await database.query('select 1 as answer')).rows).toEqual([{ answer: 1 }]);
  const { rows } = await database.query<{ fsync: string; method: string }>(
    "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
  );
  expect(rows).toEqual([{ fsync: 'on', method: 'fsync' }]);
  await close();
  expect(existsSync(unfinished)).toBe(false);
  expect((await readdir(dataDirectory)).toSorted()).toEqual(['database', 'lock']);
}, 60_000);

const NOBODY = 65_534;

/** Gives a file to another user, which only root can do. */
async function changeOwner(path: string, { skip }: TestContext): Promise<void> {
  if (process.geteuid?.() !== 0) skip('Only root can give a file to another user.');
  await chown(path, NOBODY, NOBODY);
}

test('refuses a database of another user, who could no longer open it afterwards', async (context) => {
  const { close } = await openEmbeddedDatabase(directory, image);
  await close();
  const folder = join(directory, 'database');
  await changeOwner(folder, context);
  await expect(openEmbeddedDatabase(directory)).rejects.toThrow(
    `${folder} is not root's, and its owner could not open what root writes there. Run this as the site's own user, which has the number ${NOBODY} `,
  );
});

test('names a data directory that cannot be made', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(openEmbeddedDatabase(join(file, 'data'))).rejects.toThrow(
    new RegExp(`^The folder ${file}/data cannot be made: ENOTDIR.+\\. Correct DATA_DIR\\.$`),
  );
});

test('only the owner can read the database, even one from an earlier version', async () => {
  const dataDirectory = join(directory, 'data');
  const folder = join(dataDirectory, 'database');
  const mode = async (path = folder) => (await stat(path)).mode & 0o777;
  await (await openEmbeddedDatabase(dataDirectory, image)).close();
  expect(await mode(dataDirectory)).toBe(0o700);
  expect(await mode()).toBe(0o700);
  await chmod(folder, 0o755);
  const reopened = await openEmbeddedDatabase(dataDirectory);
  expect(await mode()).toBe(0o700);
  await reopened.close();
}, 60_000);

test('a failed start releases the lock', async () => {
  await mkdir(join(directory, 'database'));
  await writeFile(join(directory, 'database', 'PG_VERSION'), '9.6\n');
  await expect(openEmbeddedDatabase(directory)).rejects.toThrow(/PGlite|database/);
  await rm(join(directory, 'database'), { recursive: true });
  const { close } = await openEmbeddedDatabase(directory, image);
  await close();
  expect(existsSync(join(directory, 'database'))).toBe(true);
}, 60_000);
