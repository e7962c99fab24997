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

async function problems(): Promise<string[]> {
  const admin = await site.admin();
  return (await admin.call(contract.health, {})).body.problems;
}

test('without a problem there is none in the answer', async () => {
  expect(await problems()).toEqual([]);
});

test('a nightly backup that is too old or failed is a problem, if there are nightly backups', async () => {
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

test('ten refused mails in a row are a problem, while mail is on', async () => {
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
  site.site.mailer = null;
  expect(await problems()).toEqual([]);
});

const hours = (count: number) => count * 60 * 60_000;

describe('nightly backups', () => {
  test.each([
    ['before the first one', { ageMilliseconds: null, failure: null }, null],
    ['while they are made', { ageMilliseconds: hours(36) - 1, failure: null }, null],
    [
      'when the newest is a night and a half old',
      { ageMilliseconds: hours(36), failure: null },
      'The newest nightly backup is 36 hours old.',
    ],
    [
      'when the last try failed, however new the one before is',
      { ageMilliseconds: hours(1), failure: 'The bucket refuses.' },
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
