// What a donation may become and what it earns, decided without a database: the server and the
// console's buttons ask the same functions, so neither can promise what the other refuses.
import { CODE_ALPHABET } from '#features/rewards/rules.ts';
import { type Sentence, type SentenceKey, withValues } from '#shared/sentence.ts';
import { type Day, daysAfter } from '#shared/dates.ts';
import type { AdminRole } from '#shared/roles.ts';
import { isQualifying, type WeightBand } from '#shared/weights.ts';

export const rewardTiers = ['Gold Giver', 'Green Giver'] as const;

type RewardTier = (typeof rewardTiers)[number];

/** Confirmed qualifying donations in a calendar year that make a Gold Giver. */
export const GOLD_DONATIONS = 6;

type DonationStatus = 'pending' | 'confirmed' | 'rejected';

/** Rejected if it has been rejected, else confirmed if so marked, else pending. */
export function donationStatus(donation: { isConfirmed: boolean; rejectedAt: unknown }): DonationStatus {
  if (donation.rejectedAt) return 'rejected';
  return donation.isConfirmed ? 'confirmed' : 'pending';
}

/** Whether a donation counts toward Gold: by what was measured, else by what was claimed. */
export function qualifies({
  weight,
  actualWeight,
}: {
  weight: WeightBand;
  actualWeight: WeightBand | null;
}): boolean {
  return isQualifying(actualWeight ?? weight);
}

/** Why a donation can't be confirmed or rejected now, or null if it can: only a pending one can. */
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

/** How long an admin may take back their own rejection without a reason. */
const REOPEN_FREELY_MILLISECONDS = 15 * 60_000;

/** Whether taking back a rejection needs a reason: it does if it is somebody else's or too old. */
export function needsReopenReason(
  { rejectedBy, rejectedAt }: { rejectedBy: string | null; rejectedAt: Date },
  username: string,
  now: Date,
): boolean {
  return rejectedBy !== username || now.getTime() - rejectedAt.getTime() >= REOPEN_FREELY_MILLISECONDS;
}

/** How many characters a new mark has, unless all those tried are taken. Three make 29,791 marks. */
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

/** The sentences about Gold, by the number of donations that are missing. */
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
  const gold = towardGold[missing as keyof typeof towardGold];
  return rewardTier(record) === null
    ? (`A confirmed donation this month makes you a Green Giver. ${gold}` as const)
    : gold;
}

/** Why a donation can't have this date, or null. `today` is the site's day. */
export function whyNotDate(date: Day, today: Day): SentenceKey | null {
  return date > today ? 'Date cannot be in the future' : null;
}

/** The earliest day that a donor may log, by the settings; null for any. */
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

/** Since when confirmations can be taken back in the console: today's, and those of the last quarter of an hour. */
export function undoReachesBackTo(startOfToday: Date, now: Date): Date {
  return new Date(Math.min(startOfToday.getTime(), now.getTime() - REOPEN_FREELY_MILLISECONDS));
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

// A donation that was logged without a connection waits in the browser.

/** How long the browser sends a queued donation automatically. Its idempotency key lasts longer: see `KEY_DAYS`. */
export const SENT_DAYS = 14;
/** How long a refused donation stays after its donor was notified: others may use the phone and read the donor ID. */
const REFUSED_DAYS = 30;

/** The least time between two tries. */
const PAUSE_MILLISECONDS = 30_000;

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Whether the site has refused the donation for good, so that sending it again would change nothing.
 * `isFromSite` says that the answer has this site's error shape: a hotel's sign-in page refuses nothing.
 */
export function isRefused({ status, isFromSite }: { status: number; isFromSite: boolean }): boolean {
  return isFromSite && status >= 400 && status < 500 && status !== 429;
}

/** When a donation that did not get through may be sent again, by a `Retry-After` in seconds if there is one. */
export function nextTryAt(now: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return now + Math.max(PAUSE_MILLISECONDS, Number.isFinite(seconds) ? seconds * 1000 : 0);
}

/** Whether the donor has to send it again by hand. A clock that was put back makes any age possible. */
export function isTooOld(queuedAt: number, now: number): boolean {
  return Math.abs(now - queuedAt) >= SENT_DAYS * DAY_MILLISECONDS;
}

/** Whether a refused donation leaves the browser: long enough after its donor was notified. */
export function isForgotten(notifiedAt: number | null, now: number): boolean {
  return notifiedAt !== null && now - notifiedAt >= REFUSED_DAYS * DAY_MILLISECONDS;
}
