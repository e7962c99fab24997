import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { noteStaffEmail } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  await site.volunteer();
  await site.admin();
  await noteStaffEmail(site, 'vera', { pickup: true });
  await noteStaffEmail(site, 'alex', { overflow: true, daily: true });
});

const REQUEST = { name: 'Noah', address: '12 Osborne Street', items: 'Books', email: 'noah@example.ca' };

async function sendRequest(preferredAt?: string): Promise<void> {
  await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, preferredAt } });
}

test('a request is mailed to staff who chose such mails, with its time and without typed texts', async () => {
  await sendRequest();
  await sendRequest('2026-11-24T14:00');
  while (await sendDueMail(site.site));
  expect(mailbox.deliveries.map(({ to, mail }) => [...to, mail.subject])).toEqual([
    ['vera@reround.example', 'Pickup asked for, at any time'],
    ['vera@reround.example', 'Pickup asked for: Nov 24, 2 PM'],
  ]);
  const { mail } = mailbox.deliveries[1]!;
  for (const text of [mail.text, mail.html]) {
    expect(text).toContain('Nov 24, 2026');
    expect(text).toContain('2 requests wait for an answer.');
    expect(text).toContain('http://localhost:3000/reround-admin-843?tab=pickups');
    expect(text).not.toMatch(/Noah|Osborne|Books|noah/);
  }
});

test('five requests are mailed in an hour, and each mail says how many wait', async () => {
  for (let count = 0; count < 7; count += 1) await sendRequest();
  const listWaitingCounts = async () => {
    const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
    return rows.map(({ content }) => (content as { waiting: number }).waiting);
  };
  expect(await listWaitingCounts()).toEqual([1, 2, 3, 4, 5]);
  site.pass({ minutes: 60 });
  await sendRequest();
  expect(await listWaitingCounts()).toEqual([1, 2, 3, 4, 5, 8]);
});
