import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBlankDatabase } from '#server/testing/harness.ts';
import { holdMigrationLock, migrateDatabase } from './migrations.ts';
import { type OpenDatabase, openServerDatabase } from './database.ts';

/** The lock of processes that ran before this one took it in a transaction: a session's, under the same number. */
const LOCK = 7_736_868;

let opened: OpenDatabase;
let url: string;
let older: pg.Client;

beforeEach(async () => {
  opened = await openBlankDatabase();
  url = String(opened.database.$client.options.connectionString);
  older = new pg.Client({ connectionString: url });
  await older.connect();
});
afterEach(async () => {
  await older.end();
  await opened.close();
});

async function hasTables(): Promise<boolean> {
  const { rows } = await opened.database.execute<{ name: string | null }>(
    sql`select to_regclass('donations')::text as name`,
  );
  return rows[0]?.name === 'donations';
}

const nothing = async () => {};

test('a process that starts while an older one prepares the database waits for it', async () => {
  await older.query('select pg_advisory_lock($1)', [LOCK]);
  const migrated = migrateDatabase(opened.database, nothing);
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and state = 'idle' and query = 'rollback'`;
  await expect.poll(async () => (await opened.database.execute(waiting)).rowCount).toBe(1);
  expect(await hasTables()).toBe(false);
  await older.query('select pg_advisory_unlock($1)', [LOCK]);
  await migrated;
  expect(await hasTables()).toBe(true);
});

test('it does not wait for ever, and says what to do', async () => {
  await older.query('select pg_advisory_lock($1)', [LOCK]);
  await expect(holdMigrationLock(opened.database, nothing, 300)).rejects.toThrow(
    'Another process has been preparing the database for a minute. Wait until it is ready, or end it, then start again.',
  );
});

test('processes that start at once prepare the database one after the other', async () => {
  const others = [1, 2, 3].map(() => openServerDatabase(url, () => {}));
  let preparing = 0;
  const prepare = async () => {
    preparing += 1;
    expect(preparing).toBe(1);
    await opened.database.execute(sql`select pg_sleep(0.05)`);
    preparing -= 1;
  };
  await Promise.all(others.map(({ database }) => migrateDatabase(database, prepare)));
  expect(await hasTables()).toBe(true);
  await Promise.all(others.map(({ close }) => close()));
});

test('the lock and the work under it outlast every limit that the database sets', async () => {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await older.query(
      `do $$ begin execute format('alter database %I set ${limit} = ''50ms''', current_database()); end $$`,
    );
  }
  await holdMigrationLock(opened.database, async (client) => {
    await client.query('select pg_sleep(0.3)');
    await expect(holdMigrationLock(opened.database, nothing, 0)).rejects.toThrow('Another process');
  });
});

test('whoever loses the lock may not go on', async () => {
  const work = holdMigrationLock(opened.database, async (client) => {
    const holder = `select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and objid = $1 and datname = current_database()`;
    await older.query(holder, [LOCK]);
    await client.query('select pg_sleep(60)');
  });
  // By which of the two depends on whether the statement was on its way already.
  await expect(work).rejects.toThrow(/Connection terminated|not queryable/);
  await holdMigrationLock(opened.database, nothing, 5_000);
});

test('migrations that would go to another database are refused', async () => {
  const other = new URL(url);
  other.pathname = '/postgres';
  const misled = openServerDatabase(url, () => {}, other.href);
  await expect(migrateDatabase(misled.database, nothing)).rejects.toThrow(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Have both lead to the same one.',
  );
  await misled.close();
  other.pathname = new URL(url).pathname;
  other.searchParams.set('application_name', 'another way to the same one');
  const led = openServerDatabase(url, () => {}, other.href);
  await migrateDatabase(led.database, nothing);
  expect(await hasTables()).toBe(true);
  await led.close();
});
