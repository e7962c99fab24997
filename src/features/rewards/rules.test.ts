import { describe, expect, test } from 'vitest';
import {
  CODE_ALPHABET,
  codeStatus,
  displayStatus,
  firstExtensionDay,
  usableCodes,
  whyNotExtendable,
  whyNotMarkable,
  whyNotRevocable,
} from './rules.ts';

const now = new Date('2026-11-20T18:00:00Z');
const later = '2026-11-20T18:00:00.001Z';
const earlier = '2026-11-20T17:59:59.999Z';

describe('the display status of a code', () => {
  test.each([
    [0, 2, later, 'active'],
    [1, 2, later, 'active'],
    [2, 2, later, 'used'],
    [10, 10, later, 'used'],
    [0, 2, now.toISOString(), 'expired'],
    [0, 2, earlier, 'expired'],
    [2, 2, earlier, 'expired'],
  ])('%d of %d uses, expiring at %s: %s', (useCount, maxUses, expiresAt, status) => {
    expect(codeStatus({ useCount, maxUses, expiresAt }, now)).toBe(status);
  });
});

describe('the reasons why an admin may not change a code', () => {
  const revokedAt = earlier;
  test.each([
    ['active', { useCount: 1, maxUses: 2, expiresAt: later, revokedAt: null }, null, null],
    [
      'used',
      { useCount: 2, maxUses: 2, expiresAt: later, revokedAt: null },
      'This code is already fully used.',
      null,
    ],
    [
      'expired',
      { useCount: 0, maxUses: 2, expiresAt: earlier, revokedAt: null },
      'This code has expired.',
      null,
    ],
    [
      'revoked',
      { useCount: 0, maxUses: 2, expiresAt: later, revokedAt },
      'This code is revoked.',
      'This code is revoked.',
    ],
    [
      'revoked',
      { useCount: 2, maxUses: 2, expiresAt: earlier, revokedAt },
      'This code is revoked.',
      'This code is revoked.',
    ],
  ])(
    'for a code that is %s: %j, marking is refused with %j, revoking with %j',
    (status, code, markable, revocable) => {
      expect(displayStatus(code, now)).toBe(status);
      expect(whyNotMarkable(code, now)).toBe(markable);
      expect(whyNotRevocable(code)).toBe(revocable);
    },
  );
});

test.each([
  ['to its end', later, null, 'The new expiry must be later than the present one.'],
  ['to before its end', '2026-11-21T18:00:00Z', null, 'The new expiry must be later than the present one.'],
  ['to after its end', earlier, null, null],
  ['once it is revoked', earlier, now, 'This code is revoked.'],
])('extending a code %s is refused with: %4$j', (_name, expiresAt, revokedAt, reason) => {
  const code = { useCount: 0, maxUses: 2, expiresAt, revokedAt };
  expect(whyNotExtendable(code, new Date(later))).toBe(reason);
});

describe('the first day to extend a code to', () => {
  test.each([
    ['at the end of a day, the day after it', '2026-07-11T05:00:00Z', '2026-07-01', '2026-07-11'],
    ['in the middle of a day, that day', '2026-07-10T18:00:00Z', '2026-07-01', '2026-07-10'],
    ['in the past, today', '2026-06-30T18:00:00Z', '2026-07-01', '2026-07-01'],
    ['this morning, today', '2026-07-01T12:00:00Z', '2026-07-01', '2026-07-01'],
  ])('for a code that expires %s', (_name, expiresAt, today, firstDay) => {
    expect(firstExtensionDay(expiresAt, today, 'America/Winnipeg')).toBe(firstDay);
  });
});

describe('the alphabet of codes', () => {
  test('has no similar and no repeated characters', () => {
    expect(CODE_ALPHABET).not.toMatch(/[ILO01]/);
    expect(CODE_ALPHABET).toMatch(/^[A-Z2-9]+$/);
    expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
  });
});

test('usable codes are sorted by expiry, then by the fewest uses left', () => {
  const code = (name: string, useCount: number, expiresAt: string) => ({
    name,
    useCount,
    maxUses: 3,
    expiresAt,
  });
  const codes = [
    code('later', 2, '2026-12-20T18:00:00.000Z'),
    code('unused', 0, '2026-12-01T18:00:00.000Z'),
    code('expired', 0, earlier),
    code('partly used', 2, '2026-12-01T18:00:00.000Z'),
    code('used', 3, '2026-11-21T18:00:00.000Z'),
  ];
  expect(usableCodes(codes, now).map(({ name }) => name)).toEqual(['partly used', 'unused', 'later']);
});
