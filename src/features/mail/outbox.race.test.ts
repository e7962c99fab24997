import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import type { Message } from '#server/mailer.ts';
import { mails } from '#server/db/schema.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { type NewMail, queueMail } from './serverOutbox.ts';
import { sendDueMail, settleMail, takeDueMail } from './serverWorker.ts';

const site = useTestSite({ on: 'races', rateLimits: true });

const mailerWith = (send: (message: Message) => void) => ({
  from: 'letters@reround.example',
  domain: 'reround.example',
  send: (message: Message) => {
    send(message);
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

test('processes that send at the same moment send each mail once', async () => {
  const sent: string[] = [];
  site.site.mailer = mailerWith(({ to }) => sent.push(to));
  await queueMany(24);
  const work = async () => {
    while (await sendDueMail(site.site));
  };
  await Promise.all(Array.from({ length: 6 }, work));
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(sent).toHaveLength(24);
  expect(await site.database.$count(mails)).toBe(24);
});

test('mail of a process that died is another’s after a minute, and what the dead one says late is not believed', async () => {
  site.site.mailer = mailerWith(() => {});
  await queueMany(1);
  const dead = await takeDueMail(site.database, site.now);
  if (!dead) throw new Error('Nothing was due.');
  expect(await takeDueMail(site.database, site.now)).toBeUndefined();
  site.pass({ minutes: 1 });
  const [first, second] = await Promise.all([
    takeDueMail(site.database, site.now),
    takeDueMail(site.database, site.now),
  ]);
  expect([first, second].flatMap((taken) => taken?.tries ?? [])).toEqual([2]);
  await settleMail(site.database, dead, { result: 'refused', code: 550, answer: '550' }, site.now);
  const [mail] = await site.database.select().from(mails);
  expect(mail).toMatchObject({ status: 'waiting', tries: 2 });
});

test('of codes asked for at the same moment a mailbox gets three', async () => {
  site.site.mailer = mailerWith(() => {});
  const mail = { kind: 'sign_in_code', language: 'en', content: { sealedCode: 'sealed' } } as const;
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, number) => queue({ ...mail, recipient: `jo+${number}@example.ca` })),
  );
  expect(sent.filter(Boolean)).toHaveLength(3);
});
