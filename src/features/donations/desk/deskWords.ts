import { z } from 'zod';
import { donationPlace, donorName } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { dayOf } from '#shared/dates.ts';
import { formatDay, formatInstant, formatScale, formatShortDay, formatTime } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { DonationRow } from '#features/donations/contract.ts';

/** A donation's name at the desk: its mark, else its number. */
export function bagName({ mark, id }: Pick<DonationRow, 'mark' | 'id'>): string {
  return mark ?? `Donation ${id}`;
}

/** A donation's day and the time of logging: `Nov 16, 2026, logged 3:48 PM`. */
export function formatDayAndLogTime(
  { date, createdAt }: Pick<DonationRow, 'date' | 'createdAt'>,
  timeZone: TimeZone,
): string {
  const loggedAt = new Date(createdAt);
  const isSameDay = dayOf(loggedAt, timeZone) === date;
  const logTime = isSameDay ? formatTime(loggedAt, timeZone) : formatInstant(loggedAt, timeZone);
  return `${formatDay(date)}, logged ${logTime}`;
}

/** Describes a donation that looks alike: `W3D: same donor, day, weight and place, 4 minutes earlier, pending.` */
export function describeAlike(donation: DonationRow, alikeDonation: DonationRow): string {
  const timeGap = formatTimeGap(donation.createdAt, alikeDonation.createdAt);
  const status = donationStatus(alikeDonation);
  return `${bagName(alikeDonation)}: same donor, day, weight and place, ${timeGap}, ${status}.`;
}

const MINUTE_MILLISECONDS = 60_000;

/** How much earlier or later an instant is than a reference: `4 minutes earlier`. */
function formatTimeGap(reference: string, instant: string): string {
  const milliseconds = new Date(instant).getTime() - new Date(reference).getTime();
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE_MILLISECONDS);
  if (minutes === 0) return 'in the same minute';
  const direction = milliseconds < 0 ? 'earlier' : 'later';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${direction}`;
}

/** The text that a screen reader reads out when another donation is shown. */
export function describeForScreenReader(donation: DonationRow): string {
  const donor = donorName(donation, 'a donor without a name');
  const sentences = [
    `${bagName(donation)}: ${donation.weight} from ${donor}, ${donationPlace(donation)}, ${formatShortDay(donation.date)}.`,
  ];
  if (donation.photoUrl === null) sentences.push('No photo.');
  if (donation.alike > 0) sentences.push('Another one looks alike.');
  return sentences.join(' ');
}

/** How a donation was decided: `K7M was confirmed Nov 18`. */
export function describeDecision(donation: DonationRow, timeZone: TimeZone): string {
  const decidedAt = donation.rejectedAt ?? donation.confirmedAt;
  const day = decidedAt === null ? '' : ` ${shortDayOf(decidedAt, timeZone)}`;
  return `${bagName(donation)} was ${donationStatus(donation)}${day}`;
}

const shortDayOf = (instant: string, timeZone: TimeZone) =>
  formatShortDay(dayOf(new Date(instant), timeZone));

export const deskEntry = z.object({
  kind: z.enum(['confirmed', 'rejected', 'unclaimed']),
  id: z.int(),
  /** The mark or number of a donation, or the weight of an unclaimed bag. */
  bag: z.string(),
  /** The donor's name; null for an unclaimed bag. */
  name: z.string().nullable(),
  /** Null if the bag was not weighed. */
  kilograms: z.number().nullable(),
  weight: z.string(),
  /** The reward code of a confirmed donation, or the reason of a rejected one. Null for an unclaimed bag. */
  outcome: z.string().nullable(),
});

/** A bag that was confirmed, rejected or counted in this sitting. */
export type DeskEntry = z.infer<typeof deskEntry>;

/** A bag's weight: `3.6 kg`, or its band if it was not weighed. */
export function formatEntryWeight({ kilograms, weight }: Pick<DeskEntry, 'kilograms' | 'weight'>): string {
  return kilograms === null ? weight : `${formatScale(kilograms)} kg`;
}
