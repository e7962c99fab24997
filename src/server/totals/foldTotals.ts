import { sql, type SQL } from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database.ts';

// Any number does, as long as nothing else uses it.
export const FOLD_LOCK = 7_736_869;

/**
 * Adds up what connections counted in slots of their own. A slot in which a transaction is counting right now is left
 * for the next time: waiting for it could be waiting for each other. Any number of processes may do so at once.
 */
export async function foldTotals(database: Database): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rows } = await transaction.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as "isFree"`,
    );
    if (!rows[0]?.isFree) return;
    for (const statement of folds) await transaction.execute(statement);
  });
}

const folds: readonly SQL[] = [
  sql`
    with folded as (
      delete from row_counts where (table_name, kind, slot) in (
        select table_name, kind, slot from row_counts where slot <> 0 for update skip locked
      ) returning *
    )
    insert into row_counts as kept (table_name, kind, slot, rows)
    select table_name, kind, 0, sum(rows) from folded group by table_name, kind
    on conflict (table_name, kind, slot) do update set rows = kept.rows + excluded.rows`,
  sql`
    with folded as (
      delete from donation_days where (day, status, weight, slot) in (
        select day, status, weight, slot from donation_days where slot <> 0 for update skip locked
      ) returning *
    )
    insert into donation_days as kept (day, status, weight, slot, donations, kilograms)
    select day, status, weight, 0, sum(donations), sum(kilograms) from folded group by day, status, weight
    on conflict (day, status, weight, slot) do update
    set donations = kept.donations + excluded.donations, kilograms = kept.kilograms + excluded.kilograms`,
];
