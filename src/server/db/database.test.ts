import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { callLimits, inTransaction, noLimits, type OpenDatabase, openServerDatabase } from './database.ts';
import { migrateDatabase } from './migrations.ts';
import { openTestDatabase } from '#server/testing/harness.ts';

/** More transactions than the pool has connections, so that a leaked connection is noticed. */
const TRANSACTIONS = 25;

type Connection = pg.PoolClient & { connection: { stream: { destroy: () => void } } };

test('refuses the database of a newer version', async () => {
  const { database, close } = await openTestDatabase();
  try {
    await database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
    );
    const started = migrateDatabase(database, () => Promise.resolve('started'));
    await expect(started).rejects.toThrow(
      'The database is that of a newer version of ReRound. Use that one.',
    );
    await database.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
    expect(await migrateDatabase(database, () => Promise.resolve('started'))).toBe('started');
  } finally {
    await close();
  }
});

describe('a transaction', () => {
  let opened: OpenDatabase;

  beforeEach(async () => {
    opened = await openTestDatabase();
  });
  afterEach(() => opened.close());

  test('releases its connection however it ends', async () => {
    for (let count = 1; count <= TRANSACTIONS; count += 1) {
      const failed = inTransaction(opened.database, async (transaction) => {
        await transaction.execute(sql`select 1 / 0`);
      });
      await expect(failed).rejects.toThrow('Failed query');
      const refused = inTransaction(opened.database, () => Promise.reject(new Error('refused')));
      await expect(refused).rejects.toThrow('refused');
    }
    expect(await inTransaction(opened.database, () => Promise.resolve('done'))).toBe('done');
  });

  test('releases a connection that breaks before its first statement', async () => {
    const pool = opened.database.$client;
    const kill = (client: pg.PoolClient) => (client as Connection).connection.stream.destroy();
    pool.on('acquire', kill);
    for (let count = 1; count <= TRANSACTIONS; count += 1) {
      await expect(inTransaction(opened.database, () => Promise.resolve('done'))).rejects.toThrow(
        'Connection terminated',
      );
    }
    pool.off('acquire', kill);
    expect(await inTransaction(opened.database, () => Promise.resolve('done'))).toBe('done');
  });

  test('is repeated after a collision, at most five times', async () => {
    let tries = 0;
    const deadlockFor = (failures: number) =>
      inTransaction(opened.database, async (transaction) => {
        tries += 1;
        if (tries <= failures) {
          await transaction.execute(
            sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`,
          );
        }
        return tries;
      });
    expect(await deadlockFor(5)).toBe(6);
    tries = 0;
    await expect(deadlockFor(6)).rejects.toThrow('Failed query');
    expect(tries).toBe(6);
  });
});

const serverUrl = inject('testServer')?.serverUrl ?? '';

describe.runIf(serverUrl)('a connection to a PostgreSQL server', () => {
  test.each([
    ['for requests', callLimits, ['30s', '30s', '4s']],
    ['for migrations', noLimits, ['0', '0', '0']],
  ])('%s sets its limits by a query and not by start parameters', async (_purpose, limits, expected) => {
    const { database, close } = openServerDatabase(serverUrl, () => {}, serverUrl, limits);
    const limitsQuery = sql`
      select name, current_setting(name) as limit, source from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`;
    const answers = await Promise.all([1, 2, 3].map(() => database.execute(limitsQuery)));
    const [idle, statement, lock] = expected;
    for (const { rows } of answers) {
      expect(rows).toEqual([
        { name: 'idle_in_transaction_session_timeout', limit: idle, source: 'session' },
        { name: 'lock_timeout', limit: lock, source: 'session' },
        { name: 'statement_timeout', limit: statement, source: 'session' },
      ]);
    }
    await close();
  });

  test('fails only the transaction in which it is lost', async () => {
    const killer = openServerDatabase(serverUrl, () => {});
    const { database, close } = openServerDatabase(serverUrl, () => {});
    for (let count = 1; count <= TRANSACTIONS; count += 1) {
      const lost = inTransaction(database, async (transaction) => {
        const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await killer.database.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
        await transaction.execute(sql`select 1`);
      });
      await expect(lost).rejects.toThrow('Failed query');
    }
    const { rows } = await database.execute(sql`select 1 as answer`);
    expect(rows).toEqual([{ answer: 1 }]);
    await close();
    await killer.close();
  });
});
