import { beforeEach, describe, expect, test } from 'vitest';
import { backups, mails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { addDays } from '#shared/dates.ts';
import { contract } from './contract.ts';
import { backupProblem, diskProblem } from './rules.ts';

const site = useTestSite({ on: 'embedded' });
const mailbox = useMailbox();
beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

async function readProblems(): Promise<string[]> {
  const admin = await site.admin();
  return (await admin.call(contract.health, {})).body.problems;
}

test('a healthy site has no problems', async () => {
  expect(await readProblems()).toEqual([]);
});

test('a nightly backup that is too old or failed is a problem, if there are nightly backups', async () => {
  const twoDaysAgo = addDays(site.now, -2);
  await site.database
    .insert(backups)
    .values({ name: 'one.tar', bytes: 5, finishedAt: twoDaysAgo, verifiedAt: twoDaysAgo });
  expect(await readProblems()).toEqual([]);
  site.site.makesBackups = true;
  expect(await readProblems()).toEqual(['The newest nightly backup is 48 hours old.']);
  await site.database.insert(backups).values({
    name: 'another.tar',
    finishedAt: site.now,
    failure: 'The folder is full.',
  });
  expect(await readProblems()).toEqual(['The last nightly backup failed: The folder is full.']);
});

test('ten refused mails in a row are a problem, while mail is on', async () => {
  const refusedMails = Array.from({ length: 10 }, (_, index) => ({
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
  await site.database.insert(mails).values(refusedMails.slice(1));
  expect(await readProblems()).toEqual([]);
  await site.database.insert(mails).values(refusedMails.slice(0, 1));
  expect(await readProblems()).toEqual([
    'The last ten mails were all refused: the Mail tab has the answers.',
  ]);
  site.site.mailer = null;
  expect(await readProblems()).toEqual([]);
});

const hoursInMilliseconds = (hours: number) => hours * 60 * 60_000;

describe('nightly backups', () => {
  test.each([
    ['before the first one', { ageMilliseconds: null, failure: null }, null],
    ['while they are recent', { ageMilliseconds: hoursInMilliseconds(36) - 1, failure: null }, null],
    [
      'when the newest is 36 hours old',
      { ageMilliseconds: hoursInMilliseconds(36), failure: null },
      'The newest nightly backup is 36 hours old.',
    ],
    [
      'when the last try failed, even after a recent backup',
      { ageMilliseconds: hoursInMilliseconds(1), failure: 'The bucket refuses.' },
      'The last nightly backup failed: The bucket refuses.',
    ],
  ])('%s', (_, state, problem) => {
    expect(backupProblem(state)).toBe(problem);
  });
});

test('a disk is nearly full with less than 256 MB', () => {
  const MEGABYTE = 1024 * 1024;
  expect(diskProblem('/data', 256 * MEGABYTE)).toBeNull();
  expect(diskProblem('/data', 256 * MEGABYTE - 1)).toBe('The disk of /data is nearly full: 255 MB are free.');
});
