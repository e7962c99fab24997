import { lt, sql } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import type { Database } from './database.ts';
import { idempotencyKeys, rateLimits, sessions } from './schema.ts';
import { foldTotals } from '#server/totals/foldTotals.ts';

/** How long an idempotency key is remembered: longer than any form is kept open to be sent again. */
const KEY_DAYS = 30;

/**
 * Deletes what has served its time: sessions that ended, keys nobody will send again, counts of past
 * windows. Adds up what connections counted apart. Any number of processes may do so at once.
 */
export async function tidyDatabase(database: Database, now: Date): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAt, now));
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, addDays(now, -KEY_DAYS)));
  await database.delete(rateLimits).where(lt(rateLimits.windowStartedAt, addDays(now, -1)));
  await foldTotals(database);
}

/**
 * Ends the part of the embedded database's log that a start after a crash plays back, once that is `bytes` long.
 * PGlite never does so by itself: the log would grow, and such a start take longer, for as long as the site runs.
 */
export async function boundLog(database: Database, bytes: number): Promise<void> {
  const { rows } = await database.execute<{ isLong: boolean }>(
    sql`select pg_current_wal_insert_lsn() - redo_lsn >= ${bytes} as "isLong" from pg_control_checkpoint()`,
  );
  if (rows[0]?.isLong) await database.execute(sql`checkpoint`);
}
