import { expect, test } from 'vitest';
import { lastSeenText } from './rules.ts';

test.each([
  [null, 'Never signed in'],
  ['2026-11-20T15:12:00Z', 'Today, 9:12 AM'],
  ['2026-11-20T05:59:00Z', 'Yesterday, 11:59 PM'],
  ['2026-11-19T05:59:00Z', 'Nov 18, 2026'],
])('somebody last seen at %j was there: %s', (lastSeenAt, words) => {
  expect(lastSeenText(lastSeenAt, '2026-11-20', 'America/Winnipeg')).toBe(words);
});
