import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenDatabase } from './database.ts';
import { type Given, prepared } from './prepared.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import { settings } from './schema.ts';

/** More than all connections of a pool take together. */
const MANY = 200;

let opened: OpenDatabase;
let lent: pg.PoolClient[];

beforeEach(async () => {
  opened = await openTestDatabase();
  lent = [];
  opened.database.$client.on('acquire', (client) => void lent.push(client));
});
afterEach(() => opened.close());

const quotient = prepared('a quotient', (executor, { by }: Given<{ by: number }>) =>
  executor.select({ of: sql<number>`100 / ${by}::int` }).from(settings),
);

test('prepared statements of the same moment share a connection, and each gets its own answer', async () => {
  const { database } = opened;
  const answers = await Promise.all([1, 2, 4, 5].map((by) => quotient(database, { by })));
  expect(answers.flat()).toEqual([{ of: 100 }, { of: 50 }, { of: 25 }, { of: 20 }]);
  expect(lent).toHaveLength(1);
});

test('they leave in one write', async () => {
  const { database } = opened;
  await quotient(database, { by: 1 });
  const [client] = lent;
  const writes = vi.spyOn(client?.connection.stream as Socket, '_writev');
  const lone = vi.spyOn(client?.connection.stream as Socket, '_write');
  await Promise.all([1, 2, 4, 5].map((by) => quotient(database, { by })));
  expect(writes.mock.calls.length + lone.mock.calls.length).toBe(1);
});

test('one that fails fails alone, also the first time that it is prepared', async () => {
  const { database } = opened;
  for (let round = 1; round <= 2; round += 1) {
    const answers = await Promise.allSettled([0, 2, 0, 4].map((by) => quotient(database, { by })));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  }
  expect(await quotient(database, { by: 10 })).toEqual([{ of: 10 }]);
});

test('a connection on which one failed is not used again', async () => {
  const { database } = opened;
  await Promise.allSettled([0, 2].map((by) => quotient(database, { by })));
  await quotient(database, { by: 10 });
  expect(new Set(lent).size).toBe(2);
});

test('a statement without a name gets a connection of its own', async () => {
  const { database } = opened;
  await Promise.all([
    quotient(database, { by: 1 }),
    database.execute(sql`select 1`),
    quotient(database, { by: 1 }),
  ]);
  expect(lent).toHaveLength(2);
});

test('more than the connections can take at once are all answered', async () => {
  const { database } = opened;
  const answers = await Promise.all(Array.from({ length: MANY }, () => quotient(database, { by: 50 })));
  expect(answers.flat()).toEqual(Array.from({ length: MANY }, () => ({ of: 2 })));
});

test('those on a connection that is lost fail, and the next ones get another', async () => {
  const { database } = opened;
  const { $client: pool } = database;
  const lose = (client: pg.PoolClient) => void client.connection.stream.destroy();
  pool.on('acquire', lose);
  const lost = await Promise.allSettled([1, 2, 4].map((by) => quotient(database, { by })));
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  pool.off('acquire', lose);
  expect(await quotient(database, { by: 10 })).toEqual([{ of: 10 }]);
});

test('those that get no connection in time are told so, and whoever comes later is answered', async () => {
  const { database } = opened;
  const { $client: pool } = database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 50;
  const late = await Promise.allSettled(Array.from({ length: 20 }, () => quotient(database, { by: 1 })));
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['rejected']));
  for (const client of held) client.release();
  expect(await quotient(database, { by: 10 })).toEqual([{ of: 10 }]);
});

test('whoever asks while others already wait is not refused with them', async () => {
  const { database } = opened;
  const { $client: pool } = database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 50;
  const early = quotient(database, { by: 1 });
  // Called for by the first, and for the first alone.
  await new Promise(setImmediate);
  pool.options.connectionTimeoutMillis = 0;
  const late = quotient(database, { by: 4 });
  await expect(early).rejects.toThrow('Failed query');
  for (const client of held) client.release();
  expect(await late).toEqual([{ of: 25 }]);
});
