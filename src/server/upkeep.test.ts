import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { idempotencyKeys, rateLimits, sessions } from '#server/schema.ts';
import { boundLog, tendTables, tidyDatabase } from './upkeep.ts';

const site = useTestSite({ rateLimits: true });

test('what has served its time is deleted, and what has not stays', async () => {
  await site.donor('D1');
  await site.admin();
  await loggedDonation(site);
  await site.visitor().send('POST', '/api/donations', {
    body: { studentId: 'D2', weight: '3kg+', date: '2026-11-20' },
    headers: { 'idempotency-key': 'a-form' },
  });
  const left = async () => ({
    sessions: (await site.database.select().from(sessions)).length,
    keys: (await site.database.select().from(idempotencyKeys)).length,
    counts: (await site.database.select().from(rateLimits)).length,
  });

  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 2, keys: 1, counts: 2 });

  site.pass({ days: 8 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 1, keys: 1, counts: 0 });

  site.pass({ days: 90 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual({ sessions: 0, keys: 0, counts: 0 });
});

test('the log that a start after a crash plays back is ended once it is long, and not before', async () => {
  const beginning = async () => {
    const { rows } = await site.database.execute<{ redo: string }>(
      sql`select redo_lsn::text as redo from pg_control_checkpoint()`,
    );
    return rows[0]?.redo;
  };
  await loggedDonation(site);
  const before = await beginning();
  await boundLog(site.database, 1_000_000_000);
  expect(await beginning()).toBe(before);
  await boundLog(site.database, 1);
  expect(await beginning()).not.toBe(before);
});

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
  await vi.waitUntil(async () => (await state())?.dead === 900);

  await tendTables(site.database, new Date('2026-11-20T18:00:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await state())?.unknown === 0);
  expect(await state()).toEqual({ dead: 900, unknown: 0 });

  await tendTables(site.database, new Date('2026-11-21T09:30:00Z'), 'America/Winnipeg');
  await vi.waitUntil(async () => (await state())?.dead === 0);
});
