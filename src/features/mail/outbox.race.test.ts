import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import type { Message } from '#server/mailer.ts';
import { mails } from '#server/db/schema.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { type NewMail, queueMail } from './serverOutbox.ts';
import { sendDueMail, settleMail, takeDueMail } from './serverWorker.ts';

const site = useTestSite({ on: 'races', rateLimits: true });

const createMailerWith = (recordMessage: (message: Message) => void) => ({
  from: 'letters@reround.example',
  domain: 'reround.example',
  send: (message: Message) => {
    recordMessage(message);
    return Promise.resolve({ result: 'sent' as const, code: 250, answer: '250 ok' });
  },
});

const queue = (mail: NewMail<'test'> | NewMail<'sign_in_code'>) =>
  inTransaction(site.database, (transaction) => queueMail(transaction, site.site, mail, site.now));

async function queueMany(count: number): Promise<void> {
  const mail = { kind: 'test', language: 'en', content: { sentBy: 'alex' } } as const;
  for (let number = 1; number <= count; number += 1) {
    await queue({ ...mail, recipient: `jo${number}@example.ca` });
  }
}

test('several senders at once send each mail once', async () => {
  const sent: string[] = [];
  site.site.mailer = createMailerWith(({ to }) => sent.push(to));
  await queueMany(24);
  const sendAll = async () => {
    while (await sendDueMail(site.site));
  };
  await Promise.all(Array.from({ length: 6 }, sendAll));
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(24);
  expect(await site.database.$count(mails)).toBe(24);
});

test('another process takes the mail of a dead one after a minute, and a late outcome of the dead one is ignored', async () => {
  site.site.mailer = createMailerWith(() => {});
  await queueMany(1);
  const firstLease = await takeDueMail(site.database, site.now);
  if (!firstLease) throw new Error('Nothing was due.');
  expect(await takeDueMail(site.database, site.now)).toBeUndefined();
  site.pass({ minutes: 1 });
  const secondLeases = await Promise.all([
    takeDueMail(site.database, site.now),
    takeDueMail(site.database, site.now),
  ]);
  expect(secondLeases.flatMap((lease) => lease?.tries ?? [])).toEqual([2]);
  await settleMail(site.database, firstLease, { result: 'refused', code: 550, answer: '550' }, site.now);
  const [mail] = await site.database.select().from(mails);
  expect(mail).toMatchObject({ status: 'waiting', tries: 2 });
});

test('a mailbox gets three of many codes that are asked for at once', async () => {
  site.site.mailer = createMailerWith(() => {});
  const mail = { kind: 'sign_in_code', language: 'en', content: { sealedCode: 'sealed' } } as const;
  const isQueued = await Promise.all(
    Array.from({ length: 20 }, (_, number) => queue({ ...mail, recipient: `jo+${number}@example.ca` })),
  );
  expect(isQueued.filter(Boolean)).toHaveLength(3);
});
