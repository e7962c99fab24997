import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as staff } from '#features/staff/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { mails, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation, noteStaffEmail } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';
import { deleteOldReporterEmails } from './serverReporters.ts';

const site = useTestSite({ rateLimits: true });
const mailbox = useMailbox();

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
  for (const binCode of ['UC_EAST', 'LIBRARY']) {
    await admin.call(contract.createBin, { body: { name: binCode, location: 'Hall', binCode } });
  }
});

async function report(body: { binId?: number; email?: string; notes?: string } = {}, language = 'en') {
  const headers = { 'accept-language': language };
  return await site.visitor().call(contract.reportOverflow, { body: { binId: 1, ...body } }, { headers });
}

const markEmptied = (id = 1) => admin.call(contract.markBinEmptied, { params: { id } });

async function listOutbox(): Promise<string[]> {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`);
}

async function listStoredEmails(): Promise<(string | null)[]> {
  const [alerts, reports] = [
    await site.database.select({ email: overflowAlerts.email }).from(overflowAlerts),
    await site.database.select({ email: overflowReports.email }).from(overflowReports),
  ];
  return [...alerts, ...reports].map(({ email }) => email);
}

async function deliverMails() {
  while (await sendDueMail(site.site));
  return mailbox.deliveries;
}

describe('a reported bin', () => {
  test('is mailed to staff who chose such mails, without the visitor’s texts', async () => {
    await site.volunteer();
    await site.volunteer('will');
    await noteStaffEmail(site, 'vera', { overflow: true });
    await noteStaffEmail(site, 'will', { pickup: true, daily: true });
    await report({ notes: 'Reeks', email: 'jo@example.ca' });
    const [delivery, ...others] = await deliverMails();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      to: ['vera@reround.example'],
      mail: { subject: 'Bin reported: UC_EAST' },
    });
    for (const text of [delivery?.mail.text, delivery?.mail.html]) {
      expect(text).toContain('It has 1 report by now.');
      expect(text).toContain('http://localhost:3000/reround-admin-843/bins?tab=alerts');
      expect(text).toContain('http://localhost:3000/reround-admin-843/account?tab=mail');
      expect(text).not.toMatch(/Reeks|jo@example/);
    }
  });

  test('is mailed at most once in two hours, even after it was emptied', async () => {
    await noteStaffEmail(site, 'alex', { overflow: true });
    await report();
    await report();
    await report({ binId: 2 });
    await markEmptied();
    site.pass({ minutes: 119 });
    await report();
    expect(await listOutbox()).toHaveLength(2);
    site.pass({ minutes: 1 });
    await report();
    expect(await listOutbox()).toHaveLength(3);
    const { mail } = (await deliverMails()).at(-1)!;
    expect(mail.text).toContain('It has 2 reports by now.');
  });

  test('is mailed at once to staff who chose such mails after a report that was mailed to nobody', async () => {
    await report();
    await noteStaffEmail(site, 'alex', { overflow: true });
    await report();
    expect(await listOutbox()).toEqual(['staff_overflow alex@reround.example']);
  });

  test('is not mailed to staff who were deactivated or unsubscribed before the mail was sent', async () => {
    const vera = await site.volunteer();
    await site.volunteer('will');
    for (const name of ['vera', 'will']) await noteStaffEmail(site, name, { overflow: true });
    await report();
    await vera.call(staff.changeNotify, { body: { overflow: false } });
    await admin.call(staff.changeAdmin, { params: { id: 3 }, body: { isActive: false } });
    expect(await deliverMails()).toEqual([]);
    const rows = await site.database.select().from(mails);
    expect(rows.map(({ status }) => status)).toEqual(['suppressed', 'suppressed']);
  });

  test('counts towards the ten mails that an address gets in a day', async () => {
    await noteStaffEmail(site, 'alex', { overflow: true });
    for (let count = 0; count < 11; count += 1) {
      await report();
      site.pass({ minutes: 120 });
    }
    const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
    expect(rows.map(({ status }) => status)).toEqual([...Array<string>(10).fill('waiting'), 'suppressed']);
  });
});

describe('a reporter who left an email', () => {
  test('gets one mail in the language of the report, and the address is deleted', async () => {
    await report({ email: 'jo@example.ca' });
    await report({ email: 'luc@example.ca' }, 'fr');
    await report({ email: 'Jo@Example.ca' });
    await report({ binId: 2, email: 'ann@example.ca' });
    await markEmptied();
    expect((await listStoredEmails()).filter(Boolean)).toEqual(['ann@example.ca']);
    await markEmptied();
    const [english, french, ...others] = await deliverMails();
    expect(others).toEqual([]);
    expect(english).toMatchObject({
      to: ['Jo@example.ca'],
      mail: {
        text: expect.stringContaining('You told us about the bin UC_EAST.') as string,
        html: expect.stringContaining('<html lang="en-CA">') as string,
      },
    });
    expect(french).toMatchObject({
      to: ['luc@example.ca'],
      mail: {
        text: expect.stringContaining('Vous nous avez signalé un bac (UC_EAST).') as string,
        html: expect.stringContaining('<html lang="fr-CA">') as string,
      },
    });
    expect(english?.mail.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.any(String) as string },
    });
  });

  test('gets the mail also if the alert is resolved', async () => {
    await report({ email: 'jo@example.ca' });
    await admin.call(contract.resolveAlert, { params: { id: 1 } });
    expect(await listOutbox()).toEqual(['bin_emptied jo@example.ca']);
    await markEmptied();
    expect(await listOutbox()).toHaveLength(1);
  });

  test('gets no mail after unsubscribing, and the address is deleted', async () => {
    await report({ email: 'jo@example.ca' });
    await markEmptied();
    const [delivery] = await deliverMails();
    const [, token = ''] = /mail\/off\/(\S+)/.exec(delivery?.mail.text ?? '') ?? [];
    expect((await site.visitor().send('POST', `/mail/off/${token}`)).status).toBe(200);
    await report({ email: 'jo@example.ca' });
    await markEmptied();
    expect(await deliverMails()).toHaveLength(1);
    expect(await listStoredEmails()).toEqual([null, null]);
  });

  test('has the address deleted after 30 days without an emptying', async () => {
    await report({ email: 'jo@example.ca' });
    site.pass({ days: 30 });
    await report({ email: 'luc@example.ca' });
    await deleteOldReporterEmails(site.site);
    expect(await listStoredEmails()).toEqual(['jo@example.ca', 'luc@example.ca']);
    site.pass({ minutes: 1 });
    await deleteOldReporterEmails(site.site);
    expect(await listStoredEmails()).toEqual([null, 'luc@example.ca']);
  });

  test('appears in the export of the participant with this email, and is deleted with them', async () => {
    await loggedDonation(site, { studentId: 'JTHIESSEN' });
    const params = { id: 1 };
    await admin.call(donors.updateParticipant, {
      params,
      body: { displayName: 'Jo', email: 'jo@example.ca' },
    });
    await report({ email: 'Jo@example.ca', notes: 'To the top' });
    await report({ email: 'jo@example.ca' });
    await report({ email: 'luc@example.ca' });
    const { body } = await admin.call(people.exportPerson, { params });
    expect(body.binReports).toMatchObject([
      { bin: 'UC_EAST', email: 'Jo@example.ca', notes: 'To the top', language: 'en' },
      { bin: 'UC_EAST', email: 'jo@example.ca' },
    ]);
    await admin.call(people.removePerson, { params, body: { reason: 'Asked for it', name: 'Jo' } });
    expect((await listStoredEmails()).filter(Boolean)).toEqual(['luc@example.ca']);
  });

  test('appears in no answer to the console', async () => {
    await report({ email: 'jo@example.ca' });
    await report({ email: 'jo@example.ca', notes: 'Still full' });
    const answers = [
      await admin.call(contract.openAlerts, {}),
      await admin.call(contract.binHistory, { params: { id: 1 } }),
    ];
    expect(JSON.stringify(answers)).not.toContain('jo@example');
  });

  test('is not stored if the site sends no mail, and is refused if the email is invalid', async () => {
    site.site.mailer = null;
    await report({ email: 'jo@example.ca' });
    expect(await listStoredEmails()).toEqual([null]);
    expect(await report({ email: 'jo' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
  });
});
