import { describe, expect, test } from 'vitest';
import { backupProblem, diskProblem } from './rules.ts';

const hours = (count: number) => count * 60 * 60_000;

describe('nightly backups', () => {
  test.each([
    ['before the first one', { ageMilliseconds: null, failure: null }, null],
    ['while they come', { ageMilliseconds: hours(36) - 1, failure: null }, null],
    [
      'when none came for a night and a half',
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
