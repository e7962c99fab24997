import { expect, test } from 'vitest';
import { auditSeals } from '#server/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { sealDays, verifySeals } from './serverSeals.ts';

const site = useTestSite({ on: 'races' });

test('processes that seal the same missed nights at the same moment seal each of them once', async () => {
  for (let day = 1; day <= 5; day += 1) {
    await loggedDonation(site, { date: '2026-11-20' });
    site.pass({ days: 2 });
  }
  const days: string[] = [];
  await Promise.all(
    Array.from({ length: 6 }, () => sealDays(site.database, site.now, ({ day }) => days.push(day))),
  );
  expect(days.toSorted()).toEqual([...new Set(days)].toSorted());
  const seals = await site.database.select().from(auditSeals);
  expect(seals).toHaveLength(days.length);
  expect(days).toHaveLength(10);
  expect(await verifySeals(site.database, site.now)).toMatchObject({ trouble: null, days: 10, rows: 5 });
});
