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

async function listsTo(): Promise<string[]> {
  await notifyDaily(site.site);
  const rows = await site.database.select().from(mails).where(eq(mails.kind, 'staff_daily'));
  return rows.map(({ recipient }) => recipient);
}

describe('the list of the morning', () => {
  test('says what waits and what is wrong with the site, as text and HTML', async () => {
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
    expect(await listsTo()).toEqual([]);
    site.pass({ minutes: 2 * 24 * 60 });
    expect(await listsTo()).toEqual(['alex@reround.example']);
    while (await sendDueMail(site.site));
    expect(mailbox.deliveries[0]?.mail.subject).toBe('Waiting: 1 overdue bin');
  });

  test('does not come if nothing waits, even if something comes later in the day', async () => {
    expect(await listsTo()).toEqual([]);
    await loggedDonation(site);
    site.pass({ minutes: 60 });
    expect(await listsTo()).toEqual([]);
    site.pass({ minutes: 23 * 60 });
    expect(await listsTo()).toEqual(['alex@reround.example']);
  });

  test('comes once a day, and late where the site starts late', async () => {
    await loggedDonation(site);
    site.now = new Date('2026-11-20T12:59:00Z');
    expect(await listsTo()).toEqual([]);
    site.now = new Date('2026-11-20T22:30:00Z');
    expect(await listsTo()).toHaveLength(1);
    for (const time of ['2026-11-20T22:31:00Z', '2026-11-21T05:59:00Z', '2026-11-21T12:59:00Z']) {
      site.now = new Date(time);
      expect(await listsTo()).toHaveLength(1);
    }
    site.now = new Date('2026-11-21T13:00:00Z');
    expect(await listsTo()).toHaveLength(2);
  });

  test('comes the next morning to whoever chooses it after seven', async () => {
    await loggedDonation(site);
    const vera = await site.volunteer();
    await noteStaffEmail(site, 'vera', {});
    site.pass({ minutes: 30 });
    await vera.call(contract.changeNotify, { body: { daily: true } });
    expect(await listsTo()).toEqual(['alex@reround.example']);
    site.pass({ days: 1 });
    expect(await listsTo()).toContain('vera@reround.example');
  });

  test('comes the same morning to whoever chooses it before seven', async () => {
    await loggedDonation(site);
    site.pass({ minutes: -30 });
    await admin.call(contract.changeNotify, { body: { daily: false } });
    await admin.call(contract.changeNotify, { body: { daily: true } });
    site.pass({ minutes: 30 });
    expect(await listsTo()).toEqual(['alex@reround.example']);
  });

  test('tells admins alone what is wrong with the site', async () => {
    await site.volunteer();
    await noteStaffEmail(site, 'vera', { daily: true });
    const refused = Array.from({ length: 10 }, (_, index) => ({
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
    await site.database.insert(mails).values(refused);
    expect(await listsTo()).toEqual(['alex@reround.example']);
  });

  test('goes to nobody who is switched off, by then or before it is sent', async () => {
    await loggedDonation(site);
    await site.volunteer();
    await noteStaffEmail(site, 'vera', { daily: true });
    await admin.call(contract.changeAdmin, { params: { id: 2 }, body: { isActive: false } });
    expect(await listsTo()).toEqual(['alex@reround.example']);
    await site.database.update(admins).set({ isActive: false });
    while (await sendDueMail(site.site));
    expect(mailbox.deliveries).toEqual([]);
  });
});
