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

/** Longer than `RETRY_DAYS` (donations/rules.ts), for which a browser tries to send a donation. */
const IDEMPOTENCY_KEY_DAYS = 30;

const MOST_CLOCK_DIFFERENCE_MILLISECONDS = 5 * 60_000;

/**
 * Compares this process's clock with the database's, because with a wrong clock upkeep would delete too early.
 *
 * @throws Error if they differ by more than five minutes.
 */
export async function checkClock(database: Database, now: Date): Promise<void> {
  const { rows } = await database.execute<{ milliseconds: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as milliseconds`,
  );
  const databaseTime = new Date(rows[0]?.milliseconds ?? NaN);
  if (Math.abs(databaseTime.getTime() - now.getTime()) <= MOST_CLOCK_DIFFERENCE_MILLISECONDS) return;
  throw new Error(
    `The clock says ${now.toISOString()} here and ${databaseTime.toISOString()} at the database. Set the one that is wrong: until then nothing is removed for its age.`,
  );
}

/**
 * Deletes expired rows: sessions, mailed codes, links of tills, trust in browsers, idempotency keys, counts of past windows,
 * and merges that can no longer be undone. Any number of processes may do so at once.
 */
export async function tidyDatabase(database: Database, now: Date): Promise<void> {
  for (const table of [sessions, pendingEmails, pendingSignIns, signInCodes, trustedBrowsers, tillLinks]) {
    await database.delete(table).where(lt(table.expiresAt, now));
  }
  await database
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, addDays(now, -IDEMPOTENCY_KEY_DAYS)));
  await database.delete(rateLimits).where(lt(rateLimits.windowStartedAt, addDays(now, -1)));
  await database.delete(merges).where(lt(merges.mergedAt, addDays(now, -MERGE_UNDO_DAYS)));
}

/**
 * Makes a checkpoint once the embedded database's log has grown by `bytes`. PGlite makes none by itself, so a start after
 * a crash would replay ever more.
 */
export async function boundLog(database: Database, bytes: number): Promise<void> {
  const { rows } = await database.execute<{ isLong: boolean }>(
    sql`select pg_current_wal_insert_lsn() - redo_lsn >= ${bytes} as "isLong" from pg_control_checkpoint()`,
  );
  if (rows[0]?.isLong) await database.execute(sql`checkpoint`);
}

/** The hour, in the site's zone, in which a vacuum may lock a table for a second or two. */
const QUIET_HOUR = '03';

/**
 * Replaces PostgreSQL's autovacuum, which the embedded database lacks: analyzes tables that changed by a tenth, and in the
 * quiet hour vacuums those that changed by a fifth. Call it once a minute, or plans made for small tables stay too long.
 */
export async function vacuumTables(database: Database, now: Date, timeZone: string): Promise<void> {
  const isQuiet = wallTimeOf(now, timeZone).slice(11, 13) === QUIET_HOUR;
  const { rows } = await database.execute<{ name: string; needsAnalyze: boolean; needsVacuum: boolean }>(sql`
    select relname as name, n_mod_since_analyze > 500 + n_live_tup / 10 as "needsAnalyze",
           n_dead_tup + n_ins_since_vacuum > 500 + n_live_tup / 5 as "needsVacuum"
    from pg_stat_user_tables where schemaname = current_schema() order by relname`);
  for (const { name, needsAnalyze, needsVacuum } of rows) {
    if (isQuiet && needsVacuum) await database.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
    else if (needsAnalyze) await database.execute(sql`analyze ${sql.identifier(name)}`);
  }
}
