import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as decisions } from '#features/donations/console/contract.ts';
import { inTransaction } from '#server/db/database.ts';
import { mails, undeliverableAddresses } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { MailKind, MailStatus } from '#shared/mail.ts';
import { contract } from './contract.ts';
import { sampleMails } from '#server/testing/sampleMails.ts';
import type { MailContents } from './serverKinds.ts';
import { type NewMail, queueMail } from './serverOutbox.ts';
import { sendDueMail } from './serverWorker.ts';

const site = useTestSite();
const mailbox = useMailbox();

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

interface NewRow {
  recipient: string;
  status: MailStatus;
  kind?: MailKind;
  participantId?: number;
  endedAt?: string;
}

async function insertMails(...newRows: NewRow[]): Promise<void> {
  for (const { recipient, status, kind = 'test', participantId, endedAt } of newRows) {
    const isWaiting = status === 'waiting';
    await site.database.insert(mails).values({
      kind,
      recipient,
      status,
      participantId,
      content: kind === 'sign_in_code' ? { sealedCode: '123456' } : { sentBy: 'alex' },
      messageId: `<${crypto.randomUUID()}@reround.example>`,
      nextTryAt: isWaiting ? site.now : null,
      endedAt: isWaiting ? null : new Date(endedAt ?? site.now),
      createdAt: site.now,
    });
  }
}

async function queue<Kind extends MailKind>(kind: Kind, content: MailContents[Kind]): Promise<void> {
  const mail: NewMail<Kind> = { kind, content, recipient: 'jo@example.ca', language: 'en' };
  await inTransaction(site.database, (transaction) => queueMail(transaction, site.site, mail, site.now));
}

async function sendTest(): Promise<void> {
  await queue('test', { sentBy: 'alex' });
  await sendDueMail(site.site);
}

const listMail = async (query: object = {}) =>
  (await (await site.admin()).call(contract.mail, { query })).body;

test('the summary counts waiting mail for admins, and none for volunteers', async () => {
  await insertMails(
    { recipient: 'sent@example.ca', status: 'sent' },
    { recipient: 'later@example.ca', status: 'waiting' },
    { recipient: 'later.too@example.ca', status: 'waiting' },
  );
  const clients = [await site.admin(), await site.volunteer()];
  const answers = await Promise.all(clients.map((client) => client.call(decisions.adminSummary, {})));
  expect(answers.map(({ body }) => body.stats.waitingMail)).toEqual([2, 0]);
});

describe('the list of mail', () => {
  test('is newest first, with the participant of each and counts by status', async () => {
    await loggedDonation(site, { studentId: 'JTHIESSEN' });
    await site.database.execute(sql`update participants set display_name = 'Jo'`);
    await insertMails(
      { recipient: 'old@example.ca', status: 'sent', endedAt: '2026-10-31T18:00:00Z' },
      { recipient: 'Jo@example.ca', status: 'sent', participantId: 1 },
      { recipient: 'gone@example.ca', status: 'failed' },
      { recipient: 'gone@example.ca', status: 'suppressed' },
      { recipient: 'later@example.ca', status: 'waiting' },
    );
    await site.database
      .insert(undeliverableAddresses)
      .values({ email: 'Gone@example.ca', answer: '550', since: site.now });
    const body = await listMail();
    expect(body).toMatchObject({
      total: 5,
      from: 'ReRound <letters@reround.example>',
      counts: { waiting: 1, failed: 1, suppressed: 1, sentThisMonth: 1, failedThisMonth: 1 },
    });
    expect(body.items.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
      'later@example.ca waiting',
      'gone@example.ca suppressed',
      'gone@example.ca failed',
      'Jo@example.ca sent',
      'old@example.ca sent',
    ]);
    expect(body.items[3]).toMatchObject({ participantId: 1, participantName: 'Jo', isMarked: false });
    expect(body.items[2]).toMatchObject({ participantName: null, isMarked: true });
  });

  test('warns once the last ten tried mails were all refused, until one is sent', async () => {
    await sendTest();
    mailbox.behaviour = { recipient: () => ({ code: 554, text: '5.7.1 Relay access denied' }) };
    for (let mail = 1; mail < 10; mail += 1) await sendTest();
    expect((await listMail()).lastTenRefused).toBe(false);
    await sendTest();
    expect((await listMail()).lastTenRefused).toBe(true);
    mailbox.behaviour = {};
    await sendTest();
    expect((await listMail()).lastTenRefused).toBe(false);
  });

  test('still warns while refused mail is not tried again because its address is marked', async () => {
    mailbox.behaviour = { recipient: () => ({ code: 451, text: '4.7.1 Try again later' }) };
    for (let mail = 0; mail < 10; mail += 1) await sendTest();
    expect((await listMail()).lastTenRefused).toBe(true);
    await site.database
      .insert(undeliverableAddresses)
      .values({ email: 'jo@example.ca', answer: '5.1.1', since: site.now });
    site.now = new Date(site.now.getTime() + 60_000);
    for (let mail = 0; mail < 10; mail += 1) await sendDueMail(site.site);
    const { items, lastTenRefused } = await listMail();
    expect(lastTenRefused).toBe(true);
    expect(items[0]).toMatchObject({ status: 'suppressed', tries: 1, answer: '451 4.7.1 Try again later' });
  });

  test('has the donation or pickup that each mail is about', async () => {
    await queue('donation_logged', sampleMails.donation_logged['usual']!);
    await queue('pickup_scheduled', sampleMails.pickup_scheduled['usual']!);
    await queue('code_ending', sampleMails.code_ending['usual']!);
    expect((await listMail()).items.map(({ about }) => about?.entity)).toEqual([
      undefined,
      'pickup request',
      'donation',
    ]);
  });

  test('is filtered by status and by a part of the address, in pages', async () => {
    await insertMails(
      { recipient: 'a@example.ca', status: 'sent' },
      { recipient: 'B%x@example.ca', status: 'sent' },
      { recipient: 'b@example.ca', status: 'waiting' },
    );
    const listRecipients = async (query: object) =>
      (await listMail(query)).items.map(({ recipient }) => recipient);
    expect(await listRecipients({ status: 'sent' })).toEqual(['B%x@example.ca', 'a@example.ca']);
    expect(await listRecipients({ q: 'b%' })).toEqual(['B%x@example.ca']);
    expect(await listRecipients({ limit: 1, offset: 1 })).toEqual(['B%x@example.ca']);
    const admin = await site.admin();
    expect(await admin.refused(contract.mail, { query: { status: 'lost' } })).toMatchObject({ status: 400 });
  });

  test('has no sender while mail is off', async () => {
    site.site.mailer = null;
    expect(await listMail()).toMatchObject({ from: null, total: 0 });
  });
});

describe('one mail', () => {
  test('is shown as its recipient reads it, but without a sign-in code', async () => {
    await insertMails({ recipient: 'jo@example.ca', status: 'waiting', kind: 'sign_in_code' });
    const admin = await site.admin();
    const { body } = await admin.call(contract.oneMail, { params: { id: 1 } });
    expect(body.text).toContain('123 Example Street');
    expect(JSON.stringify(body)).not.toContain('123456');
    expect(await admin.refused(contract.oneMail, { params: { id: 9 } })).toMatchObject({ status: 404 });
  });
});

describe('sending again', () => {
  test('sends an ended mail once more, even to a marked address, and is recorded', async () => {
    await insertMails({ recipient: 'gone@example.ca', status: 'suppressed' });
    await site.database
      .insert(undeliverableAddresses)
      .values({ email: 'gone@example.ca', answer: '550', since: site.now });
    const admin = await site.admin();
    const resend = () => admin.refused(contract.resendMail, { params: { id: 1 } });
    expect(await resend()).toMatchObject({ status: 200, body: { mail: { status: 'waiting', tries: 0 } } });
    expect((await site.audit())[0]).toMatchObject({ action: 'mail.sent_again', details: { mailId: 1 } });
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(await sendDueMail(site.site)).toBe(true);
    expect(mailbox.deliveries).toMatchObject([{ to: ['gone@example.ca'] }]);
    expect((await listMail()).items[0]).toMatchObject({ status: 'sent', isMarked: false });
    expect(await resend()).toMatchObject({ status: 200 });
  });

  test('is refused for sign-in codes, which are deleted, and for unknown mail', async () => {
    await insertMails({ recipient: 'jo@example.ca', status: 'failed', kind: 'sign_in_code' });
    const admin = await site.admin();
    const resend = (id: number) => admin.refused(contract.resendMail, { params: { id } });
    expect(await resend(1)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(await resend(2)).toMatchObject({ status: 404 });
  });

  test('is refused once it is too late for the mail, which stays sent', async () => {
    await insertMails({ recipient: 'jo@example.ca', status: 'sent' });
    await site.database.update(mails).set({ sendBefore: site.now });
    const admin = await site.admin();
    expect(await admin.refused(contract.resendMail, { params: { id: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'It is too late for this mail.' },
    });
    expect((await listMail()).items[0]).toMatchObject({ status: 'sent' });
  });

  test('is refused if its donor has no email any more, and the mail stays sent', async () => {
    await loggedDonation(site, { studentId: 'JTHIESSEN' });
    await insertMails({
      recipient: 'jo@example.ca',
      status: 'sent',
      kind: 'donation_logged',
      participantId: 1,
    });
    await site.database.update(mails).set({ content: sampleMails.donation_logged['usual'] });
    const admin = await site.admin();
    expect(await admin.refused(contract.resendMail, { params: { id: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'Its reader has no email here any more.' },
    });
    expect((await listMail()).items[0]).toMatchObject({ status: 'sent' });
  });
});
