import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectEmbedded, type Database, inTransaction, type OpenDatabase } from './database.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase, openMemoryDatabase } from './embedded.ts';
import { EmbeddedPool } from './embeddedPool.ts';

let directory: string;
let embedded: EmbeddedDatabase;
let opened: OpenDatabase;
let flushes: number;

beforeAll(async () => {
  const flush = fs.fdatasyncSync;
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation((file) => {
    flushes += 1;
    flush(file);
  });
  syncBuiltinESMExports();
  directory = await mkdtemp(join(tmpdir(), 'reround-flushes-'));
  embedded = await openEmbeddedDatabase(directory);
  opened = connectEmbedded(embedded);
  await opened.database.execute(sql`create table notes (text text unique)`);
}, 60_000);
beforeEach(() => {
  flushes = 0;
});
afterAll(async () => {
  await opened.close();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(directory, { recursive: true });
});

async function write(database: Database, text: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction.execute(sql`insert into notes values (${text})`);
  });
}

test('a transaction is flushed before it is acknowledged, and those that come together share a flush', async () => {
  for (const text of ['first', 'second', 'third']) {
    const before = flushes;
    await write(opened.database, text);
    expect(flushes).toBe(before + 1);
  }
  const alone = flushes;
  const seen: number[] = [];
  const together = Array.from({ length: 40 }, async (_, number) => {
    await write(opened.database, `together ${number}`);
    seen.push(flushes);
  });
  await Promise.all(together);
  expect(Math.min(...seen)).toBeGreaterThan(alone);
  expect(flushes - alone).toBeLessThan(5);
});

test('a statement that stands alone is flushed by itself', async () => {
  await opened.database.execute(sql`insert into notes values ('alone')`);
  expect(flushes).toBe(1);
});

test('a transaction that fails says so, and has the others acknowledged', async () => {
  const written = await Promise.allSettled(['one', 'one', 'two'].map((text) => write(opened.database, text)));
  expect(written.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(flushes).toBeGreaterThan(0);
});

test('what was committed to a database that gave up before the flush is not acknowledged', async () => {
  const writing = write(opened.database, 'lost');
  const next = await opened.database.$client.connect();
  embedded.reopening?.giveUp();
  next.release(true);
  await expect(writing).rejects.toThrow('gave up before it was flushed');
  await write(opened.database, 'after');
  const { rows } = await opened.database.execute(sql`select text from notes where text in ('lost', 'after')`);
  expect(rows).toEqual([{ text: 'after' }]);
});

test('what is committed waits for its flush for longer than anybody waits for the database', async () => {
  const inMemory = await openMemoryDatabase();
  const pool = new EmbeddedPool(inMemory, { connectionTimeoutMillis: 20 });
  const other = await pool.connect();
  const flushed = pool.flushed();
  await expect(pool.connect()).rejects.toThrow('timeout exceeded');
  await expect(pool.connect()).rejects.toThrow('timeout exceeded');
  other.release();
  await flushed;
  await pool.end();
  await inMemory.close();
});

test('a disk that stands still for some seconds keeps callers waiting, and refuses none', async () => {
  const { $client: pool } = opened.database;
  const flushing = await pool.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const waiting = pool.connect();
    vi.advanceTimersByTime(4_900);
    flushing.release();
    const served = await waiting;
    expect((await served.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    served.release();
  } finally {
    vi.useRealTimers();
  }
});
