import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import { mails, rateLimits, undeliverableAddresses } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { MailKind } from '#shared/mail.ts';
import { sampleMails } from '#server/testing/sampleMails.ts';
import type { MailContents } from './serverKinds.ts';
import { deleteOldMail, type NewMail, queueMail, requeueMail, switchAddressNews } from './serverOutbox.ts';
import { sendDueMail, startMailWorker } from './serverWorker.ts';

const site = useTestSite();
const mailbox = useMailbox();

async function queue<Kind extends MailKind>(
  kind: Kind,
  recipient: string,
  content: MailContents[Kind],
  options: Partial<NewMail<Kind>> = {},
) {
  site.site.mailer = mailbox.mailer();
  const mail = {
    kind,
    recipient,
    language: 'en',
    content,
    ...options,
  } as const;
  return await inTransaction(site.database, (transaction) =>
    queueMail<Kind>(transaction, site.site, mail, site.now),
  );
}

const queueTest = (recipient = 'jo@example.ca', occasion: string | null = null) =>
  queue('test', recipient, { sentBy: 'alex' }, { occasion });

/** Queues a sign-in code, which is sealed as by the site. */
const queueCode = (sendBefore?: Date) =>
  queue(
    'sign_in_code',
    'jo@example.ca',
    { sealedCode: site.site.secrets.sealMailedCode('123456') },
    { sendBefore },
  );

const readOutbox = () => site.database.select().from(mails).orderBy(mails.id);

test('a mail is sent once, and another of the same occasion is not queued', async () => {
  await queueTest('jo@example.ca', 'test 1');
  await queueTest('jo@example.ca', 'test 1');
  expect(await sendDueMail(site.site)).toBe(true);
  expect(await sendDueMail(site.site)).toBe(false);
  expect(mailbox.deliveries).toMatchObject([{ to: ['jo@example.ca'], from: 'letters@reround.example' }]);
  const [sent] = await readOutbox();
  expect(sent).toMatchObject({ status: 'sent', tries: 1, nextTryAt: null, answerCode: 250 });
  expect(mailbox.deliveries[0]?.mail.messageId).toBe(sent?.messageId);
});

test('a temporarily refused mail is tried again after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours, then given up', async () => {
  mailbox.behaviour = { recipient: () => ({ code: 451, text: 'Try later' }) };
  await queueTest();
  const waits: number[] = [];
  for (;;) {
    expect(await sendDueMail(site.site)).toBe(true);
    const [mail] = await readOutbox();
    if (!mail?.nextTryAt) break;
    waits.push((mail.nextTryAt.getTime() - site.now.getTime()) / 60_000);
    site.now = new Date(mail.nextTryAt.getTime() - 1);
    expect(await sendDueMail(site.site)).toBe(false);
    site.now = mail.nextTryAt;
  }
  expect(waits).toEqual([1, 5, 30, 120, 360, 720, 1440]);
  expect(await readOutbox()).toMatchObject([{ status: 'failed', tries: 8, answerCode: 451 }]);
  expect(await site.database.select().from(undeliverableAddresses)).toEqual([]);
});

test('an address refused for good is marked, and its later mail is suppressed until an admin sends it again', async () => {
  mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
  await queueTest('gone@example.ca');
  await sendDueMail(site.site);
  await queueTest('Gone@example.ca');
  await sendDueMail(site.site);
  expect(await readOutbox()).toMatchObject([
    {
      status: 'failed',
      tries: 1,
      answerCode: 550,
      answer: expect.stringContaining('No such user') as string,
    },
    { status: 'suppressed' },
  ]);
  mailbox.behaviour = {};
  expect(await inTransaction(site.database, (transaction) => requeueMail(transaction, 2, site.now))).toBe(
    true,
  );
  await sendDueMail(site.site);
  expect(mailbox.deliveries).toHaveLength(1);
  expect(await site.database.select().from(undeliverableAddresses)).toEqual([]);
});

test.each([
  '554 5.7.1 Relay access denied',
  '550 5.4.5 Daily sending quota exceeded',
  '552 5.3.4 Message too big',
])('after %s, which is no fault of the address, the mail waits and nothing is marked', async (answer) => {
  const [, code = '', text = ''] = /^(\d+) (.*)$/.exec(answer) ?? [];
  mailbox.behaviour = { recipient: () => ({ code: Number(code), text }) };
  await queueTest();
  await sendDueMail(site.site);
  expect(await readOutbox()).toMatchObject([{ status: 'waiting', tries: 1, answerCode: Number(code) }]);
  expect(await site.database.select().from(undeliverableAddresses)).toEqual([]);
});

test('a sign-in code is sent even to a marked address, and lifts the mark when it arrives', async () => {
  const mark = { email: 'jo@example.ca', answer: '550', since: site.now };
  await site.database.insert(undeliverableAddresses).values(mark);
  await queueCode();
  await sendDueMail(site.site);
  expect(await readOutbox()).toMatchObject([{ status: 'sent' }]);
  expect(await site.database.select().from(undeliverableAddresses)).toEqual([]);
});

test('a mail that is switched off after a failed try gives that as its reason, not as the mail server’s answer', async () => {
  mailbox.behaviour = { recipient: () => ({ code: 451, text: 'Try later' }) };
  await queue('pickup_scheduled', 'jo@example.ca', sampleMails.pickup_scheduled['usual']!);
  await sendDueMail(site.site);
  await inTransaction(site.database, (transaction) =>
    switchAddressNews(transaction, 'jo@example.ca', { pickup_scheduled: false }, site.now),
  );
  site.pass({ minutes: 1 });
  await sendDueMail(site.site);
  const answer = 'Not sent: it was switched off, or no email is confirmed any more.';
  expect(await readOutbox()).toMatchObject([{ status: 'suppressed', tries: 1, answer, answerCode: null }]);
});

test('a mail whose connection drops is tried again with the same message ID', async () => {
  mailbox.behaviour = { dropsConnection: true };
  await queueTest();
  await sendDueMail(site.site);
  const [dropped] = await readOutbox();
  expect(dropped).toMatchObject({ status: 'waiting', tries: 1 });
  mailbox.behaviour = {};
  site.pass({ minutes: 1 });
  await sendDueMail(site.site);
  expect(mailbox.deliveries[0]?.mail.messageId).toBe(dropped?.messageId);
});

test('a mail that cannot be rendered fails like any other, and blocks no other mail', async () => {
  await queueTest('jo@example.ca', 'bad');
  await site.database.update(mails).set({ kind: 'code_ending', content: { expiresAt: 'never' } });
  await queueTest('else@example.ca');
  while (await sendDueMail(site.site));
  expect(await readOutbox()).toMatchObject([
    { status: 'waiting', tries: 1, leasedUntil: null, nextTryAt: new Date(site.now.getTime() + 60_000) },
    { status: 'sent' },
  ]);
});

test('a mail that is being sent while the process stops is cut off after a moment, and tried again', async () => {
  const started = Promise.withResolvers<void>();
  const recipient = () => {
    started.resolve();
    return undefined;
  };
  mailbox.behaviour = { recipient, isSilent: true };
  await queueTest();
  const worker = startMailWorker(site.site, site.app.log, 10);
  await started.promise;
  await worker.stop();
  expect(await readOutbox()).toMatchObject([{ status: 'waiting', tries: 1, leasedUntil: null }]);
});

test.each(['is sent', 'is refused', 'is too late'])(
  'a sign-in code is deleted once it %s',
  async (ending) => {
    await queueCode(new Date(site.now.getTime() + 60_000));
    if (ending === 'is refused')
      mailbox.behaviour = { recipient: () => ({ code: 550, text: 'No such user' }) };
    if (ending === 'is too late') site.pass({ minutes: 1 });
    await sendDueMail(site.site);
    const tries = ending === 'is too late' ? 0 : 1;
    expect(await readOutbox()).toMatchObject([{ tries, nextTryAt: null, content: { sealedCode: null } }]);
  },
);

test('mail that somebody waits for is sent before news', async () => {
  for (const recipient of ['first@example.ca', 'second@example.ca']) {
    await queue('pickup_scheduled', recipient, sampleMails.pickup_scheduled['usual']!);
  }
  site.pass({ minutes: 1 });
  await queueTest('waits@example.ca');
  while (await sendDueMail(site.site));
  expect(mailbox.deliveries.flatMap(({ to }) => to)).toEqual([
    'waits@example.ca',
    'first@example.ca',
    'second@example.ca',
  ]);
});

test('a merge moves mail to the other participant, and a removal deletes it and the data about the address', async () => {
  for (const studentId of ['JO', 'JO2']) await loggedDonation(site, { studentId });
  const admin = await site.admin();
  const setEmail = (id: number, email: string) =>
    admin.call(participants.updateParticipant, { params: { id }, body: { email } });
  await setEmail(1, 'jo@example.ca');
  await setEmail(2, 'jo.two@example.ca');
  for (const [participantId, recipient] of [
    [1, 'jo@example.ca'],
    [2, 'jo.two@example.ca'],
  ] as const) {
    await queue('donation_logged', recipient, sampleMails.donation_logged['usual']!, { participantId });
  }
  await queueTest('Jo.Two@example.ca');
  await queueTest('else@example.ca');
  await site.database
    .insert(undeliverableAddresses)
    .values({ email: 'JO.two@example.ca', answer: '550', since: site.now });
  await admin.call(participants.mergeParticipants, { body: { fromId: 2, toId: 1 } });
  expect((await readOutbox()).map(({ participantId }) => participantId)).toEqual([1, 1, null, null]);
  await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked' } });
  expect((await readOutbox()).map(({ recipient }) => recipient)).toEqual(['else@example.ca']);
  expect(await site.database.select().from(undeliverableAddresses)).toEqual([]);
});

test('mail is deleted 90 days after it was sent or given up, and not while it waits', async () => {
  await queueTest('sent@example.ca');
  await sendDueMail(site.site);
  await queueTest('waits@example.ca');
  site.pass({ days: 90 });
  await deleteOldMail(site.site);
  expect(await readOutbox()).toHaveLength(2);
  site.pass({ minutes: 1 });
  await deleteOldMail(site.site);
  expect((await readOutbox()).map(({ recipient }) => recipient)).toEqual(['waits@example.ca']);
});

describe('of mail that strangers can cause', () => {
  beforeEach(() => {
    site.site.rateLimits = true;
  });
  afterEach(() => {
    site.site.rateLimits = false;
  });

  const queueSample = (kind: 'sign_in_code' | 'code_used' | 'donation_confirmed', recipient: string) =>
    queue(kind, recipient, sampleMails[kind]['usual']!);
  const listStatuses = async () => (await readOutbox()).map(({ status }) => status);

  test('a mailbox gets 3 codes an hour and 6 a day, for all spellings of its address, and the rest is suppressed', async () => {
    const areQueued: boolean[] = [];
    for (const recipient of ['jo@example.ca', 'JO+1@example.ca', 'jo+a+b@Example.ca', 'jo+3@example.ca']) {
      areQueued.push(await queueSample('sign_in_code', recipient));
    }
    expect(areQueued).toEqual([true, true, true, false]);
    expect((await readOutbox()).at(-1)).toMatchObject({
      status: 'suppressed',
      nextTryAt: null,
      content: { sealedCode: null },
      answer: expect.stringContaining('too much mail') as string,
    });
    expect(await queueSample('sign_in_code', 'ann@example.ca')).toBe(true);
    for (const isWithin of [true, true, true, false]) {
      if (isWithin) site.pass({ minutes: 60 });
      expect(await queueSample('sign_in_code', 'jo@example.ca')).toBe(isWithin);
    }
    site.pass({ days: 1 });
    expect(await queueSample('sign_in_code', 'jo@example.ca')).toBe(true);
  });

  test('a mailbox gets 10 a day of all kinds, while codes and news from staff do not count', async () => {
    for (let count = 1; count <= 11; count += 1) {
      expect(await queueSample('code_used', `jo+${count}@example.ca`)).toBe(count <= 10);
    }
    // Mail that others cause prevents no sign-in.
    expect(await queueSample('sign_in_code', 'jo@example.ca')).toBe(true);
    expect(await queueSample('donation_confirmed', 'jo@example.ca')).toBe(true);
  });

  test('the site sends 2,000 a day', async () => {
    await queueSample('code_used', 'jo@example.ca');
    const isSiteLimit = eq(rateLimits.subject, 'site');
    await site.database.update(rateLimits).set({ calls: 1999 }).where(isSiteLimit);
    expect(await queueSample('code_used', 'ann@example.ca')).toBe(true);
    expect(await queueSample('code_used', 'ben@example.ca')).toBe(false);
    expect(await listStatuses()).toEqual(['waiting', 'waiting', 'suppressed']);
  });

  test('nothing is suppressed while limits are off', async () => {
    site.site.rateLimits = false;
    for (let count = 1; count <= 11; count += 1) await queueSample('code_used', 'jo@example.ca');
    expect(new Set(await listStatuses())).toEqual(new Set(['waiting']));
  });
});
