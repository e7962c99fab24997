import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type EmbeddedDatabase } from './embedded.ts';
import { PgliteConnection } from './pgliteConnection.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Whatever can run a query: the pool, or a transaction. */
export type Executor = Database | Transaction;

export interface OpenDatabase {
  database: Database;
  close: () => Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

// Any number does, as long as every ReRound process uses this one and nothing else does.
const MIGRATION_LOCK = 7_736_868;

const STATEMENT_MILLISECONDS = 30_000;

// Whoever gets no connection within it is told to come later. Hundreds of calls are worked off in less.
const CONNECTION_MILLISECONDS = 2_000;

/** Connects to a PostgreSQL server. */
export function openServerDatabase(url: string, onLostConnection: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: CONNECTION_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    // The statement's own limit is kept by the server, so it says nothing once the server or the way to it hangs.
    stream: () => {
      const socket = new Socket();
      const hung = new Error('The database has not answered: connection terminated.');
      return socket.setTimeout(STATEMENT_MILLISECONDS + 5_000, () => socket.destroy(hung));
    },
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'reround',
  });
  // The pool replaces a connection that breaks while idle; without a listener it would end the process.
  pool.on('error', onLostConnection);
  return { database: overPool(pool), close: () => pool.end() };
}

/** Puts the pool and the queries of a server in front of the embedded database. */
export function connectEmbedded(embedded: EmbeddedDatabase): OpenDatabase {
  const pool = new pg.Pool({
    // One session is all that PGlite has: callers queue for it here.
    max: 1,
    connectionTimeoutMillis: CONNECTION_MILLISECONDS,
    idleTimeoutMillis: 0,
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
  return drizzle(pool, { schema, casing: 'snake_case' });
}

/** When each migration was written, in milliseconds and oldest first: the number by which a database knows it. */
export const migrations: readonly number[] = readMigrationFiles({ migrationsFolder }).map(
  ({ folderMillis }) => folderMillis,
);

/**
 * Brings the database to this version's schema, then runs `prepare` once. Several processes may start
 * at the same time: an advisory lock lets one of them work while the others wait.
 */
export async function migrateDatabase<Result>(
  database: Database,
  prepare: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  return await holdMigrationLock(database, async (_client, single) => {
    await migrate(single, { migrationsFolder });
    return await prepare(single);
  });
}

/** Runs work on one connection while no other process migrates or restores the database. */
export async function holdMigrationLock<Result>(
  database: Database,
  work: (client: pg.PoolClient, single: Database) => Promise<Result>,
): Promise<Result> {
  const client = await database.$client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const single = drizzle(client, { schema, casing: 'snake_case' }) as unknown as Database;
    const result = await work(client, single);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
    return result;
  } catch (error) {
    // Ending the connection frees its lock.
    client.release(true);
    throw error;
  }
}

/** Brings the database to the schema that it had right after the migration of that moment, and no further. */
export async function migrateUntil(single: Database, newest: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reround-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journalPath = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(journalPath, 'utf8')) as { entries: { when: number }[] };
    const entries = journal.entries.filter(({ when }) => when <= newest);
    await writeFile(journalPath, JSON.stringify({ ...journal, entries }));
    await migrate(single, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The PostgreSQL error behind a failed query, if that is what it was. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

const overConnections = new WeakMap<pg.PoolClient, Database>();

/** Lends a connection out and always takes it back: Drizzle, given the pool, forgets one whose `begin` fails. */
async function onOneConnection<Result>(
  database: Database,
  work: (single: Database) => Promise<Result>,
): Promise<Result> {
  const client = await database.$client.connect();
  try {
    const single =
      overConnections.get(client) ??
      (drizzle(client, { schema, casing: 'snake_case' }) as unknown as Database);
    overConnections.set(client, single);
    return await work(single);
  } finally {
    client.release();
  }
}

const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs work in one transaction. A deadlock or serialization failure, where PostgreSQL asks to try
 * again, is tried again twice; `work` must therefore have no effect outside the transaction.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onOneConnection(database, (single) => single.transaction(work));
    } catch (error) {
      const code = databaseError(error)?.code;
      if (attempt === 3 || !code || !RETRYABLE.has(code)) throw error;
    }
  }
}
