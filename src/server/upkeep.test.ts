import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { SENT_DAYS } from '#features/donations/logging/rules.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { idempotencyKeys, rateLimits, sessions } from '#server/schema.ts';
import { boundLog, tidyDatabase } from './upkeep.ts';

const site = useTestSite({ rateLimits: true });

test('what has served its time is deleted, and what has not stays', async () => {
  await loggedDonation(site, { studentId: 'D1' });
  await site.donor('D1');
  await site.admin();
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

  // The longest that a donation may take to be sent again: seven days as a draft, then kept on a phone.
  site.pass({ days: 7 + SENT_DAYS - 8 });
  await tidyDatabase(site.database, site.now);
  expect((await left()).keys).toBe(1);

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
