import { expect, test } from 'vitest';
import { looksSame } from './rules.ts';

const donation = { id: 2, weight: '2-3kg', date: '2026-11-16' };
const rejectedAt = '2026-11-16T21:48:00.000Z';

test.each([
  ['of the same day and weight range', { id: 1, weight: '2-3kg', date: '2026-11-16' }, true],
  ['logged later', { id: 3, weight: '2-3kg', date: '2026-11-16' }, true],
  ['of another day', { id: 1, weight: '2-3kg', date: '2026-11-15' }, false],
  ['of another weight range', { id: 1, weight: '1-2kg', date: '2026-11-16' }, false],
  ['that is itself', donation, false],
  ['that was rejected', { id: 1, weight: '2-3kg', date: '2026-11-16', rejectedAt }, false],
])('one %s: it looks the same: %o is %s', (_name, other, expected) => {
  expect(looksSame(donation, { rejectedAt: null, ...other })).toBe(expected);
});
