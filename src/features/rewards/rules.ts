import type { TimeZone } from '#shared/timeZone.ts';
import { dayOf, type Day } from '#shared/dates.ts';

/** Codes to practise with at the till. They are never issued. */
export const practiceCodes = { valid: 'RR-TRYTRY', usedUp: 'RR-TRYUSE', expired: 'RR-TRYEND' } as const;

/** Every practice code begins like this, and no issued code does. */
export const PRACTICE_PREFIX = 'RR-TRY';

/** The alphabet has no I, L, O, 0 or 1, which are confused when read aloud or copied. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** How many characters follow the `RR-`. */
export const CODE_CHARACTERS = 6;

/** How long an expired code is valid again after one of its uses was given back. */
export const GIVEN_BACK_DAYS = 7;

export interface CodeState {
  useCount: number;
  maxUses: number;
  expiresAt: Date | string;
  revokedAt: Date | string | null;
}

/** The state of a code in a row of the console. */
export function toCodeState(row: {
  use_count: number;
  max_uses: number;
  expires_at: Date | string;
  revoked_at: Date | string | null;
}): CodeState {
  return {
    useCount: row.use_count,
    maxUses: row.max_uses,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** Why an admin can't mark a code as used, or null. */
export function whyNotMarkable(code: CodeState, now: Date): string | null {
  const status = displayStatus(code, now);
  if (status === 'revoked') return 'This code is revoked.';
  if (status === 'expired') return 'This code has expired.';
  return status === 'used' ? 'This code is already fully used.' : null;
}

/** Why a code can be neither revoked nor extended, or null. */
export function whyNotRevocable(code: Pick<CodeState, 'revokedAt'>): string | null {
  return code.revokedAt ? 'This code is revoked.' : null;
}

/** Why a code can't be extended to an instant, or null. */
export function whyNotExtendable(code: CodeState, until: Date): string | null {
  const isLater = until > new Date(code.expiresAt);
  return whyNotRevocable(code) ?? (isLater ? null : 'The new expiry must be later than the present one.');
}

/** The first day that a code may be extended to. It is not in the past, and its end is later than the expiry. */
export function firstExtensionDay(expiresAt: Date | string, today: Day, timeZone: TimeZone): Day {
  const day = dayOf(new Date(expiresAt), timeZone);
  return day > today ? day : today;
}

/** The status of a code that may be revoked. Donors see no revoked codes, so their pages use `codeStatus`. */
export function displayStatus(code: CodeState, now: Date): CodeStatus | 'revoked' {
  return code.revokedAt ? 'revoked' : codeStatus(code, now);
}

export type CodeStatus = 'active' | 'used' | 'expired';

/** A code is expired from its expiry on, else used if no use is left, else active. */
export function codeStatus(code: Omit<CodeState, 'revokedAt'>, now: Date): CodeStatus {
  if (new Date(code.expiresAt) <= now) return 'expired';
  return code.useCount >= code.maxUses ? 'used' : 'active';
}

/** The active codes, soonest to expire first, then fewest uses left. */
export function usableCodes<Code extends Omit<CodeState, 'revokedAt'> & { expiresAt: string }>(
  codes: readonly Code[],
  now: Date,
): Code[] {
  const usesLeft = ({ useCount, maxUses }: Code) => maxUses - useCount;
  return codes
    .filter((code) => codeStatus(code, now) === 'active')
    .toSorted(
      (left, right) => left.expiresAt.localeCompare(right.expiresAt) || usesLeft(left) - usesLeft(right),
    );
}
