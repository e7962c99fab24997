import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEmbedded, inTransaction } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-reopening-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true, force: true });
});

/** The disk takes no more bytes until told that it has room. */
function fillDisk(): { makeRoom: () => void } {
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  return { makeRoom: () => full.mockRestore() };
}

test('a database that gave up at a full disk refuses, and is open again once there is room, with all that it acknowledged', async () => {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory));
  await database.execute(sql`create table notes (text text)`);
  await database.execute(sql`insert into notes values ('acknowledged')`);
  const write = (text: string) =>
    inTransaction(database, (transaction) => transaction.execute(sql`insert into notes values (${text})`));

  // A file of the log that is used up: the next change needs a new one.
  await database.execute(sql`select pg_switch_wal()`);
  const openFiles = () => fs.readdirSync('/dev/fd').length;
  const before = openFiles();
  const { makeRoom } = fillDisk();
  await expect(write('refused')).rejects.toThrow('gave up');
  const after = openFiles();
  makeRoom();
  // What it had open is closed, dozens of files.
  expect(before - after).toBeGreaterThan(30);

  await write('after');
  const { rows } = await database.execute<{ text: string }>(sql`select text from notes`);
  expect(rows.map(({ text }) => text)).toEqual(['acknowledged', 'after']);
  await close();

  const again = connectEmbedded(await openEmbeddedDatabase(directory));
  expect((await again.database.execute(sql`select text from notes`)).rows).toHaveLength(2);
  await again.close();
}, 60_000);
