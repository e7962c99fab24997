import { describe, expect, test } from 'vitest';
import { dueBy, isRefused, nextTryAt } from './rules.ts';

describe('a donation that waits on a phone', () => {
  test.each([
    [400, true, true],
    [409, true, true],
    [429, true, false],
    [500, true, false],
    [503, true, false],
    [403, false, false],
    [404, false, false],
    [502, false, false],
  ])(
    'that gets %i, in the site’s own error shape: %s, is refused for good: %s',
    (status, isFromSite, refused) => {
      expect(isRefused({ status, isFromSite })).toBe(refused);
    },
  );

  test.each([
    [null, 30_000],
    ['5', 30_000],
    ['600', 600_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
  ])('is sent again by Retry-After, and not at once: %s', (retryAfter, milliseconds) => {
    expect(nextTryAt(1000, retryAfter)).toBe(1000 + milliseconds);
  });

  test.each([
    [0, 'send'],
    [13.9, 'send'],
    [14, 'ask'],
    [29.9, 'ask'],
    [30, 'forget'],
    // A phone whose clock was put back.
    [-1, 'send'],
  ])('after %d days: %s', (days, due) => {
    const keptAt = Date.UTC(2026, 10, 1);
    expect(dueBy(keptAt, keptAt + days * 24 * 60 * 60 * 1000)).toBe(due);
  });
});
