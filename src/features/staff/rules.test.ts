import { expect, test } from 'vitest';
import { dailyListDay, lastSeenText } from './rules.ts';

test.each([
  [null, 'Never signed in'],
  ['2026-11-20T15:12:00Z', 'Today, 9:12 AM'],
  ['2026-11-20T05:59:00Z', 'Yesterday, 11:59 PM'],
  ['2026-11-19T05:59:00Z', 'Nov 18, 2026'],
])('shows a last use at %j as %s', (lastSeenAt, text) => {
  expect(lastSeenText(lastSeenAt, '2026-11-20', 'America/Winnipeg')).toBe(text);
});

test.each([
  ['2026-11-20T12:59:59Z', null],
  ['2026-11-20T13:00:00Z', '2026-11-20'],
  ['2026-11-21T05:59:59Z', '2026-11-20'],
  ['2026-11-21T06:00:00Z', null],
  // The clocks go forward at 2 on March 8, and back at 2 on November 1.
  ['2026-03-07T13:00:00Z', '2026-03-07'],
  ['2026-03-08T11:59:59Z', null],
  ['2026-03-08T12:00:00Z', '2026-03-08'],
  ['2026-10-31T12:00:00Z', '2026-10-31'],
  ['2026-11-01T12:59:59Z', null],
  ['2026-11-01T13:00:00Z', '2026-11-01'],
])('at %s the daily list is due for %j', (now, day) => {
  expect(dailyListDay(new Date(now), 'America/Winnipeg')).toBe(day);
});
