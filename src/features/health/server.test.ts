import { beforeEach, expect, test } from 'vitest';
import { backups, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { addDays } from '#shared/dates.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'embedded' });
const mailbox = useMailbox();
beforeEach(() => {
  site.site.post = mailbox.post();
});

async function problems(): Promise<string[]> {
  const admin = await site.admin();
  return (await admin.call(contract.health, {})).body.problems;
}

test('where all is well, there is nothing to say', async () => {
  expect(await problems()).toEqual([]);
});

test('a nightly backup that is too old or failed is named, where there are nightly backups', async () => {
  const at = addDays(site.now, -2);
  await site.database.insert(backups).values({ name: 'one.tar', bytes: 5, finishedAt: at, verifiedAt: at });
  expect(await problems()).toEqual([]);
  site.site.makesBackups = true;
  expect(await problems()).toEqual(['The newest nightly backup is 48 hours old.']);
  await site.database.insert(backups).values({
    name: 'another.tar',
    finishedAt: site.now,
    failure: 'The folder is full.',
  });
  expect(await problems()).toEqual(['The last nightly backup failed: The folder is full.']);
});

test('ten refused mails in a row are named, while mail is on', async () => {
  const refused = Array.from({ length: 10 }, (_, index) => ({
    kind: 'test' as const,
    recipient: 'jo@example.ca',
    content: { sentBy: null },
    messageId: `<${index}@reround.example>`,
    status: 'failed' as const,
    tries: 1,
    endedAt: site.now,
    answer: '535 no',
    answerCode: 535,
    createdAt: site.now,
  }));
  await site.database.insert(mails).values(refused.slice(1));
  expect(await problems()).toEqual([]);
  await site.database.insert(mails).values(refused.slice(0, 1));
  expect(await problems()).toEqual(['The last ten mails were all refused: the Mail tab has the answers.']);
  site.site.post = null;
  expect(await problems()).toEqual([]);
});
