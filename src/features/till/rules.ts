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

/** For so many hours a link makes a till of a browser (beyond, section 4). */
export const TILL_LINK_HOURS = 24;

/** Where such a link leads, before its token. */
export const TILL_LINK_PATH = '/till/';

// A store's account of a month. A month closes on the 3rd of the next and never changes: what is given back later is a
// line of the month in which that was done (beyond, section 4).

/** The day of the next month with whose beginning a month closes. */
export const CLOSING_DAY = 3;

/** Where a store's link to its own statements leads, before its token. */
export const STATEMENT_LINK_PATH = '/statement/';

/** What a store's account of a month is called as a file: `statement-main-street-thrift-2026-11.csv`. */
export function fileNameOf({ id, name }: { id: number; name: string }, month: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `statement-${slug || `partner-${id}`}-${month}.csv`;
}
