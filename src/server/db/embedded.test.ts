import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { exampleCalls, perform } from '#server/testing/exampleCalls.ts';
import { furnish } from '#server/testing/furnish.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { vacuumTables } from './upkeep.ts';

const site = useTestSite({ on: 'embedded' });
/** The database updates its statistics at most once a second. */
const PATIENCE = { timeout: 10_000 };

// This test comes first, because it would count the rows of other tests.
test('analyzes a changed table at any time, and vacuums it in the quiet hour', async () => {
  await site.database.execute(sql`vacuum analyze newsletter_subscribers`);
  await site.database.execute(sql`
    insert into newsletter_subscribers (email, created_at)
    select 'reader' || number || '@example.ca', now() from generate_series(1, 1000) number`);
  await site.database.execute(sql`delete from newsletter_subscribers where id % 10 <> 0`);
  const readStatistics = async () => {
    const { rows } = await site.database.execute<{ deadRows: number; unanalyzedRows: number }>(sql`
      select n_dead_tup::int as "deadRows", n_mod_since_analyze::int as "unanalyzedRows" from pg_stat_user_tables
      where relname = 'newsletter_subscribers'`);
    return rows[0];
  };
  await vi.waitUntil(async () => ((await readStatistics())?.deadRows ?? 0) > 0, PATIENCE);

  await vacuumTables(site.database, new Date('2026-11-20T18:00:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await readStatistics())?.unanalyzedRows === 0, PATIENCE);
  expect((await readStatistics())?.deadRows).toBeGreaterThan(0);

  await vacuumTables(site.database, new Date('2026-11-21T09:30:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await readStatistics())?.deadRows === 0, PATIENCE);
});

test('every endpoint answers on the embedded database', async () => {
  const pin = await furnish(site);
  const browser = await site.admin();
  await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
  const actual: [address: string, status: number][] = [];
  const expected: typeof actual = [];
  for (const example of exampleCalls(pin)) {
    const { method, path, status = 200 } = example.endpoint;
    expected.push([`${method} ${path}`, status]);
    actual.push([`${method} ${path}`, (await perform(browser, example)).status]);
  }
  expect(actual).toEqual(expected);
});
