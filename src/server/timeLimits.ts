import type pg from 'pg';

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
