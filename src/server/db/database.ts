import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { EmbeddedDatabase } from './embedded.ts';
import { PgliteConnection } from './pgliteConnection.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Whatever can run a query: the pool, or a transaction. */
export type Executor = Database | Transaction;

export interface OpenDatabase {
  database: Database;
  close: () => Promise<void>;
}

/** How long a connection's statements may take, wait for a lock, and leave a transaction idle. In milliseconds; 0 is for ever. */
export interface TimeLimits {
  statement: number;
  lock: number;
  idleInTransaction: number;
}

/** Of connections that calls share: somebody waits for the answer, and others for the connection. */
export const callLimits: TimeLimits = { statement: 30_000, lock: 4_000, idleInTransaction: 30_000 };

/** Of connections for migrations and restores, which take as long as they take. */
export const noLimits: TimeLimits = { statement: 0, lock: 0, idleInTransaction: 0 };

/** Sets the limits of a new connection. They are no start parameters, since a pooler refuses those. */
export async function setTimeLimits(client: pg.ClientBase, limits: TimeLimits): Promise<void> {
  await client.query(
    `set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock};
     set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  );
}

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
export class ServerPool extends pg.Pool {
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

/** Queries over one connection. Nested transactions, which nothing here uses, would need its pool. */
export function overClient(client: pg.ClientBase): Database {
  return drizzle(client as pg.PoolClient, { casing: 'snake_case' }) as unknown as Database;
}

function overPool(pool: pg.Pool): Database {
  // A connection that breaks while it is lent out says so to its query and once more as an event, which
  // would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { casing: 'snake_case' });
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
