import { describe, expect, test } from 'vitest';
import { isForgotten, isRefused, isTooOld, nextTryAt } from './rules.ts';

const KEPT_AT = Date.UTC(2026, 10, 1);
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

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
    [0, false],
    [13.9, false],
    [14, true],
    [400, true],
    // A phone whose clock was wrong, now or then.
    [-1, false],
    [-14, true],
  ])('after %d days is to be looked at again: %s', (days, isToo) => {
    expect(isTooOld(KEPT_AT, KEPT_AT + days * DAY_MILLISECONDS)).toBe(isToo);
  });

  test.each([
    [null, 400, false],
    [0, 29.9, false],
    [0, 30, true],
    [31, 32, false],
  ])('that was refused, and told of after %s days, is forgotten after %d: %s', (told, days, isOver) => {
    const toldAt = told === null ? null : KEPT_AT + told * DAY_MILLISECONDS;
    expect(isForgotten(toldAt, KEPT_AT + days * DAY_MILLISECONDS)).toBe(isOver);
  });
});
