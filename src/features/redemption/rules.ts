// What a reward code is good for, decided without a database: till, console and server agree by asking here.
import { type CodeTerms, displayStatus } from '#features/rewards/rules.ts';
import type { RefusalReason } from '#shared/errors.ts';

/** A refusal in the words of spec section 8. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  not_found: 'Code not found',
  expired: 'Code expired',
  used_up: 'Code fully used',
};

/** The words for a refusal's reason, for one that this version doesn't know too. */
export function refusalMessage(reason: string | undefined): string {
  return refusalMessages[reason as RefusalReason] ?? 'Unknown error';
}

/** A code as the till's checks want it. */
export type CodeState = CodeTerms & { expiresAt: Date };

const reasons = { active: null, used: 'used_up', expired: 'expired', revoked: 'not_found' } as const;

/** Why a code can't be redeemed, or null if it can. A code expires at its expiry, not after it. */
export function whyNotRedeemable(code: CodeState | undefined, now: Date): RefusalReason | null {
  if (!code) return 'not_found';
  return reasons[displayStatus(code, now)];
}
