import type { Sentence } from '#shared/sentence.ts';
import { type CodeState, displayStatus, practiceCodes } from '#features/rewards/rules.ts';
import { addDays, addSeconds } from '#shared/dates.ts';
import type { RefusalReason } from '#shared/errors.ts';

export const refusalMessages = {
  not_found: 'Code not found',
  expired: 'Code expired',
  used_up: 'Code fully used',
} as const satisfies Record<RefusalReason, Sentence>;

export const invalidPinMessage = 'Invalid PIN';

export const otherPartnerMessage = 'This code is for another partner store.';

/** How long a store may give back a use that it took. */
export const UNDO_MINUTES = 15;

/** The time until which the store may give a use back. */
export function undoUntil(redeemedAt: Date | string): Date {
  return addSeconds(new Date(redeemedAt), UNDO_MINUTES * 60);
}

/** The clerk that the ledger names if an admin gave a use back. */
export const OFFICE = 'Office';

/** The state of a code on the server, where its expiry is a date instead of a text. */
export type DatedCodeState = CodeState & { expiresAt: Date };

const refusalReasons = { active: null, used: 'used_up', expired: 'expired', revoked: 'not_found' } as const;

/** Why a code can't be redeemed, or null if it can. */
export function whyNotRedeemable(code: DatedCodeState | undefined, now: Date): RefusalReason | null {
  if (!code) return 'not_found';
  return refusalReasons[displayStatus(code, now)];
}

/** The till forgets a remembered PIN after this many minutes without a key, a press or a scan. */
export const PIN_IDLE_MINUTES = 30;

const PRACTICE_USES = 2;
const PRACTICE_DAYS = 30;

export function isPracticeCode(code: string): boolean {
  return Object.values<string>(practiceCodes).includes(code);
}

/** The state of a practice code. No table stores practice codes. */
export function practiceCodeState(code: string, now: Date): DatedCodeState {
  return {
    useCount: code === practiceCodes.usedUp ? PRACTICE_USES : 0,
    maxUses: PRACTICE_USES,
    expiresAt: code === practiceCodes.expired ? now : addDays(now, PRACTICE_DAYS),
    revokedAt: null,
  };
}

/** How long a link may be used to register a till. */
export const TILL_LINK_HOURS = 24;

export const TILL_LINK_PATH = '/till/';

/**
 * A month closes at the start of this day of the next month, and then never changes. A use that is given back later becomes
 * a line of the month in which that happens.
 */
export const CLOSING_DAY = 3;

export const STATEMENT_LINK_PATH = '/statement/';

/** The file name of a statement: `statement-main-street-thrift-2026-11.csv`. */
export function statementFileName({ id, name }: { id: number; name: string }, month: string): string {
  const withoutAccents = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = withoutAccents.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `statement-${slug || `partner-${id}`}-${month}.csv`;
}
