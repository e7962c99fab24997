import { sql } from 'drizzle-orm';
import type { Database } from '#server/database.ts';

/** Every table but the settings, those that refer to others first, and last those that triggers fill. */
const tables = [
  'code_redemptions',
  'discount_codes',
  'donations',
  'confirmations',
  'sessions',
  'students',
  'merged_share_tokens',
  'merges',
  'participants',
  'overflow_alerts',
  'drop_bins',
  'partners',
  'pickups',
  'newsletter_subscribers',
  'audit_log',
  'idempotency_keys',
  'rate_limits',
  'overall_limits',
  'admins',
  'site_key',
  'donor_months',
  'donation_days',
  'row_counts',
];

// Deleting the few rows of a test is many times quicker than TRUNCATE, which makes new files for every index.
const empty = `do $$
declare
  name text;
  counter text;
begin
  foreach name in array array[${tables.map((table) => `'${table}'`).join(', ')}] loop
    execute format('delete from %I', name);
    counter := (
      select pg_get_serial_sequence(name, attname) from pg_attribute
      where attrelid = name::regclass and attname = 'id' and attidentity <> ''
    );
    if counter is not null then perform setval(counter, 1, false); end if;
  end loop;
  delete from settings;
  insert into settings default values;
end $$`;

/** Empties every table, starts their counters anew and puts the settings back to their defaults. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.execute(sql.raw(empty));
}
