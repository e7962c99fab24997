import { describe, expect, test } from 'vitest';
import {
  donationStatus,
  needsReopenReason,
  placeOf,
  nextGoal,
  rewardTier,
  whyNotCorrectable,
  whyInFuture,
  whyTooOld,
  whyNotDecidable,
  canDeleteRefused,
  isRefused,
  isTooOld,
  nextTryAt,
} from './rules.ts';

const rejectedAt = new Date('2026-11-20T18:00:00Z');

describe('the status of a donation', () => {
  test.each([
    { isConfirmed: false, rejectedAt: null, status: 'pending' },
    { isConfirmed: true, rejectedAt: null, status: 'confirmed' },
    { isConfirmed: false, rejectedAt, status: 'rejected' },
    { isConfirmed: false, rejectedAt: rejectedAt.toISOString(), status: 'rejected' },
    // A row that is both must not read as confirmed.
    { isConfirmed: true, rejectedAt, status: 'rejected' },
  ])('is $status when isConfirmed is $isConfirmed and rejectedAt is $rejectedAt', ({ status, ...row }) => {
    expect(donationStatus(row)).toBe(status);
  });

  test.each([
    ['pending', null],
    ['confirmed', 'This donation is already confirmed.'],
    ['rejected', 'This donation is already rejected.'],
  ] as const)('when %s gives the reason %s against a verdict', (status, reason) => {
    expect(whyNotDecidable(status)).toBe(reason);
  });
});

describe('a correction', () => {
  test.each([
    ['pending', 'volunteer', null],
    ['pending', 'admin', null],
    ['confirmed', 'volunteer', 'Only an admin may correct a confirmed donation. Please ask one.'],
    ['confirmed', 'admin', null],
    ['rejected', 'volunteer', 'This donation is rejected. Reopen it first.'],
    ['rejected', 'admin', 'This donation is rejected. Reopen it first.'],
  ] as const)('of a %s donation by the role %s is refused with %s', (status, role, reason) => {
    expect(whyNotCorrectable(status, role)).toBe(reason);
  });
});

describe('reopening a donation rejected by alex at 18:00', () => {
  test.each([
    ['alex', '2026-11-20T18:00:00Z', false],
    ['alex', '2026-11-20T18:14:59Z', false],
    ['alex', '2026-11-20T18:15:00Z', true],
    ['robin', '2026-11-20T18:00:01Z', true],
  ])('by %s at %s needs a reason: %s', (username, now, expected) => {
    const rejection = { rejectedBy: 'alex', rejectedAt };
    expect(needsReopenReason(rejection, username, new Date(now))).toBe(expected);
  });
});

describe('the reward tier', () => {
  test.each([
    [0, 0, null],
    [0, 1, 'Green Giver'],
    [5, 0, null],
    [5, 1, 'Green Giver'],
    [6, 0, 'Gold Giver'],
    [6, 1, 'Gold Giver'],
    [40, 12, 'Gold Giver'],
  ])(
    'after %d qualifying this year and %d confirmed this month is %s',
    (qualifyingThisYear, confirmedThisMonth, tier) => {
      expect(rewardTier({ qualifyingThisYear, confirmedThisMonth })).toBe(tier);
    },
  );
});

describe('the next goal', () => {
  test.each([
    [
      0,
      0,
      'A confirmed donation this month makes you a Green Giver. Six more donations of 2.5 kg or over this year and you are a Gold Giver.',
    ],
    [0, 1, 'Six more donations of 2.5 kg or over this year and you are a Gold Giver.'],
    [4, 1, 'Two more donations of 2.5 kg or over this year and you are a Gold Giver.'],
    [5, 1, 'One more donation of 2.5 kg or over this year and you are a Gold Giver.'],
    [6, 1, 'You are a Gold Giver for this calendar year. Thank you.'],
    [9, 0, 'You are a Gold Giver for this calendar year. Thank you.'],
  ])(
    'after %d qualifying this year and %d confirmed this month is: %s',
    (qualifyingThisYear, confirmedThisMonth, sentence) => {
      expect(nextGoal({ qualifyingThisYear, confirmedThisMonth })).toBe(sentence);
    },
  );
});

test.each([
  ['2026-11-20', null],
  ['2019-02-28', null],
  ['2026-11-21', 'Date cannot be in the future'],
])('on 2026-11-20 a donation of %s is refused with %s', (date, reason) => {
  expect(whyInFuture(date, '2026-11-20')).toBe(reason);
});

test.each([
  ['2026-11-20', 0, null],
  ['2026-11-19', 0, '2026-11-20'],
  ['2026-11-13', 7, null],
  ['2026-11-12', 7, '2026-11-13'],
  ['1970-01-01', null, null],
])(
  'a donation of %s, logged on 2026-11-20 with %s days back allowed, is refused as before %s',
  (date, maxDaysBack, earliestDay) => {
    const expected =
      earliestDay === null ? null : { key: 'Date cannot be before {day}', values: { day: earliestDay } };
    expect(whyTooOld(date, '2026-11-20', maxDaysBack)).toEqual(expected);
  },
);

const QUEUED_AT = Date.UTC(2026, 10, 1);
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

describe('a queued donation', () => {
  test.each([
    [400, true, true],
    [409, true, true],
    [429, true, false],
    [500, true, false],
    [503, true, false],
    [403, false, false],
    [404, false, false],
    [502, false, false],
  ])('answered with %i, from this site: %s, is refused for good: %s', (status, isFromSite, expected) => {
    expect(isRefused({ status, isFromSite })).toBe(expected);
  });

  test.each([
    [null, 30_000],
    ['5', 30_000],
    ['600', 600_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
  ])('with Retry-After %s is sent again after %d ms', (retryAfter, milliseconds) => {
    expect(nextTryAt(1000, retryAfter)).toBe(1000 + milliseconds);
  });

  test.each([
    [0, false],
    [13.9, false],
    [14, true],
    [400, true],
    // The phone's clock was put back in between.
    [-1, false],
    [-14, true],
  ])('after %d days is too old to be sent automatically: %s', (days, expected) => {
    expect(isTooOld(QUEUED_AT, QUEUED_AT + days * DAY_MILLISECONDS)).toBe(expected);
  });

  test.each([
    [null, 400, false],
    [0, 29.9, false],
    [0, 30, true],
    [31, 32, false],
  ])(
    'that was refused, with its donor notified after %s days, is deleted after %d days: %s',
    (notifiedAfterDays, days, expected) => {
      const notifiedAt = notifiedAfterDays === null ? null : QUEUED_AT + notifiedAfterDays * DAY_MILLISECONDS;
      expect(canDeleteRefused(notifiedAt, QUEUED_AT + days * DAY_MILLISECONDS)).toBe(expected);
    },
  );
});

test.each([
  ['UC East', 'University Centre', 'UC East'],
  [null, 'University Centre', 'University Centre'],
  ['', '', null],
  [null, undefined, null],
])('with the drop site %s and the bin location %s the place is %s', (dropSite, binLocation, place) => {
  expect(placeOf({ dropSite, binLocation })).toBe(place);
});
