import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/** SQL that counts the audit rows of some actions in one pass, because no index leads from an entity to its rows. */
const countAuditRows = (entityType: string, actions: string) => `
  select entity_id as id, count(*) as rows from audit_log
  where entity_type = '${entityType}' and action in (${actions}) group by entity_id`;

/**
 * Queries for rows that an interrupted write would leave. Each is one statement, so that it can run while others write.
 */
const queries: Readonly<Record<string, string>> = {
  'confirmed donations without their one code': `
    select id from donations
    where is_confirmed and participant_id is not null and (
      (select count(*) from discount_codes where donation_id = donations.id and revoked_at is null) > 1
      or confirmed_at is distinct from (select generated_at from discount_codes
        where donation_id = donations.id order by id desc limit 1) and not exists (select from audit_log
        where entity_type = 'donation' and entity_id = donations.id and action = 'donation.unclaimed_created'))`,
  'unclaimed bags with a code': `
    select id from donations where participant_id is null
    and exists (select from discount_codes where donation_id = donations.id)`,
  'codes without their confirmed donation': `
    select discount_codes.id from discount_codes join donations on donations.id = donation_id
    where not is_confirmed and revoked_at is null`,
  'codes whose ledger is not all in the audit log': `
    select id from discount_codes
    left join (${countAuditRows('code', "'code.redeemed', 'code.use_given_back'")}) recorded using (id)
    where coalesce(rows, 0) <> (select count(*) from code_redemptions where code_id = discount_codes.id)`,
  'donations without an audit row of their making': `
    select id from donations
    left join (${countAuditRows('donation', "'donation.logged', 'donation.created', 'donation.unclaimed_created'")}) made using (id)
    where rows is distinct from 1`,
  'confirmed donations without an audit row of it': `
    select id from donations where is_confirmed and not exists (select from audit_log
      where entity_type = 'donation' and entity_id = donations.id and action in ('donation.confirmed', 'donation.unclaimed_created'))`,
  'audit rows of donations that are not there': `
    select id from audit_log
    where entity_type = 'donation' and entity_id is not null
    and not exists (select from donations where donations.id = entity_id)
    and not exists (select from audit_log deleted where deleted.entity_type = 'donation'
      and deleted.entity_id = audit_log.entity_id and deleted.action = 'donation.unclaimed_deleted')`,
  'confirmations of nothing': `
    select id from confirmations
    where undone_at is null and not exists (select from donations where confirmation_id = confirmations.id)`,
  'codes whose use count is not that of the ledger plus the marked uses': `
    select id from discount_codes
    where use_count <> marked_uses + (
      select count(*) filter (where kind = 'redeemed') - count(*) filter (where kind = 'reversed')
      from code_redemptions where code_id = discount_codes.id)`,
  'idempotency keys without an answer': `
    select key from idempotency_keys where response is null`,
  'idempotency keys of donations that are not there': `
    select key from idempotency_keys where endpoint = 'POST /api/donations'
    and not exists (select from donations where id = (response ->> 'id')::int)`,
};

/** Rows of half-done writes, by the promise that they break. Empty if there are none. */
export async function findHalfWrites(database: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [promise, query] of Object.entries(queries)) {
    const { rows } = await database.execute(sql.raw(query));
    if (rows.length > 0) found[promise] = rows;
  }
  return found;
}
