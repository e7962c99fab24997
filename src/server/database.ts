import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { EmbeddedDatabase } from './embedded.ts';
import { LOCK_MILLISECONDS, takeMigrationLock, tryMigrationLock, unhurried } from './migrationLock.ts';
import { PgliteConnection } from './pgliteConnection.ts';
import { callLimits, setTimeLimits, type TimeLimits } from './timeLimits.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Whatever can run a query: the pool, or a transaction. */
export type Executor = Database | Transaction;

export interface OpenDatabase {
  database: Database;
  close: () => Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Whoever gets no connection within it is told to come later. Hundreds of calls are worked off in less. */
export const CONNECTION_MILLISECONDS = 2_000;
/** Nothing else happens in the process while the embedded database flushes: a disk that stands still for a moment is no overload. */
const EMBEDDED_MILLISECONDS = 5_000;

/**
 * Connects to a PostgreSQL server.
 *
 * @param migrationUrl leads to the same database, past a pooler where there is one.
 */
export function openServerDatabase(
  url: string,
  onLostConnection: (error: Error) => void,
  migrationUrl = url,
  limits = callLimits,
): OpenDatabase {
  const pool = new ServerPool(url, migrationUrl, limits);
  // The pool replaces a connection that breaks while idle; without a listener it would end the process.
  pool.on('error', onLostConnection);
  return { database: overPool(pool), close: () => pool.end() };
}

/** The connections to a PostgreSQL server that calls share. */
class ServerPool extends pg.Pool {
  readonly url: string;
  readonly migrationUrl: string;

  constructor(url: string, migrationUrl: string, limits: TimeLimits) {
    super({
      connectionString: url,
      max: 20,
      connectionTimeoutMillis: CONNECTION_MILLISECONDS,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it before it lends the connection
      onConnect: async (client) => {
        await setTimeLimits(client, limits);
        // PostgreSQL's 4 is for turning disks: with it a count of most donations reads the table instead of an index.
        await client.query('set random_page_cost = 1.1');
      },
      stream: () => socketFor(limits),
      keepAlive: true,
      application_name: 'reround',
    });
    this.url = url;
    this.migrationUrl = migrationUrl;
  }
}

/** The statement's own limit is kept by the server, so it says nothing once the server or the way to it hangs. */
function socketFor({ statement }: TimeLimits): Socket {
  const socket = new Socket();
  const hung = new Error('The database has not answered: connection terminated.');
  return socket.setTimeout(statement === 0 ? 0 : statement + 5_000, () => socket.destroy(hung));
}

/** Puts the pool and the queries of a server in front of the embedded database. */
export function connectEmbedded(embedded: EmbeddedDatabase): OpenDatabase {
  const pool = new pg.Pool({
    // One session is all that PGlite has: callers queue for it here.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_MILLISECONDS,
    stream: () => new PgliteConnection(embedded),
  });
  return {
    database: overPool(pool),
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

function overPool(pool: pg.Pool): Database {
  // A connection that breaks while it is lent out says so to its query and once more as an event, which
  // would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { casing: 'snake_case' });
}

const migrationFiles = readMigrationFiles({ migrationsFolder });

/** When each migration was written, in milliseconds and oldest first: the number by which a database knows it. */
export const migrations: readonly number[] = migrationFiles.map(({ folderMillis }) => folderMillis);

/** The hash of each migration's text, oldest first. */
export const migrationHashes: readonly string[] = migrationFiles.map(({ hash }) => hash);

/**
 * Brings the database to this version's schema, then runs `prepare` once. Several processes may start
 * at the same time: a lock lets one of them work while the others wait.
 *
 * @throws Error if another process has had the lock for a minute, or the database is that of a newer version.
 */
export async function migrateDatabase<Result>(
  database: Database,
  prepare: (database: Database) => Promise<Result>,
): Promise<Result> {
  return await holdMigrationLock(database, async (_client, single) => {
    refuseNewer(await newestMigration(single));
    await migrate(single, { migrationsFolder });
    return await prepare(single);
  });
}

/** A database that the next start brings to this version, and that nothing else may. */
export class UnpreparedDatabase extends Error {}

/**
 * For what only reads, and so may not bring the database to this version.
 *
 * @throws UnpreparedDatabase where a start would.
 * @throws Error if it is that of a newer version.
 */
export async function refuseOtherSchema(executor: Executor): Promise<void> {
  const newest = await newestMigration(executor);
  refuseNewer(newest);
  if (newest === null) {
    throw new UnpreparedDatabase(
      'The database holds nothing of ReRound yet. The first start makes its tables.',
    );
  }
  if (newest < ownMigration) {
    throw new UnpreparedDatabase(
      'The database is that of an older version of ReRound. Start the site with this version first, or use that one.',
    );
  }
}

const ownMigration = migrations.at(-1) ?? 0;

/** The last migration that a database had; null where it holds nothing of ReRound yet. */
async function newestMigration(executor: Executor): Promise<number | null> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows: found } = await executor.execute<{ isThere: boolean }>(
    sql`select to_regclass(${table}) is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return null;
  const { rows } = await executor.execute<{ newest: number | null }>(
    sql.raw(`select max(created_at)::float8 as newest from ${table}`),
  );
  return rows[0]?.newest ?? null;
}

/** An older version would write to tables that it does not know. */
function refuseNewer(newest: number | null): void {
  if (newest === null || newest <= ownMigration) return;
  throw new Error('The database is that of a newer version of ReRound. Use that one.');
}

/** Says which database of which server one is connected to. */
const DATABASE_IDENTITY = `select system_identifier::text || ' ' || current_database() as name from pg_control_system()`;

/**
 * Sees to it that migrations reach the database that calls reach. Changes nothing, and holds nobody up.
 *
 * @throws Error with a sentence where they do not.
 */
export async function refuseOtherMigrationDatabase({ $client: pool }: Database): Promise<void> {
  if (!(pool instanceof ServerPool) || pool.migrationUrl === pool.url) return;
  const { rows } = await pool.query<{ name: string }>(DATABASE_IDENTITY);
  await unhurried(pool.migrationUrl, async (client) => {
    const there = await client.query<{ name: string }>(DATABASE_IDENTITY);
    if (there.rows[0]?.name !== rows[0]?.name) throw otherDatabase();
  });
}

type UnhurriedWork<Result> = (client: pg.ClientBase, single: Database) => Promise<Result>;

/**
 * Runs work on one connection while no other process migrates or restores the database. The connection has all the
 * time that it needs: an index on a large table takes longer than any call may.
 *
 * @param patience how long to wait for another process, in milliseconds.
 * @throws Error if another process has not done by then, or the two addresses lead to different databases.
 */
export async function holdMigrationLock<Result>(
  database: Database,
  work: UnhurriedWork<Result>,
  patience = LOCK_MILLISECONDS,
): Promise<Result> {
  const { $client: pool } = database;
  // The embedded database has one process and one connection.
  if (!(pool instanceof ServerPool)) return await onOnlyConnection(pool, work);
  const { url, migrationUrl } = pool;
  return await unhurried(migrationUrl, async (lock) => {
    await takeMigrationLock(lock, patience);
    if (migrationUrl !== url) await refuseOtherDatabase(database);
    return await unhurried(migrationUrl, async (client) => {
      // Whoever has lost the lock may not go on.
      lock.once('end', () => client.connection.stream.destroy());
      return await work(client, overClient(client));
    });
  });
}

async function onOnlyConnection<Result>(pool: pg.Pool, work: UnhurriedWork<Result>): Promise<Result> {
  const client = await pool.connect();
  let isClean = false;
  try {
    const result = await work(client, overClient(client));
    isClean = true;
    return result;
  } finally {
    client.release(!isClean);
  }
}

/** While the lock is held: @throws Error if it can be taken at the other address, which then leads elsewhere. */
async function refuseOtherDatabase(database: Database): Promise<void> {
  const { rows } = await database.execute<{ isHeld: boolean }>(sql.raw(tryMigrationLock));
  if (!rows[0]?.isHeld) return;
  throw otherDatabase();
}

function otherDatabase(): Error {
  return new Error(
    'MIGRATION_DATABASE_URL leads to another database than DATABASE_URL. Have both lead to the same one.',
  );
}

function overClient(client: pg.ClientBase): Database {
  return drizzle(client as pg.PoolClient, { casing: 'snake_case' }) as unknown as Database;
}

/** The PostgreSQL error behind a failed query, if that is what it was. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/**
 * Runs work between a begin and a commit on a connection that it always gives back: Drizzle's own transaction forgets one
 * whose `begin` fails.
 */
async function onOneConnection<Result>(
  { $client }: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await $client.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    // It has all of a transaction's own but the nested ones, which nothing here uses.
    const result = await work(overClient(client) as unknown as Transaction);
    await client.query('commit');
    return result;
  } catch (error) {
    // What went wrong is the news, not that a broken connection cannot roll back either: it is thrown away.
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * PostgreSQL's codes for what another transaction got in the way of: serialization failures and deadlocks, where it asks
 * to try again; a unique index or a reference that broke because a row was made or removed after this one had looked,
 * which the next look finds so.
 */
const COLLISIONS = new Set(['40001', '40P01', '23503', '23505']);
const MOST_TRIES = 6;
const PAUSE_MILLISECONDS = 50;

/**
 * Runs work in one transaction. What another transaction got in the way of is tried again a few times; `work` must
 * therefore have no effect outside the transaction.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await onOneConnection(database, work);
    } catch (error) {
      if (tries === MOST_TRIES || !COLLISIONS.has(databaseError(error)?.code ?? '')) throw error;
      // Those that collided would do so again if they began again at the same moment.
      await setTimeout(Math.random() * PAUSE_MILLISECONDS * tries);
    }
  }
}
