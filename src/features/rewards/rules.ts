// How reward codes look and how long they last.
import type { TimeZone } from '#shared/timeZone.ts';
import { dayOf, type Day } from '#shared/dates.ts';

/** Codes to practise with at the till. They are never issued, so no practice takes a use. */
export const practiceCodes = { valid: 'RR-TRYTRY', usedUp: 'RR-TRYUSE', expired: 'RR-TRYEND' } as const;

/** How every practice code begins, and no issued one. */
export const PRACTICE_PREFIX = 'RR-TRY';

/** Capitals and digits that nobody mistakes for each other when reading a code aloud: no I, L, O, 0 or 1. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** After the `RR-`. */
export const CODE_CHARACTERS = 6;

/** For so long a code is good that ended before one of its uses was given back (beyond, section 4). */
export const GIVEN_BACK_DAYS = 7;

/** What a code's state hangs on. */
export interface CodeTerms {
  useCount: number;
  maxUses: number;
  expiresAt: Date | string;
  revokedAt: Date | string | null;
}

/** Why an admin can't mark a code as used, or null: there must be a use left to take. */
export function whyNotMarkable(code: CodeTerms, now: Date): string | null {
  const status = displayStatus(code, now);
  if (status === 'revoked') return 'This code is revoked.';
  if (status === 'expired') return 'This code has expired.';
  return status === 'used' ? 'This code is already fully used.' : null;
}

/** Why a code can't be revoked or extended, or null: revoking is for good. */
export function whyNotRevocable(code: Pick<CodeTerms, 'revokedAt'>): string | null {
  return code.revokedAt ? 'This code is revoked.' : null;
}

/** The first day until whose end a code may be extended: later than its expiry, and not in the past. */
export function firstDayToExtendTo(expiresAt: Date | string, today: Day, timeZone: TimeZone): Day {
  const day = dayOf(new Date(expiresAt), timeZone);
  return day > today ? day : today;
}

/** The status of a code in the console, where revoked ones stay for the record. */
export function displayStatus(code: CodeTerms, now: Date): CodeStatus | 'revoked' {
  return code.revokedAt ? 'revoked' : codeStatus(code, now);
}

export type CodeStatus = 'active' | 'used' | 'expired';

/** Expired at its expiry, else used when no use is left, else active (spec section 2, Codes). */
export function codeStatus(
  code: { useCount: number; maxUses: number; expiresAt: Date | string },
  now: Date,
): CodeStatus {
  if (new Date(code.expiresAt) <= now) return 'expired';
  return code.useCount >= code.maxUses ? 'used' : 'active';
}

/** The codes that can be used, the best first: the soonest to end, then the one with the fewest uses left. */
export function usableCodes<Code extends { useCount: number; maxUses: number; expiresAt: string }>(
  codes: readonly Code[],
  now: Date,
): Code[] {
  const usesLeft = ({ useCount, maxUses }: Code) => maxUses - useCount;
  return codes
    .filter((code) => codeStatus(code, now) === 'active')
    .toSorted(
      (one, other) => one.expiresAt.localeCompare(other.expiresAt) || usesLeft(one) - usesLeft(other),
    );
}
