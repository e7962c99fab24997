// On the embedded database only.
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { exercises, perform } from '#server/testing/exercises.ts';
import { furnish } from '#server/testing/furnish.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { vacuumTables } from './upkeep.ts';

const site = useTestSite({ on: 'embedded' });
/** The database counts its changes once a second at most. */
const PATIENCE = { timeout: 10_000 };

// First, since the rows that another test leaves would be counted.
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

test('every endpoint answers on the embedded database, too', async () => {
  const pin = await furnish(site);
  const browser = await site.admin();
  await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
  const answered: [address: string, status: number][] = [];
  const declared: typeof answered = [];
  for (const exercise of exercises(pin)) {
    const { method, path, status = 200 } = exercise.endpoint;
    declared.push([`${method} ${path}`, status]);
    answered.push([`${method} ${path}`, (await perform(browser, exercise)).status]);
  }
  expect(answered).toEqual(declared);
});
