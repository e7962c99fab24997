import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { sessions } from '#server/db/schema.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite({ on: 'races' });

test('recording the use of a session waits for no lock and delays no call', async () => {
  const alex = await site.admin();
  const startedAt = site.now;
  site.pass({ minutes: 5 });
  await site.database.transaction(async (transaction) => {
    await transaction.execute(sql`select from sessions for update`);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => alex.call(consoleDonations.adminSummary, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await site.database.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toEqual([]);
  });
  const [session] = await site.database.select().from(sessions);
  expect(session?.lastUsedAt).toEqual(startedAt);
});
