import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { callLimits, inTransaction, noLimits, type OpenDatabase, openServerDatabase } from './database.ts';
import { migrateDatabase } from './migrations.ts';
import { openTestDatabase } from '#server/testing/harness.ts';

/** More than the connections of a pool: one that is not given back is missing by then. */
const OFTEN = 25;

type Connection = pg.PoolClient & { connection: { stream: { destroy: () => void } } };

test('a version does not start on the database of a newer one', async () => {
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

  test('gives its connection back however it ends', async () => {
    for (let count = 1; count <= OFTEN; count += 1) {
      const failed = inTransaction(opened.database, async (transaction) => {
        await transaction.execute(sql`select 1 / 0`);
      });
      await expect(failed).rejects.toThrow('Failed query');
      const refused = inTransaction(opened.database, () => Promise.reject(new Error('refused')));
      await expect(refused).rejects.toThrow('refused');
    }
    expect(await inTransaction(opened.database, () => Promise.resolve('done'))).toBe('done');
  });

  test('also gives back a connection that is dead at its first statement', async () => {
    const pool = opened.database.$client;
    const kill = (client: pg.PoolClient) => (client as Connection).connection.stream.destroy();
    pool.on('acquire', kill);
    for (let count = 1; count <= OFTEN; count += 1) {
      await expect(inTransaction(opened.database, () => Promise.resolve('done'))).rejects.toThrow(
        'Connection terminated',
      );
    }
    pool.off('acquire', kill);
    expect(await inTransaction(opened.database, () => Promise.resolve('done'))).toBe('done');
  });

  test('is tried again when the database asks for that, and only so often', async () => {
    let tries = 0;
    const deadlocked = (until: number) =>
      inTransaction(opened.database, async (transaction) => {
        tries += 1;
        if (tries <= until) {
          await transaction.execute(
            sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`,
          );
        }
        return tries;
      });
    expect(await deadlocked(5)).toBe(6);
    tries = 0;
    await expect(deadlocked(6)).rejects.toThrow('Failed query');
    expect(tries).toBe(6);
  });
});

const serverUrl = inject('testServer')?.serverUrl ?? '';

describe.runIf(serverUrl)('a connection to a PostgreSQL server', () => {
  test.each([
    ['of calls', callLimits, ['30s', '30s', '4s']],
    ['that may take long', noLimits, ['0', '0', '0']],
  ])(
    '%s has its limits from its first statement on, and not from its start',
    async (_which, limits, shown) => {
      const { database, close } = openServerDatabase(serverUrl, () => {}, serverUrl, limits);
      const asked = sql`
      select name, current_setting(name) as limit, source from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`;
      const answers = await Promise.all([1, 2, 3].map(() => database.execute(asked)));
      const [idle, statement, lock] = shown;
      for (const { rows } of answers) {
        expect(rows).toEqual([
          { name: 'idle_in_transaction_session_timeout', limit: idle, source: 'session' },
          { name: 'lock_timeout', limit: lock, source: 'session' },
          { name: 'statement_timeout', limit: statement, source: 'session' },
        ]);
      }
      await close();
    },
  );

  test('that is lost in the middle of a transaction fails that transaction alone', async () => {
    const other = openServerDatabase(serverUrl, () => {});
    const { database, close } = openServerDatabase(serverUrl, () => {});
    for (let count = 1; count <= OFTEN; count += 1) {
      const lost = inTransaction(database, async (transaction) => {
        const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await other.database.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
        await transaction.execute(sql`select 1`);
      });
      await expect(lost).rejects.toThrow('Failed query');
    }
    const { rows } = await database.execute(sql`select 1 as answer`);
    expect(rows).toEqual([{ answer: 1 }]);
    await close();
    await other.close();
  });
});
