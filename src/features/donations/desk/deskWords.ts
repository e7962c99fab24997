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

/** When a donation was given and logged: `Nov 16, 2026, logged 3:48 PM`. */
export function whenLogged(
  { date, createdAt }: Pick<DonationRow, 'date' | 'createdAt'>,
  timeZone: TimeZone,
): string {
  const logged = new Date(createdAt);
  const loggedAt =
    dayOf(logged, timeZone) === date ? formatTime(logged, timeZone) : formatInstant(logged, timeZone);
  return `${formatDay(date)}, logged ${loggedAt}`;
}

/** Describes a donation that looks alike: `W3D: same donor, day, weight and place, 4 minutes earlier, pending.` */
export function whatLooksAlike(donation: DonationRow, other: DonationRow): string {
  const gap = gapBetween(donation.createdAt, other.createdAt);
  return `${bagName(other)}: same donor, day, weight and place, ${gap}, ${donationStatus(other)}.`;
}

const MINUTE_MILLISECONDS = 60_000;

/** How much earlier or later the other one was: `4 minutes earlier`. */
function gapBetween(one: string, other: string): string {
  const milliseconds = new Date(other).getTime() - new Date(one).getTime();
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE_MILLISECONDS);
  if (minutes === 0) return 'in the same minute';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${milliseconds < 0 ? 'earlier' : 'later'}`;
}

/** What screen readers hear when another donation is shown. */
export function announcementOf(donation: DonationRow): string {
  const donor = donorName(donation, 'a donor without a name');
  const sentences = [
    `${bagName(donation)}: ${donation.weight} of ${donor}, ${donationPlace(donation)}, ${formatShortDay(donation.date)}.`,
  ];
  if (donation.photoUrl === null) sentences.push('No photo.');
  if (donation.alike > 0) sentences.push('Another one looks alike.');
  return sentences.join(' ');
}

/** How a donation was decided: `K7M was confirmed Nov 18`. */
export function decidedWords(row: DonationRow, timeZone: TimeZone): string {
  const decidedAt = row.rejectedAt ?? row.confirmedAt;
  const day = decidedAt === null ? '' : ` ${shortDayOf(decidedAt, timeZone)}`;
  return `${bagName(row)} was ${donationStatus(row)}${day}`;
}

const shortDayOf = (instant: string, timeZone: TimeZone) =>
  formatShortDay(dayOf(new Date(instant), timeZone));

export const deskEntry = z.object({
  kind: z.enum(['confirmed', 'rejected', 'unclaimed']),
  id: z.int(),
  bag: z.string(),
  /** The donor's name; null for an unclaimed bag. */
  name: z.string().nullable(),
  /** Null if the bag was not weighed. */
  kilograms: z.number().nullable(),
  weight: z.string(),
  /** The reward code of a confirmed donation, or the reason of a rejected one. */
  outcome: z.string().nullable(),
});

/** A bag that was confirmed, rejected or counted in this sitting. */
export type DeskEntry = z.infer<typeof deskEntry>;

/** What a bag weighed: `3.6 kg`, or its band if it was not weighed. */
export function entryWeight({ kilograms, weight }: Pick<DeskEntry, 'kilograms' | 'weight'>): string {
  return kilograms === null ? weight : `${formatScale(kilograms)} kg`;
}
