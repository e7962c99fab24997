import { expect, test } from 'vitest';
import {
  backupsVerdict,
  bad,
  canRun,
  clockVerdict,
  databaseVerdict,
  diskVerdict,
  onlyClockVerdict,
  outboxVerdict,
  settingsVerdict,
  spanWords,
  standing,
  totalsVerdict,
  whileStopped,
} from './rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GIGABYTE = 1024 ** 3;

const whole = { areOn: true, failure: null, missingPhotos: 0, fuller: null, gone: null };

test.each([
  [0, '0 seconds'],
  [1_000, '1 second'],
  [90_000, '90 seconds'],
  [2 * MINUTE, '2 minutes'],
  [119 * MINUTE, '119 minutes'],
  [2 * HOUR, '2 hours'],
  [47 * HOUR, '47 hours'],
  [48 * HOUR, '2 days'],
])('%i ms are told as %s', (milliseconds, words) => {
  expect(spanWords(milliseconds)).toBe(words);
});

test('a site can run with warnings, and not with anything bad', () => {
  const [fine, warned, broken] = (['good', 'warning', 'bad'] as const).map((state) => ({
    state,
    sentence: '',
  }));
  expect([fine, warned].map((verdict) => verdict && canRun([verdict]))).toEqual([true, true]);
  expect(fine && broken && canRun([fine, broken])).toBe(false);
});

test('of a stopped site what only waits for its start is a warning, and what is broken is not', () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const longAgo = { state: 'good', sentence: 'All well.', checkedAt: now, redAt: now } as const;
  const verdicts = {
    outbox: outboxVerdict({ mails: 1, oldest: HOUR, overdue: HOUR, lastTenRefused: false }, true),
    backups: backupsVerdict({ ...whole, age: 60 * HOUR, triedFor: 90 * HOUR }),
    totals: standing(longAgo, now),
    key: bad('It is another.'),
    disk: backupsVerdict({ ...whole, age: 60 * HOUR, triedFor: 90 * HOUR, failure: 'The disk is full.' }),
    database: totalsVerdict(2),
  } as const;
  const names = Object.keys(verdicts) as (keyof typeof verdicts)[];
  const stopped = whileStopped(names.map((name) => ({ name, ...verdicts[name] })));
  expect(names.map((name) => verdicts[name].state)).toEqual(names.map(() => 'bad'));
  const states = Object.fromEntries(stopped.map(({ name, state }) => [name, state]));
  expect(states).toEqual({
    outbox: 'warning',
    backups: 'warning',
    totals: 'warning',
    key: 'bad',
    disk: 'bad',
    database: 'bad',
  });
  expect(stopped[0]?.sentence).toMatch(/^The site is not running\. 1 mail waits/);
});

test.each([
  [{ age: null, triedFor: null }, 'warning', 'the first one comes within the hour'],
  // The site was restarted while it made its first: the next attempt comes within the hour.
  [{ age: null, triedFor: HOUR / 2, failure: 'It was stopped.' }, 'warning', 'It was stopped.'],
  [{ age: null, triedFor: 51 * HOUR, failure: 'No room.' }, 'bad', '2 days ago. The last try failed: No'],
  // One that hangs fails with nothing.
  [{ age: null, triedFor: 51 * HOUR }, 'bad', 'None was made yet.'],
  [{ age: 25 * HOUR, triedFor: 90 * HOUR, failure: 'No room.' }, 'good', '25 hours old'],
  [{ age: 27 * HOUR, triedFor: 90 * HOUR, failure: 'No room.' }, 'warning', 'failed: No room.'],
  [{ age: HOUR, triedFor: HOUR, missingPhotos: 1 }, 'warning', 'It lacks 1 photo of those that'],
  [
    { age: HOUR, triedFor: 90 * HOUR, missingPhotos: 1200, fuller: 'older.tar' },
    'bad',
    'It lacks 1,200 photos of those that the site shows. older.tar lacks fewer',
  ],
  [
    { age: HOUR, triedFor: 90 * HOUR, gone: { count: 1, newest: 'older.tar' } },
    'bad',
    'The backup older.tar is no longer where the site put it.',
  ],
  [
    { age: null, triedFor: 90 * HOUR, gone: { count: 14, newest: 'older.tar' } },
    'bad',
    '14 backups are, the newest of them older.tar, no longer where the site put them.',
  ],
] as const)('backups such as %o are %s', (backups, state, sentence) => {
  expect(backupsVerdict({ ...whole, ...backups })).toMatchObject({
    state,
    sentence: expect.stringContaining(sentence) as string,
  });
});

test('what is dangerous among the settings is a warning in its own words', () => {
  expect(settingsVerdict([])).toEqual({ state: 'good', sentence: 'Every setting can be used.' });
  expect(settingsVerdict(['One.', 'Two.'])).toEqual({ state: 'warning', sentence: 'One. Two.' });
  expect(settingsVerdict(['One.'], ['None.'])).toEqual({ state: 'bad', sentence: 'None. One.' });
});

test.each([
  [0.2, 'good', 'It answers in 1 ms, '],
  [999, 'good', 'It answers in 999 ms, '],
  [1_500, 'warning', 'It answers only after 1,500 ms. '],
])('a database that answers in %f ms is %s', (milliseconds, state, sentence) => {
  expect(databaseVerdict(milliseconds)).toEqual({
    state,
    sentence: expect.stringContaining(sentence) as string,
  });
});

test.each([
  [-29_000, 'good', 'agrees'],
  [31_000, 'warning', '31 seconds ahead of'],
  [-5 * MINUTE, 'warning', '5 minutes behind'],
  [5 * MINUTE + 1, 'bad', 'nothing is removed for its age'],
])('clocks that are %s ms apart are %s', (apart, state, sentence) => {
  expect(clockVerdict(apart)).toEqual({ state, sentence: expect.stringContaining(sentence) as string });
});

test.each([
  [-HOUR, 'good', 'NTP'],
  [29_000, 'good', 'NTP'],
  [3 * HOUR, 'warning', '3 hours behind the newest entry'],
])('an only clock that is %d ms behind what was written by it is %s', (behind, state, sentence) => {
  expect(onlyClockVerdict(behind)).toEqual({ state, sentence: expect.stringContaining(sentence) as string });
});

test.each([
  [255 / 1024, 'bad', 'only 255 MB'],
  [0.5, 'warning', 'only 512 MB'],
  [1, 'good', '1.0 GB'],
])('a disk with room for %f GB is %s, whatever room another has', (gigabytes, state, sentence) => {
  const least = { setting: 'DATA_DIR', path: '/srv/data', freeBytes: gigabytes * GIGABYTE };
  const other = { setting: 'BACKUP_DIR', path: '/mnt/backups', freeBytes: 50 * GIGABYTE };
  const verdict = diskVerdict([other, least]);
  expect(verdict).toEqual({ state, sentence: expect.stringContaining(sentence) as string });
  expect(verdict.sentence).toContain('/srv/data (DATA_DIR)');
});

test.each([
  [{ mails: 0, oldest: null, overdue: null }, true, 'good', 'No mail is waiting'],
  [{ mails: 0, oldest: null, overdue: null }, false, 'good', 'No mail is waiting'],
  [{ mails: 2, oldest: HOUR, overdue: null }, true, 'good', '2 mails wait for the next try'],
  [{ mails: 1, oldest: 7 * HOUR, overdue: null }, true, 'warning', '1 mail waits, the oldest for 7 hours'],
  [{ mails: 1, oldest: HOUR, overdue: 9 * MINUTE }, true, 'good', '1 mail waits'],
  [
    { mails: 1, oldest: HOUR, overdue: 11 * MINUTE },
    true,
    'bad',
    'nobody has tried the next one for 11 minutes',
  ],
  [{ mails: 1, oldest: HOUR, overdue: 11 * MINUTE }, false, 'warning', 'mail is off'],
  [{ mails: 0, oldest: null, overdue: null, lastTenRefused: true }, true, 'bad', 'last ten mails'],
] as const)('an outbox of %o, with mail on: %s, is %s', (waiting, sendsMail, state, sentence) => {
  expect(outboxVerdict({ lastTenRefused: false, ...waiting }, sendsMail)).toMatchObject({
    state,
    sentence: expect.stringContaining(sentence) as string,
  });
});

test('totals that drift are bad, and the sentence says how to mend them', () => {
  expect(totalsVerdict(0).state).toBe('good');
  expect(totalsVerdict(2)).toEqual({
    state: 'bad',
    sentence: expect.stringMatching(/^2 kept totals are .*npm run totals -- mend/) as string,
  });
});
