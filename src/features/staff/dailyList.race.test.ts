import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation, noteStaffEmail } from '#server/testing/scenarios.ts';
import { notifyDaily } from './serverDailyList.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

test('only one of several processes queues the daily list', async () => {
  site.site.mailer = mailbox.mailer();
  await site.admin();
  await noteStaffEmail(site, 'alex', { daily: true });
  await loggedDonation(site);
  await Promise.all(Array.from({ length: 6 }, () => notifyDaily(site.site)));
  expect(await site.database.$count(mails, sql`kind = 'staff_daily'`)).toBe(1);
});
