import { lt } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import type { Database } from './database.ts';
import { idempotencyKeys, rateLimits, sessions } from './schema.ts';

/** How long an idempotency key is remembered: longer than any form is kept open to be sent again. */
const KEY_DAYS = 30;

/**
 * Deletes what has served its time: sessions that ended, keys nobody will send again, counts of past
 * windows. Any number of processes may do so at once.
 */
export async function tidyDatabase(database: Database, now: Date): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAt, now));
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, addDays(now, -KEY_DAYS)));
  await database.delete(rateLimits).where(lt(rateLimits.windowStartedAt, addDays(now, -1)));
}
