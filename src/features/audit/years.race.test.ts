import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { wrongTotals } from '#server/totals/checkTotals.ts';
import { makeYears } from './serverYears.ts';

const site = useTestSite({ on: 'races' });

test('processes that make a year at the same moment make it once, and whoever writes to the log meanwhile does', async () => {
  site.now = new Date('2044-02-29T18:00:00Z');
  const [making] = await Promise.all([
    Promise.allSettled(Array.from({ length: 4 }, () => makeYears(site.database, 2044))),
    Promise.all(Array.from({ length: 20 }, (_, index) => loggedDonation(site, { studentId: `D${index}` }))),
  ]);
  // On a busy machine the writers may take longer than is waited for them.
  const made = making.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  expect([...made, ...(await makeYears(site.database, 2044))]).toEqual([2044]);
  const { rows } = await site.database.execute(
    sql`select tableoid::regclass::text as name, count(*)::int as rows from audit_log group by 1`,
  );
  expect(rows).toEqual([{ name: 'audit_log_2044', rows: 20 }]);
  expect(await wrongTotals(site.database)).toEqual([]);
});
