// On the embedded database only: a server tends its tables itself, and at moments of its own.
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';
import { vacuumTables } from './upkeep.ts';

const site = useTestSite({ on: 'embedded' });

/** The database tells of its changes once a second at most. */
const PATIENCE = { timeout: 10_000 };

test('tables that changed much are made known to the planner, and cleared of old rows in the quiet hour', async () => {
  await site.database.execute(sql`vacuum analyze newsletter_subscribers`);
  await site.database.execute(sql`
    insert into newsletter_subscribers (email, created_at)
    select 'reader' || number || '@example.ca', now() from generate_series(1, 1000) number`);
  await site.database.execute(sql`delete from newsletter_subscribers where id % 10 <> 0`);
  const state = async () => {
    const { rows } = await site.database.execute<{ dead: number; unknown: number }>(sql`
      select n_dead_tup::int as dead, n_mod_since_analyze::int as unknown from pg_stat_user_tables
      where relname = 'newsletter_subscribers'`);
    return rows[0];
  };
  await vi.waitUntil(async () => ((await state())?.dead ?? 0) > 0, PATIENCE);

  await vacuumTables(site.database, new Date('2026-11-20T18:00:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await state())?.unknown === 0, PATIENCE);
  expect((await state())?.dead).toBeGreaterThan(0);

  await vacuumTables(site.database, new Date('2026-11-21T09:30:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await state())?.dead === 0, PATIENCE);
});
