import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { EmbeddedDatabase } from './embedded.ts';
import { PgliteConnection } from './pgliteConnection.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** The pool or a transaction: both run queries. */
export type Executor = Database | Transaction;

export interface OpenDatabase {
  database: Database;
  close: () => Promise<void>;
}

/** Limits of a connection in milliseconds: a statement, a wait for a lock, an idle transaction. 0: none. */
export interface TimeLimits {
  statement: number;
  lock: number;
  idleInTransaction: number;
}

/** The limits of connections that requests share. */
export const callLimits: TimeLimits = { statement: 30_000, lock: 4_000, idleInTransaction: 30_000 };

/** The limits of migrations and restores. */
export const noLimits: TimeLimits = { statement: 0, lock: 0, idleInTransaction: 0 };

/** Sets a new connection's limits by a query, because poolers refuse start parameters. */
export async function setTimeLimits(client: pg.ClientBase, limits: TimeLimits): Promise<void> {
  await client.query(
    `set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock};
     set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  );
}

/** How long a request waits for a connection before it is refused as overload. */
export const CONNECTION_WAIT_MILLISECONDS = 2_000;
/** The same for the embedded database. It is longer, because the whole process waits while that database flushes. */
const EMBEDDED_WAIT_MILLISECONDS = 5_000;

/**
 * Connects to a PostgreSQL server.
 *
 * @param migrationUrl leads to the same database, but not through a pooler.
 */
export function openServerDatabase(
  url: string,
  onLostConnection: (error: Error) => void,
  migrationUrl = url,
  limits = callLimits,
): OpenDatabase {
  const pool = new ServerPool(url, migrationUrl, limits);
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', onLostConnection);
  return { database: drizzleOnPool(pool), close: () => pool.end() };
}

/** The connections to a PostgreSQL server that requests share. It is a class so that migrations find `migrationUrl`. */
export class ServerPool extends pg.Pool {
  readonly url: string;
  readonly migrationUrl: string;

  constructor(url: string, migrationUrl: string, limits: TimeLimits) {
    super({
      connectionString: url,
      max: 20,
      connectionTimeoutMillis: CONNECTION_WAIT_MILLISECONDS,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it before it lends the connection
      onConnect: async (client) => {
        await setTimeLimits(client, limits);
        // PostgreSQL's default of 4 suits spinning disks. With it, a count of donations reads the whole table.
        await client.query('set random_page_cost = 1.1');
      },
      stream: () => socketWithTimeout(limits),
      keepAlive: true,
      application_name: 'reround',
    });
    this.url = url;
    this.migrationUrl = migrationUrl;
  }
}

/** A socket that closes if the server hangs: statement_timeout does not help then, because the server enforces it. */
function socketWithTimeout({ statement }: TimeLimits): Socket {
  const socket = new Socket();
  const noAnswer = new Error('The database has not answered: connection terminated.');
  return socket.setTimeout(statement === 0 ? 0 : statement + 5_000, () => socket.destroy(noAnswer));
}

/** Connects to the embedded database by the same driver as to a server. */
export function connectEmbedded(embedded: EmbeddedDatabase): OpenDatabase {
  const pool = new pg.Pool({
    // PGlite has one session: callers queue for it here.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_WAIT_MILLISECONDS,
    stream: () => new PgliteConnection(embedded),
  });
  return {
    database: drizzleOnPool(pool),
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

/** A `Database` on one connection. Do not nest transactions on this: Drizzle would send `begin` again, not `savepoint`. */
export function drizzleOnClient(client: pg.ClientBase): Database {
  return drizzle(client as pg.PoolClient, { casing: 'snake_case' }) as unknown as Database;
}

function drizzleOnPool(pool: pg.Pool): Database {
  // The query on a broken connection fails anyway. Without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { casing: 'snake_case' });
}

/** The PostgreSQL error behind a failed query; undefined for any other error. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** Runs work in a transaction. Unlike Drizzle's own, it releases the connection even if `begin` fails. */
async function runTransactionOnce<Result>(
  { $client }: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await $client.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const result = await work(drizzleOnClient(client) as unknown as Transaction);
    await client.query('commit');
    return result;
  } catch (error) {
    // A broken connection cannot roll back either. The first error says why.
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * PostgreSQL's codes for collisions with another transaction: serialization failure, deadlock, and violations of a foreign
 * key or unique index. The row behind such a violation may be new, and the next try sees it. A genuine violation fails
 * again, and is thrown after `MOST_TRIES`.
 */
const COLLISIONS = new Set(['40001', '40P01', '23503', '23505']);
const MOST_TRIES = 6;
/** The longest pause after the first try. After the second it is twice as long, and so on. */
const PAUSE_MILLISECONDS = 50;

/**
 * Runs work in one transaction, again after a collision with another one. `work` must therefore have no effect outside
 * the transaction.
 */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runTransactionOnce(database, work);
    } catch (error) {
      if (tries === MOST_TRIES || !COLLISIONS.has(databaseError(error)?.code ?? '')) throw error;
      // A random pause, because at the same moment both would collide again.
      await setTimeout(Math.random() * PAUSE_MILLISECONDS * tries);
    }
  }
}
