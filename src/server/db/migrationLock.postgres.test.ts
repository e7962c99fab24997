import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBlankDatabase } from '#server/testing/harness.ts';
import { holdMigrationLock, migrateDatabase } from './migrations.ts';
import { type OpenDatabase, openServerDatabase } from './database.ts';

/** The number of the migration lock, which older versions took for a session instead of a transaction. */
const LOCK = 7_736_868;

let opened: OpenDatabase;
let url: string;
let olderProcess: pg.Client;

beforeEach(async () => {
  opened = await openBlankDatabase();
  url = String(opened.database.$client.options.connectionString);
  olderProcess = new pg.Client({ connectionString: url });
  await olderProcess.connect();
});
afterEach(async () => {
  await olderProcess.end();
  await opened.close();
});

async function hasTables(): Promise<boolean> {
  const { rows } = await opened.database.execute<{ name: string | null }>(
    sql`select to_regclass('donations')::text as name`,
  );
  return rows[0]?.name === 'donations';
}

const noWork = async () => {};

test('waits for an older process that prepares the database', async () => {
  await olderProcess.query('select pg_advisory_lock($1)', [LOCK]);
  const migrated = migrateDatabase(opened.database, noWork);
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and state = 'idle' and query = 'rollback'`;
  await expect.poll(async () => (await opened.database.execute(waiting)).rowCount).toBe(1);
  expect(await hasTables()).toBe(false);
  await olderProcess.query('select pg_advisory_unlock($1)', [LOCK]);
  await migrated;
  expect(await hasTables()).toBe(true);
});

test('stops waiting after a while, with a sentence that says what to do', async () => {
  await olderProcess.query('select pg_advisory_lock($1)', [LOCK]);
  await expect(holdMigrationLock(opened.database, noWork, 300)).rejects.toThrow(
    'Another process has been preparing the database for a minute. Wait until it is ready, or end it, then start again.',
  );
});

test('processes that start at once prepare the database one after the other', async () => {
  const processes = [1, 2, 3].map(() => openServerDatabase(url, () => {}));
  let preparing = 0;
  const prepare = async () => {
    preparing += 1;
    expect(preparing).toBe(1);
    await opened.database.execute(sql`select pg_sleep(0.05)`);
    preparing -= 1;
  };
  await Promise.all(processes.map(({ database }) => migrateDatabase(database, prepare)));
  expect(await hasTables()).toBe(true);
  await Promise.all(processes.map(({ close }) => close()));
});

test('time limits of the database end neither the lock nor the work under it', async () => {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await olderProcess.query(
      `do $$ begin execute format('alter database %I set ${limit} = ''50ms''', current_database()); end $$`,
    );
  }
  await holdMigrationLock(opened.database, async (client) => {
    await client.query('select pg_sleep(0.3)');
    await expect(holdMigrationLock(opened.database, noWork, 0)).rejects.toThrow('Another process');
  });
});

test('a process that loses the lock cannot continue', async () => {
  const work = holdMigrationLock(opened.database, async (client) => {
    const terminateHolder = `select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and objid = $1 and datname = current_database()`;
    await olderProcess.query(terminateHolder, [LOCK]);
    await client.query('select pg_sleep(60)');
  });
  // The error depends on whether the statement had already been sent.
  await expect(work).rejects.toThrow(/Connection terminated|not queryable/);
  await holdMigrationLock(opened.database, noWork, 5_000);
});

test('refuses a MIGRATION_DATABASE_URL that leads to another database', async () => {
  const migrationUrl = new URL(url);
  migrationUrl.pathname = '/postgres';
  const toOtherDatabase = openServerDatabase(url, () => {}, migrationUrl.href);
  await expect(migrateDatabase(toOtherDatabase.database, noWork)).rejects.toThrow(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Have both lead to the same one.',
  );
  await toOtherDatabase.close();
  migrationUrl.pathname = new URL(url).pathname;
  migrationUrl.searchParams.set('application_name', 'another address of it');
  const toSameDatabase = openServerDatabase(url, () => {}, migrationUrl.href);
  await migrateDatabase(toSameDatabase.database, noWork);
  expect(await hasTables()).toBe(true);
  await toSameDatabase.close();
});
