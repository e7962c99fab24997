import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { admins, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation, noteStaffEmail } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';
import { notifyDaily } from './serverDailyList.ts';

const site = useTestSite();
const mailbox = useMailbox();

/** Friday at 7 in Winnipeg. */
const SEVEN = new Date('2026-11-20T13:00:00Z');

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
  await noteStaffEmail(site, 'alex', { daily: true });
  site.now = SEVEN;
});

/** Queues the lists that are due. @returns the recipients of all lists so far. */
async function queueLists(): Promise<string[]> {
  await notifyDaily(site.site);
  const rows = await site.database.select().from(mails).where(eq(mails.kind, 'staff_daily'));
  return rows.map(({ recipient }) => recipient);
}

describe('the daily list', () => {
  test('shows what waits, as text and HTML, without personal data', async () => {
    site.site.makesBackups = true;
    const { body } = await admin.call(bins.createBin, {
      body: { name: 'UC East', location: 'Hall', binCode: 'UC_EAST' },
    });
    await site.visitor().call(bins.reportOverflow, { body: { binId: body.bin.id, notes: 'Reeks' } });
    for (const studentId of ['AMARA', 'BEN']) await loggedDonation(site, { studentId });
    const request = { name: 'Noah', address: '12 Osborne Street', items: 'Books' };
    await site.visitor().call(pickups.requestPickup, { body: request });
    await notifyDaily(site.site);
    while (await sendDueMail(site.site));
    const [delivery] = mailbox.deliveries;
    expect(delivery?.to).toEqual(['alex@reround.example']);
    expect(delivery?.mail.subject).toBe('Waiting: 2 donations to confirm, 1 reported bin, 1 pickup request');
    for (const text of [delivery?.mail.text, delivery?.mail.html]) {
      expect(text).toContain('2 donations to confirm');
      expect(text).toContain('http://localhost:3000/reround-admin-843/account?tab=mail');
      expect(text).not.toMatch(/Reeks|Noah|Osborne|Books|AMARA/);
    }
  });

  test('names bins that are past their target days', async () => {
    const body = { name: 'UC East', location: 'Hall', binCode: 'UC_EAST', targetDays: 1 };
    await admin.call(bins.createBin, { body });
    expect(await queueLists()).toEqual([]);
    site.pass({ minutes: 2 * 24 * 60 });
    expect(await queueLists()).toEqual(['alex@reround.example']);
    while (await sendDueMail(site.site));
    expect(mailbox.deliveries[0]?.mail.subject).toBe('Waiting: 1 overdue bin');
  });

  test('does not come if nothing waits, even if something comes later in the day', async () => {
    expect(await queueLists()).toEqual([]);
    await loggedDonation(site);
    site.pass({ minutes: 60 });
    expect(await queueLists()).toEqual([]);
    site.pass({ minutes: 23 * 60 });
    expect(await queueLists()).toEqual(['alex@reround.example']);
  });

  test('comes once a day, and late if the site starts late', async () => {
    await loggedDonation(site);
    site.now = new Date('2026-11-20T12:59:00Z');
    expect(await queueLists()).toEqual([]);
    site.now = new Date('2026-11-20T22:30:00Z');
    expect(await queueLists()).toHaveLength(1);
    for (const time of ['2026-11-20T22:31:00Z', '2026-11-21T05:59:00Z', '2026-11-21T12:59:00Z']) {
      site.now = new Date(time);
      expect(await queueLists()).toHaveLength(1);
    }
    site.now = new Date('2026-11-21T13:00:00Z');
    expect(await queueLists()).toHaveLength(2);
  });

  test('comes the next morning if it was chosen after seven', async () => {
    await loggedDonation(site);
    const vera = await site.volunteer();
    await noteStaffEmail(site, 'vera', {});
    site.pass({ minutes: 30 });
    await vera.call(contract.changeNotify, { body: { daily: true } });
    expect(await queueLists()).toEqual(['alex@reround.example']);
    site.pass({ days: 1 });
    expect(await queueLists()).toContain('vera@reround.example');
  });

  test('comes the same morning if it was chosen before seven', async () => {
    await loggedDonation(site);
    site.pass({ minutes: -30 });
    await admin.call(contract.changeNotify, { body: { daily: false } });
    await admin.call(contract.changeNotify, { body: { daily: true } });
    site.pass({ minutes: 30 });
    expect(await queueLists()).toEqual(['alex@reround.example']);
  });

  test('shows problems of the site to admins only', async () => {
    await site.volunteer();
    await noteStaffEmail(site, 'vera', { daily: true });
    const failedMails = Array.from({ length: 10 }, (_, index) => ({
      kind: 'test' as const,
      recipient: 'jo@example.ca',
      content: { sentBy: null },
      messageId: `<${index}@reround.example>`,
      status: 'failed' as const,
      tries: 1,
      endedAt: site.now,
      answer: '535 no',
      createdAt: site.now,
    }));
    await site.database.insert(mails).values(failedMails);
    expect(await queueLists()).toEqual(['alex@reround.example']);
  });

  test('is not sent to those who are switched off before it is queued or sent', async () => {
    await loggedDonation(site);
    await site.volunteer();
    await noteStaffEmail(site, 'vera', { daily: true });
    await admin.call(contract.changeAdmin, { params: { id: 2 }, body: { isActive: false } });
    expect(await queueLists()).toEqual(['alex@reround.example']);
    await site.database.update(admins).set({ isActive: false });
    while (await sendDueMail(site.site));
    expect(mailbox.deliveries).toEqual([]);
  });
});
