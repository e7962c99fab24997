import { lt, sql } from 'drizzle-orm';
import { addDays, wallTimeOf } from '#shared/dates.ts';
import type { Database } from './database.ts';
import { MERGE_UNDO_DAYS } from '#features/donors/rules.ts';
import {
  idempotencyKeys,
  merges,
  pendingEmails,
  pendingSignIns,
  rateLimits,
  sessions,
  signInCodes,
  tillLinks,
  trustedBrowsers,
} from './schema.ts';

/**
 * How long an idempotency key is remembered: longer than any form is kept to be sent again, seven days, and then waits on a
 * phone as a donation without a connection, `SENT_DAYS` (donations/rules.ts).
 */
const KEY_DAYS = 30;

/** By clocks further apart days of the audit log would be sealed that are still to come. */
const MOST_CLOCKS_APART = 5 * 60_000;

/** What the database's clock says. The embedded database's is this machine's. */
async function databaseClock(database: Database): Promise<Date> {
  const { rows } = await database.execute<{ milliseconds: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as milliseconds`,
  );
  return new Date(rows[0]?.milliseconds ?? NaN);
}

/**
 * Compares this process's clock with the database's.
 *
 * @throws Error where one of them has to be set.
 */
export async function checkClock(database: Database, now: Date): Promise<void> {
  const there = await databaseClock(database);
  if (Math.abs(there.getTime() - now.getTime()) <= MOST_CLOCKS_APART) return;
  throw new Error(
    `The clock says ${now.toISOString()} here and ${there.toISOString()} at the database. Set the one that is wrong: until then nothing is removed for its age.`,
  );
}

/**
 * Deletes what has served its time: sessions that ended and what leads to one, keys nobody will send again, counts of past
 * windows, merges that cannot be taken back any more. Any number of processes may do so at once.
 */
export async function tidyDatabase(database: Database, now: Date): Promise<void> {
  for (const table of [sessions, pendingEmails, pendingSignIns, signInCodes, trustedBrowsers, tillLinks]) {
    await database.delete(table).where(lt(table.expiresAt, now));
  }
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, addDays(now, -KEY_DAYS)));
  await database.delete(rateLimits).where(lt(rateLimits.windowStartedAt, addDays(now, -1)));
  await database.delete(merges).where(lt(merges.mergedAt, addDays(now, -MERGE_UNDO_DAYS)));
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

/** The hour of the site's clocks in which a table may be held for a second or two. */
const QUIET_HOUR = '03';

/**
 * Does what PostgreSQL's autovacuum does, which the embedded database has not: tells the planner of tables that changed
 * by a tenth, and in the quiet hour clears those of old rows that changed by a fifth. To be called once a minute: the session
 * keeps the plans that it made for small tables until it is told of their growth.
 */
export async function vacuumTables(database: Database, now: Date, timeZone: string): Promise<void> {
  const isQuiet = wallTimeOf(now, timeZone).slice(11, 13) === QUIET_HOUR;
  const { rows } = await database.execute<{ name: string; isUnknown: boolean; isLoose: boolean }>(sql`
    select relname as name, n_mod_since_analyze > 500 + n_live_tup / 10 as "isUnknown",
           n_dead_tup + n_ins_since_vacuum > 500 + n_live_tup / 5 as "isLoose"
    from pg_stat_user_tables where schemaname = current_schema() order by relname`);
  for (const { name, isUnknown, isLoose } of rows) {
    if (isQuiet && isLoose) await database.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
    else if (isUnknown) await database.execute(sql`analyze ${sql.identifier(name)}`);
  }
}
