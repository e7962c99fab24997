import { describe, expect, test } from 'vitest';
import { whyNotRedeemable } from './rules.ts';

const now = new Date('2026-11-20T18:00:00Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const usable = { useCount: 0, maxUses: 2, expiresAt: after, revokedAt: null };

describe('a code', () => {
  test.each([
    ['that was never issued', undefined, 'not_found'],
    ['with all its uses', usable, null],
    ['with one use left', { ...usable, useCount: 1 }, null],
    ['without a use left', { ...usable, useCount: 2 }, 'used_up'],
    ['with more uses than it allows', { ...usable, useCount: 3 }, 'used_up'],
    ['a moment before its expiry', { ...usable, expiresAt: after }, null],
    ['at its expiry', { ...usable, expiresAt: now }, 'expired'],
    ['after its expiry', { ...usable, expiresAt: before }, 'expired'],
    ['used up and expired', { ...usable, useCount: 2, expiresAt: before }, 'expired'],
    ['revoked', { ...usable, revokedAt: before }, 'not_found'],
    ['revoked and expired', { ...usable, revokedAt: before, expiresAt: before }, 'not_found'],
    ['revoked and used up', { ...usable, revokedAt: before, useCount: 2 }, 'not_found'],
  ])('%s is refused as %3$s', (_name, code, reason) => {
    expect(whyNotRedeemable(code, now)).toBe(reason);
  });
});
