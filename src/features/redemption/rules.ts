// What a reward code is good for, decided without a database: till, console and server agree by asking here.
import type { RefusalReason } from '#shared/errors.ts';

/** A refusal in the words of spec section 8. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  not_found: 'Code not found',
  expired: 'Code expired',
  used_up: 'Code fully used',
};

/** The words for a refusal's reason, for one that this version doesn't know too. */
export function refusalMessage(reason: string): string {
  return refusalMessages[reason as RefusalReason] ?? 'Unknown error';
}

export interface CodeState {
  useCount: number;
  maxUses: number;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Why a code can't be redeemed, or null if it can. A code expires at its expiry, not after it. */
export function whyNotRedeemable(code: CodeState | undefined, now: Date): RefusalReason | null {
  if (!code || code.revokedAt) return 'not_found';
  if (code.expiresAt <= now) return 'expired';
  return code.useCount >= code.maxUses ? 'used_up' : null;
}
