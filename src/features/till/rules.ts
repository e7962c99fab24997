// What a reward code is good for, decided without a database: till, console and server agree by asking here.
import type { Sentence } from '#shared/sentence.ts';
import { type CodeTerms, displayStatus } from '#features/rewards/rules.ts';
import { addSeconds } from '#shared/dates.ts';
import type { RefusalReason } from '#shared/errors.ts';

/** A refusal in the words of spec section 8. */
export const refusalMessages = {
  not_found: 'Code not found',
  expired: 'Code expired',
  used_up: 'Code fully used',
} as const satisfies Record<RefusalReason, Sentence>;

export const invalidPinMessage = 'Invalid PIN';

export const otherPartnerMessage = 'This code is for another partner store.';

export const noPinMessage = 'Please enter your Partner PIN.';

/** For so many minutes a store may give back what it took (beyond, section 4). */
export const UNDO_MINUTES = 15;

/** Until when the store may give a use back. */
export function undoUntil(redeemedAt: Date | string): Date {
  return addSeconds(new Date(redeemedAt), UNDO_MINUTES * 60);
}

/** Who gave a use back that an admin gave back, in the store's account. */
export const OFFICE = 'Office';

/** A code as the till's checks want it. */
export type CodeState = CodeTerms & { expiresAt: Date };

const reasons = { active: null, used: 'used_up', expired: 'expired', revoked: 'not_found' } as const;

/** Why a code can't be redeemed, or null if it can. A code expires at its expiry, not after it. */
export function whyNotRedeemable(code: CodeState | undefined, now: Date): RefusalReason | null {
  if (!code) return 'not_found';
  return reasons[displayStatus(code, now)];
}
