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
import { forgetOldReporters } from './serverReporters.ts';

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

const emptied = (id = 1) => admin.call(contract.markBinEmptied, { params: { id } });

async function outbox(): Promise<string[]> {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`);
}

async function addresses(): Promise<(string | null)[]> {
  const [alerts, reports] = [
    await site.database.select({ email: overflowAlerts.email }).from(overflowAlerts),
    await site.database.select({ email: overflowReports.email }).from(overflowReports),
  ];
  return [...alerts, ...reports].map(({ email }) => email);
}

async function delivered() {
  while (await sendDueMail(site.site));
  return mailbox.deliveries;
}

describe('a reported bin', () => {
  test('is mailed to whoever chose it, without a word of the visitor', async () => {
    await site.volunteer();
    await site.volunteer('will');
    await noteStaffEmail(site, 'vera', { overflow: true });
    await noteStaffEmail(site, 'will', { pickup: true, daily: true });
    await report({ notes: 'Reeks', email: 'jo@example.ca' });
    const [delivery, ...others] = await delivered();
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

  test('is mailed once in two hours, each bin by itself, and even after it was emptied', async () => {
    await noteStaffEmail(site, 'alex', { overflow: true });
    await report();
    await report();
    await report({ binId: 2 });
    await emptied();
    site.pass({ minutes: 119 });
    await report();
    expect(await outbox()).toHaveLength(2);
    site.pass({ minutes: 1 });
    await report();
    expect(await outbox()).toHaveLength(3);
    const { mail } = (await delivered()).at(-1)!;
    expect(mail.text).toContain('It has 2 reports by now.');
  });

  test('waits for no two hours for who chooses it, if nobody had', async () => {
    await report();
    await noteStaffEmail(site, 'alex', { overflow: true });
    await report();
    expect(await outbox()).toEqual(['staff_overflow alex@reround.example']);
  });

  test('is mailed to nobody who is switched off or chose otherwise before it was sent', async () => {
    const vera = await site.volunteer();
    await site.volunteer('will');
    for (const name of ['vera', 'will']) await noteStaffEmail(site, name, { overflow: true });
    await report();
    await vera.call(staff.changeNotify, { body: { overflow: false } });
    await admin.call(staff.changeAdmin, { params: { id: 3 }, body: { isActive: false } });
    expect(await delivered()).toEqual([]);
    const rows = await site.database.select().from(mails);
    expect(rows.map(({ status }) => status)).toEqual(['suppressed', 'suppressed']);
  });

  test('is within the ten mails that a mailbox gets in a day', async () => {
    await noteStaffEmail(site, 'alex', { overflow: true });
    for (let count = 0; count < 11; count += 1) {
      await report();
      site.pass({ minutes: 120 });
    }
    const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
    expect(rows.map(({ status }) => status)).toEqual([...Array<string>(10).fill('waiting'), 'suppressed']);
  });
});

describe('who reported a bin and left an email', () => {
  test('hears once that it was emptied, in the language of the report, and is forgotten', async () => {
    await report({ email: 'jo@example.ca' });
    await report({ email: 'luc@example.ca' }, 'fr');
    await report({ email: 'Jo@Example.ca' });
    await report({ binId: 2, email: 'ann@example.ca' });
    await emptied();
    expect((await addresses()).filter(Boolean)).toEqual(['ann@example.ca']);
    await emptied();
    const [english, french, ...others] = await delivered();
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

  test('hears of an alert that is resolved, too', async () => {
    await report({ email: 'jo@example.ca' });
    await admin.call(contract.resolveAlert, { params: { id: 1 } });
    expect(await outbox()).toEqual(['bin_emptied jo@example.ca']);
    await emptied();
    expect(await outbox()).toHaveLength(1);
  });

  test('hears nothing where the address wants none, and is forgotten all the same', async () => {
    await report({ email: 'jo@example.ca' });
    await emptied();
    const [delivery] = await delivered();
    const [, token = ''] = /mail\/off\/(\S+)/.exec(delivery?.mail.text ?? '') ?? [];
    expect((await site.visitor().send('POST', `/mail/off/${token}`)).status).toBe(200);
    await report({ email: 'jo@example.ca' });
    await emptied();
    expect(await delivered()).toHaveLength(1);
    expect(await addresses()).toEqual([null, null]);
  });

  test('is forgotten after 30 days in which nobody emptied it', async () => {
    await report({ email: 'jo@example.ca' });
    site.pass({ days: 30 });
    await report({ email: 'luc@example.ca' });
    await forgetOldReporters(site.site);
    expect(await addresses()).toEqual(['jo@example.ca', 'luc@example.ca']);
    site.pass({ minutes: 1 });
    await forgetOldReporters(site.site);
    expect(await addresses()).toEqual([null, 'luc@example.ca']);
  });

  test('is in the file of the person whose noted email it is, and goes with their removal', async () => {
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
    expect((await addresses()).filter(Boolean)).toEqual(['luc@example.ca']);
  });

  test('is in no answer to the console', async () => {
    await report({ email: 'jo@example.ca' });
    await report({ email: 'jo@example.ca', notes: 'Still full' });
    const answers = [
      await admin.call(contract.openAlerts, {}),
      await admin.call(contract.binHistory, { params: { id: 1 } }),
    ];
    expect(JSON.stringify(answers)).not.toContain('jo@example');
  });

  test('is not stored where the site sends no mail, nor if it is no email', async () => {
    site.site.mailer = null;
    await report({ email: 'jo@example.ca' });
    expect(await addresses()).toEqual([null]);
    expect(await report({ email: 'jo' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
  });
});
