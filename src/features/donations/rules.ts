// Rules about donations, without a database. Server and screens share them, so that no button offers what the server
// refuses.
import { CODE_ALPHABET } from '#features/rewards/rules.ts';
import { type Sentence, type SentenceKey, withValues } from '#shared/sentence.ts';
import { type Day, DAY_MILLISECONDS, daysAfter } from '#shared/dates.ts';
import type { AdminRole } from '#shared/roles.ts';
import { isQualifying, type WeightBand } from '#shared/weights.ts';

export const rewardTiers = ['Gold Giver', 'Green Giver'] as const;

type RewardTier = (typeof rewardTiers)[number];

/** Confirmed qualifying donations in a calendar year that make a Gold Giver. */
export const GOLD_DONATIONS = 6;

type DonationStatus = 'pending' | 'confirmed' | 'rejected';

export function donationStatus(donation: { isConfirmed: boolean; rejectedAt: unknown }): DonationStatus {
  if (donation.rejectedAt) return 'rejected';
  return donation.isConfirmed ? 'confirmed' : 'pending';
}

/** Whether a donation is heavy enough to count toward Gold. The measured weight wins over the claimed one. */
export function qualifies({
  weight,
  actualWeight,
}: {
  weight: WeightBand;
  actualWeight: WeightBand | null;
}): boolean {
  return isQualifying(actualWeight ?? weight);
}

/** Why a donation can't be confirmed or rejected now, or null if it is pending. */
export function whyNotDecidable(status: DonationStatus): string | null {
  if (status === 'confirmed') return 'This donation is already confirmed.';
  if (status === 'rejected') return 'This donation is already rejected.';
  return null;
}

/** Why a donation can't be corrected now, or null if it can. */
export function whyNotCorrectable(status: DonationStatus, role: AdminRole): string | null {
  if (status === 'rejected') return 'This donation is rejected. Reopen it first.';
  if (status === 'confirmed' && role !== 'admin') {
    return 'Only an admin may correct a confirmed donation. Please ask one.';
  }
  return null;
}

/** How long an admin can reopen their own rejection without a reason, or undo a confirmation even past midnight. */
const GRACE_MILLISECONDS = 15 * 60_000;

/** Whether reopening needs a reason: it does if the rejection is somebody else's or too old. */
export function needsReopenReason(
  { rejectedBy, rejectedAt }: { rejectedBy: string | null; rejectedAt: Date },
  username: string,
  now: Date,
): boolean {
  return rejectedBy !== username || now.getTime() - rejectedAt.getTime() >= GRACE_MILLISECONDS;
}

/** How many characters a new mark has, unless all that were tried are taken. Three allow 29,791 marks. */
export const MARK_CHARACTERS = 3;

/** Marks are written with the characters of reward codes. */
export const MARK_ALPHABET = CODE_ALPHABET;

/** Whether the measured band differs from the claimed one; without a measurement it does not. */
export function isDiscrepancy(claimed: string, measured: string | null): boolean {
  return measured !== null && measured !== claimed;
}

interface DonorRecord {
  /** Confirmed donations of at least 2.5 kg dated in the current calendar year. */
  qualifyingThisYear: number;
  /** Confirmed donations of any weight dated in the current month. */
  confirmedThisMonth: number;
}

/** Gold by the year, else Green by the month, else none. */
export function rewardTier({ qualifyingThisYear, confirmedThisMonth }: DonorRecord): RewardTier | null {
  if (qualifyingThisYear >= GOLD_DONATIONS) return 'Gold Giver';
  return confirmedThisMonth > 0 ? 'Green Giver' : null;
}

/** The sentences about Gold, by the number of missing donations. */
const towardGold = {
  1: 'One more donation of 2.5 kg or over this year and you are a Gold Giver.',
  2: 'Two more donations of 2.5 kg or over this year and you are a Gold Giver.',
  3: 'Three more donations of 2.5 kg or over this year and you are a Gold Giver.',
  4: 'Four more donations of 2.5 kg or over this year and you are a Gold Giver.',
  5: 'Five more donations of 2.5 kg or over this year and you are a Gold Giver.',
  6: 'Six more donations of 2.5 kg or over this year and you are a Gold Giver.',
} as const satisfies Record<number, SentenceKey>;

/** What the donor can reach next, as a sentence. */
export function nextGoal(record: DonorRecord): SentenceKey {
  const missing = GOLD_DONATIONS - record.qualifyingThisYear;
  if (missing <= 0) return 'You are a Gold Giver for this calendar year. Thank you.';
  const goldSentence = towardGold[missing as keyof typeof towardGold];
  return rewardTier(record) === null
    ? (`A confirmed donation this month makes you a Green Giver. ${goldSentence}` as const)
    : goldSentence;
}

/** Why a date after today, the site's day, is refused; null for any other date. */
export function whyInFuture(date: Day, today: Day): SentenceKey | null {
  return date > today ? 'Date cannot be in the future' : null;
}

/** The earliest date that a donor may log; null if the settings allow any. */
export function earliestDay(today: Day, maxDaysBack: number | null): Day | null {
  return maxDaysBack === null ? null : daysAfter(today, -maxDaysBack);
}

/** Why a donor can't log this date any more, or null. */
export function whyTooOld(date: Day, today: Day, maxDaysBack: number | null): Sentence | null {
  const earliest = earliestDay(today, maxDaysBack);
  return earliest !== null && date < earliest
    ? withValues('Date cannot be before {day}', { day: earliest })
    : null;
}

/** Confirmations from this instant on can be undone in the console: today's, and those of the last 15 minutes. */
export function earliestUndoable(startOfToday: Date, now: Date): Date {
  return new Date(Math.min(startOfToday.getTime(), now.getTime() - GRACE_MILLISECONDS));
}

/** Where a donation was left: the drop site, else the bin's location, else null. */
export function placeOf({
  dropSite,
  binLocation,
}: {
  dropSite?: string | null | undefined;
  binLocation?: string | null | undefined;
}): string | null {
  return dropSite || binLocation || null;
}

// Queued donations got no answer when they were logged, and wait in the browser.

/** How long the browser tries to send a queued donation. Shorter than `IDEMPOTENCY_KEY_DAYS`, so that it counts once. */
export const RETRY_DAYS = 14;

/** How long a refused donation stays once its donor was notified: others who use the phone may read the donor ID. */
const REFUSED_DAYS = 30;

/** The least time between two tries. */
const PAUSE_MILLISECONDS = 30_000;

/**
 * Whether the site has refused the donation for good, so that sending it again would change nothing.
 *
 * @param isFromSite whether the answer has the shape of this site's errors. Answers of a Wi-Fi sign-in page do not.
 */
export function isRefused({ status, isFromSite }: { status: number; isFromSite: boolean }): boolean {
  return isFromSite && status >= 400 && status < 500 && status !== 429;
}

/** When to try again, in epoch milliseconds. A `Retry-After` header counts if it is in seconds, not if it is a date. */
export function nextTryAt(now: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return now + Math.max(PAUSE_MILLISECONDS, Number.isFinite(seconds) ? seconds * 1000 : 0);
}

/** Whether a queued donation is too old to be sent automatically. It also is if the clock was put back by as long. */
export function isTooOld(queuedAt: number, now: number): boolean {
  return Math.abs(now - queuedAt) >= RETRY_DAYS * DAY_MILLISECONDS;
}

export function canDeleteRefused(notifiedAt: number | null, now: number): boolean {
  return notifiedAt !== null && now - notifiedAt >= REFUSED_DAYS * DAY_MILLISECONDS;
}
