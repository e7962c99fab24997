// How reward codes look and how long they last.

/** Capitals and digits that nobody mistakes for each other when reading a code aloud: no I, L, O, 0 or 1. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export type CodeStatus = 'active' | 'used' | 'expired';

/** Expired at its expiry, else used when no use is left, else active (spec section 2, Codes). */
export function codeStatus(
  code: { useCount: number; maxUses: number; expiresAt: Date | string },
  now: Date,
): CodeStatus {
  if (new Date(code.expiresAt) <= now) return 'expired';
  return code.useCount >= code.maxUses ? 'used' : 'active';
}
