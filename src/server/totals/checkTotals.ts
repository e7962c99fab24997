import { sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database.ts';
import { FOLD_LOCK } from './foldTotals.ts';

/** A kept total that is not what a recount gives. */
export interface WrongTotal {
  /** The table that keeps it, and for what. */
  of: string;
  kept: number;
  recounted: number;
}

interface KeptTotals {
  table: string;
  /** What one total is for. */
  keys: readonly string[];
  amounts: readonly string[];
  recount: string;
}

const keptTotals: readonly KeptTotals[] = [
  // The donors of each month first: row_counts counts them in turn.
  {
    table: 'donor_months',
    keys: ['month', 'participant_id'],
    amounts: ['donations'],
    recount: 'recounted_donor_months',
  },
  {
    table: 'donation_days',
    keys: ['day', 'status', 'weight'],
    amounts: ['donations', 'kilograms'],
    recount: 'recounted_donation_days',
  },
  { table: 'row_counts', keys: ['table_name', 'kind'], amounts: ['rows'], recount: 'recounted_rows' },
];

/** Triggers keep them. */
export const tablesOfTotals: readonly string[] = keptTotals.map(({ table }) => table);

const participantTotals = `
  select id, count(donation) filter (where rejected_at is null)::int as total_donations,
         count(donation) filter (where is_confirmed)::int as confirmed_donations
  from participants left join (
    select id as donation, participant_id, rejected_at, is_confirmed from donations
  ) given on participant_id = participants.id
  group by participants.id`;

const participantAmounts = ['total_donations', 'confirmed_donations'];

/** What a code's uses come to: those that stores took and did not give back, and those that were marked. */
const usesOfCodes = `
  select id, (marked_uses + coalesce(uses, 0))::int as use_count
  from discount_codes left join (
    select code_id, sum(case kind when 'redeemed' then 1 else -1 end) as uses from code_redemptions group by code_id
  ) ledger on code_id = discount_codes.id`;

/**
 * Compares every kept total with a recount of what it stands for. To see one moment, it must be asked in a
 * transaction that does, such as one with repeatable reads.
 *
 * @returns those that differ; none, if all is well.
 */
export async function wrongTotals(executor: Executor): Promise<WrongTotal[]> {
  const wrong: WrongTotal[] = [];
  for (const { table, keys, amounts, recount } of keptTotals) {
    const kept = `select ${keys.join(', ')}, ${amounts.map((amount) => `sum(${amount}) as ${amount}`).join(', ')}
                  from ${table} group by ${keys.join(', ')}`;
    wrong.push(...(await differences(executor, table, keys, amounts, kept, `select * from ${recount}`)));
  }
  const kept = `select id, ${participantAmounts.join(', ')} from participants`;
  wrong.push(
    ...(await differences(executor, 'participants', ['id'], participantAmounts, kept, participantTotals)),
  );
  const uses = 'select id, use_count from discount_codes';
  wrong.push(...(await differences(executor, 'discount_codes', ['id'], ['use_count'], uses, usesOfCodes)));
  return [...wrong, ...(await wrongTexts(executor))];
}

/** Where codes have another text than their participant, how many have the same and how many should. */
async function wrongTexts(executor: Executor): Promise<WrongTotal[]> {
  const { rows } = await executor.execute<{ kept: number; recounted: number }>(sql`
    select count(*) filter (where participant_text = search_text)::float8 as kept, count(*)::float8 as recounted
    from discount_codes join participants on participants.id = participant_id`);
  return rows
    .filter(({ kept, recounted }) => kept !== recounted)
    .map((counted) => ({ of: 'discount_codes that have their participant’s text', ...counted }));
}

async function differences(
  executor: Executor,
  table: string,
  keys: readonly string[],
  amounts: readonly string[],
  kept: string,
  recounted: string,
): Promise<WrongTotal[]> {
  const wrong: WrongTotal[] = [];
  for (const amount of amounts) {
    // A total that is not there is nought.
    const { rows } = await executor.execute<{ key: string; kept: number; recounted: number }>(
      sql.raw(`
        select trim(concat_ws(' ', ${keys.join(', ')})) as key,
               coalesce(kept.${amount}, 0)::float8 as kept, coalesce(recounted.${amount}, 0)::float8 as recounted
        from (${kept}) kept full join (${recounted}) recounted using (${keys.join(', ')})
        where coalesce(kept.${amount}, 0) <> coalesce(recounted.${amount}, 0) order by 1`),
    );
    for (const row of rows) {
      wrong.push({ of: `${table} ${amount}: ${row.key}`, kept: row.kept, recounted: row.recounted });
    }
  }
  return wrong;
}

/** Replaces every kept total by a recount, and the text of each code by its participant's. Whoever changes what they count waits until the transaction ends. */
export async function recountTotals(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${FOLD_LOCK})`);
  await transaction.execute(
    sql`lock table participants, donations, discount_codes, code_redemptions, pickups, donor_months in share row exclusive mode`,
  );
  for (const { table, keys, amounts, recount } of keptTotals) {
    const columns = [...keys, ...amounts].join(', ');
    const slot = table === 'donor_months' ? { name: '', value: '' } : { name: 'slot, ', value: '0, ' };
    await transaction.execute(sql.raw(`delete from ${table}`));
    await transaction.execute(
      sql.raw(`insert into ${table} (${slot.name}${columns}) select ${slot.value}${columns} from ${recount}`),
    );
  }
  await transaction.execute(
    sql.raw(`
      update participants set total_donations = counted.total_donations,
                              confirmed_donations = counted.confirmed_donations
      from (${participantTotals}) counted
      where counted.id = participants.id and (participants.total_donations, participants.confirmed_donations)
            is distinct from (counted.total_donations, counted.confirmed_donations)`),
  );
  await transaction.execute(
    sql.raw(`
      update discount_codes set use_count = counted.use_count from (${usesOfCodes}) counted
      where counted.id = discount_codes.id and discount_codes.use_count <> counted.use_count`),
  );
  await transaction.execute(sql`
    update discount_codes set participant_text = search_text from participants
    where participants.id = participant_id and participant_text is distinct from search_text`);
}
