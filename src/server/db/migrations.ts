import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { repository } from '#server/files.ts';
import { reasonOf } from '#server/reasons.ts';
import {
  type Database,
  type Executor,
  noLimits,
  drizzleOnClient,
  ServerPool,
  setTimeLimits,
} from './database.ts';

const migrationsFolder = join(repository, 'migrations');
const migrationFiles = readMigrationFiles({ migrationsFolder });

/** Each migration's number, which is its creation time in milliseconds. The oldest comes first. */
export const migrations: readonly number[] = migrationFiles.map(({ folderMillis }) => folderMillis);

/** The hash of each migration's text, oldest first. */
export const migrationHashes: readonly string[] = migrationFiles.map(({ hash }) => hash);

/**
 * Migrates the database to this version's schema, then runs `prepare`. Of several processes that start at once, one works
 * and the others wait for its lock.
 *
 * @throws Error if another process holds the lock for a minute, or the database belongs to a newer version.
 */
export async function migrateDatabase<Result>(
  database: Database,
  prepare: (database: Database) => Promise<Result>,
): Promise<Result> {
  return await holdMigrationLock(database, async (_client, locked) => {
    refuseNewer(await newestMigration(locked));
    await migrate(locked, { migrationsFolder });
    return await prepare(locked);
  });
}

/** The database needs migrations, which only a start of the site may run. */
export class UnpreparedDatabase extends Error {}

/**
 * Checks that the database has this version's schema, without migrating it.
 *
 * @throws UnpreparedDatabase if it is older.
 * @throws Error if it is newer.
 */
export async function refuseOtherSchema(executor: Executor): Promise<void> {
  const newest = await newestMigration(executor);
  refuseNewer(newest);
  if (newest === null) {
    throw new UnpreparedDatabase(
      'The database holds nothing of ReRound yet. The first start makes its tables.',
    );
  }
  if (newest < currentMigration) {
    throw new UnpreparedDatabase(
      'The database is that of an older version of ReRound. Start the site with this version first, or use that one.',
    );
  }
}

const currentMigration = migrations.at(-1) ?? 0;

/** The number of a database's last migration; null before the first. */
async function newestMigration(executor: Executor): Promise<number | null> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows: tables } = await executor.execute<{ isThere: boolean }>(
    sql`select to_regclass(${table}) is not null as "isThere"`,
  );
  if (!tables[0]?.isThere) return null;
  const { rows } = await executor.execute<{ newest: number | null }>(
    sql.raw(`select max(created_at)::float8 as newest from ${table}`),
  );
  return rows[0]?.newest ?? null;
}

/** An older version would write to tables it does not know. */
function refuseNewer(newest: number | null): void {
  if (newest === null || newest <= currentMigration) return;
  throw new Error('The database is that of a newer version of ReRound. Use that one.');
}

const DATABASE_IDENTITY = `select system_identifier::text || ' ' || current_database() as name from pg_control_system()`;

/** @throws Error with a sentence if MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. */
export async function refuseOtherMigrationDatabase({ $client: pool }: Database): Promise<void> {
  if (!(pool instanceof ServerPool) || pool.migrationUrl === pool.url) return;
  const siteServer = await pool.query<{ name: string }>(DATABASE_IDENTITY);
  await withoutTimeLimits(pool.migrationUrl, async (client) => {
    const migrationServer = await client.query<{ name: string }>(DATABASE_IDENTITY);
    if (migrationServer.rows[0]?.name !== siteServer.rows[0]?.name) throw otherDatabase();
  });
}

type MigrationWork<Result> = (client: pg.ClientBase, locked: Database) => Promise<Result>;

/**
 * Runs work on one connection while no other process migrates or restores the database. The connection has no time
 * limits: an index on a large table takes longer than a request may.
 *
 * @param patience how long to wait for another process, in milliseconds.
 * @throws Error if another process takes longer, or the two addresses lead to different databases.
 */
export async function holdMigrationLock<Result>(
  database: Database,
  work: MigrationWork<Result>,
  patience = LOCK_MILLISECONDS,
): Promise<Result> {
  const { $client: pool } = database;
  // The embedded database has one process and one connection, and needs no lock.
  if (!(pool instanceof ServerPool)) return await onOnlyConnection(pool, work);
  const { url, migrationUrl } = pool;
  return await withoutTimeLimits(migrationUrl, async (lock) => {
    await takeMigrationLock(lock, patience);
    if (migrationUrl !== url) await refuseFreeLock(database);
    return await withoutTimeLimits(migrationUrl, async (client) => {
      // If the lock is lost, the work must not go on.
      lock.once('end', () => client.connection.stream.destroy());
      return await work(client, drizzleOnClient(client));
    });
  });
}

async function onOnlyConnection<Result>(pool: pg.Pool, work: MigrationWork<Result>): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await work(client, drizzleOnClient(client));
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

/** @throws Error if the lock can be taken a second time at DATABASE_URL, which then leads to another database. */
async function refuseFreeLock(database: Database): Promise<void> {
  const { rows } = await database.execute<{ isHeld: boolean }>(sql.raw(TRY_MIGRATION_LOCK));
  if (rows[0]?.isHeld) throw otherDatabase();
}

function otherDatabase(): Error {
  return new Error(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Have both lead to the same one.',
  );
}

// An arbitrary number that nothing else uses.
const MIGRATION_LOCK = 7_736_868;

/** How long a process waits while another one migrates. */
const LOCK_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 200;
const CONNECT_MILLISECONDS = 10_000;

/** SQL that takes the lock until the transaction ends, unless another process has it. */
const TRY_MIGRATION_LOCK = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as "isHeld"`;

/**
 * Takes the lock in a transaction that is left open, because a pooler gives a session no connection of its own. It polls,
 * because a waiting statement would hold a connection of the pooler.
 *
 * @param patience in milliseconds.
 * @throws Error if another process has it for longer.
 */
async function takeMigrationLock(client: pg.Client, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    // The setting is local, because behind a pooler a session's setting may reach another connection.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ isHeld: boolean }>(TRY_MIGRATION_LOCK);
    if (rows[0]?.isHeld) return;
    await client.query('rollback');
    if (performance.now() > end) {
      throw new Error(
        'Another process has been preparing the database for a minute. Wait until it is ready, or end it, then start again.',
      );
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
}

/**
 * Runs work on a connection of its own, without time limits.
 *
 * @throws Error with a sentence if the server cannot be reached.
 */
export async function withoutTimeLimits<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    application_name: 'reround',
  });
  // The query on a broken connection fails anyway. Without a listener, the event would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    const { host } = new URL(url);
    const message = `The PostgreSQL server at ${host} lets nobody in for migrations: ${reasonOf(error)}. Start it, or correct MIGRATION_DATABASE_URL or, where that is not set, DATABASE_URL.`;
    throw new Error(message, { cause: error });
  });
  try {
    await setTimeLimits(client, noLimits);
    return await work(client);
  } finally {
    await client.end();
  }
}
