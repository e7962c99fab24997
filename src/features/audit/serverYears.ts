// The audit log's partitions: a table for each year in UTC, made before its first row comes (docs/decisions/0029).
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';

/** Where the rows of a year lie that has no table: of a backup that is being restored, or of a clock that went wrong. */
const OTHER = 'audit_log_other';

const tableOf = (year: number) => `audit_log_${year}`;
const beginningOf = (year: number) => `${year}-01-01T00:00:00Z`;

/** Sees to it that the audit log has tables for this year and the next. */
export async function partAuditLog({ database, clock }: Site, log: FastifyBaseLogger): Promise<void> {
  const year = clock().getUTCFullYear();
  for (const made of await makeYears(database, year, year + 1)) {
    log.info({ year: made }, 'the audit log has a table for another year');
  }
}

/**
 * Makes the tables of some years, and of every year whose rows lie among the others, which move there. Any number of
 * processes may do so at once.
 *
 * @returns the years whose tables were made.
 * @throws Error where somebody reads or writes the log for longer than two seconds: then it is for the next hour.
 */
export async function makeYears(database: Database, ...years: number[]): Promise<number[]> {
  const made: number[] = [];
  // Those that are asked for first: a year that cannot be moved keeps them from nothing.
  for (const year of await withoutTable(database, [...years, ...(await yearsAmongOthers(database))])) {
    if (await inTransaction(database, (transaction) => makeYear(transaction, year))) made.push(year);
  }
  return made;
}

async function yearsAmongOthers(database: Database): Promise<number[]> {
  const { rows } = await database.execute<{ year: number }>(
    sql`select distinct extract(year from created_at at time zone 'UTC')::int as year from ${sql.identifier(OTHER)} order by 1`,
  );
  return rows.map(({ year }) => year);
}

async function withoutTable(executor: Database | Transaction, years: readonly number[]): Promise<number[]> {
  const { rows } = await executor.execute<{ name: string }>(
    sql`select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'audit_log'::regclass`,
  );
  const there = new Set(rows.map(({ name }) => name));
  return [...new Set(years)].filter((year) => !there.has(tableOf(year)));
}

/** @returns false where another process has made it meanwhile. */
async function makeYear(transaction: Transaction, year: number): Promise<boolean> {
  const [table, other, log] = [tableOf(year), OTHER, 'audit_log'].map((name) => sql.identifier(name));
  // Whoever writes meanwhile has chosen a table for the row already and would be refused: so all wait, and for no longer than this.
  // PostgreSQL ends an autovacuum that is in the way after a second (deadlock_timeout), as it is right after a restore.
  await transaction.execute(sql`set local lock_timeout = '2s'`);
  await transaction.execute(sql`lock table ${log} in access exclusive mode`);
  if ((await withoutTable(transaction, [year])).length === 0) return false;
  // After a restore whole years may move: nobody is there yet.
  await transaction.execute(sql`set local statement_timeout = 0`);
  const [from, to] = [year, year + 1].map((one) => sql.raw(`'${beginningOf(one)}'`));
  await transaction.execute(sql`create table ${table} (like ${log} including defaults)`);
  // From partition to partition, past the triggers of the log: what moves is counted already.
  await transaction.execute(
    sql`with moved as (delete from ${other} where created_at >= ${from} and created_at < ${to} returning *) insert into ${table} select * from moved`,
  );
  await transaction.execute(
    sql`alter table ${log} attach partition ${table} for values from (${from}) to (${to})`,
  );
  return true;
}
