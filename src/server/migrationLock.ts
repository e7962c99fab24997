import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { reasonOf } from './reasonOf.ts';
import { noLimits, setTimeLimits } from './timeLimits.ts';

// Any number does, as long as every ReRound process uses this one and nothing else does.
const MIGRATION_LOCK = 7_736_868;

/** How long a process waits for another that prepares the database. */
export const LOCK_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 200;
const CONNECTION_MILLISECONDS = 10_000;

/** Takes the lock until the transaction ends, unless another process has it. */
export const tryMigrationLock = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as "isHeld"`;

/**
 * Takes the lock in a transaction that is then left open: unlike a session, a pooler leaves it its connection. It is asked
 * for again and again, since one who waits for it would hold a connection of the pooler for as long.
 *
 * @param patience in milliseconds.
 * @throws Error if another process has it for longer.
 */
export async function takeMigrationLock(client: pg.Client, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    // For this transaction in any case: what is set for a session is another one's behind a pooler.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ isHeld: boolean }>(tryMigrationLock);
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
 * Runs work on a connection of its own, which has all the time that it needs.
 *
 * @throws Error with a sentence if there is no way to the server.
 */
export async function unhurried<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_MILLISECONDS,
    keepAlive: true,
    application_name: 'reround',
  });
  // One that breaks says so to its query too.
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
