import { donationPlace, donorName } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { dayOf } from '#shared/dates.ts';
import { formatDay, formatInstant, formatShortDay, formatTime } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { DonationRow } from '#features/donations/contract.ts';
import type { OtherDonation, PendingDonation } from './contract.ts';

/** When a donation was given and when somebody wrote it down: `Nov 16, 2026, logged 3:48 PM`. */
export function whenLogged(
  { date, createdAt }: Pick<DonationRow, 'date' | 'createdAt'>,
  timeZone: TimeZone,
): string {
  const logged = new Date(createdAt);
  const at =
    dayOf(logged, timeZone) === date ? formatTime(logged, timeZone) : formatInstant(logged, timeZone);
  return `${formatDay(date)}, logged ${at}`;
}

/** What a donation has in common with one that looks the same, but for its number. */
export function whatLooksSame({ donation }: PendingDonation, other: OtherDonation): string {
  const place = other.dropSite ?? other.binLocation;
  const logged = `logged ${gapBetween(donation.createdAt, other.createdAt)}${place === null ? '' : ` at ${place}`}`;
  return `same donor, same day, ${other.weight}, ${logged}, ${donationStatus(other)}`;
}

const MINUTE_MILLISECONDS = 60_000;

/** How much earlier or later the other one was: `4 minutes earlier`. */
function gapBetween(one: string, other: string): string {
  const milliseconds = new Date(other).getTime() - new Date(one).getTime();
  const minutes = Math.round(Math.abs(milliseconds) / MINUTE_MILLISECONDS);
  if (minutes === 0) return 'in the same minute';
  const hours = Math.round(minutes / 60);
  const days = Math.round(hours / 24);
  let gap = countOf(minutes, 'minute');
  if (days >= 2) gap = countOf(days, 'day');
  else if (minutes >= 60) gap = countOf(hours, 'hour');
  return `${gap} ${milliseconds < 0 ? 'earlier' : 'later'}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What screen readers hear when another donation is shown. */
export function announcementOf({ donation, others }: PendingDonation): string {
  const sentences = [
    `Donation ${donation.id}: ${donation.weight} of ${donorName(donation, 'a donor without a name')}, ${donationPlace(donation)}, ${formatShortDay(donation.date)}.`,
  ];
  if (donation.photoUrl === null) sentences.push('No photo.');
  const same = others.find(({ looksSame }) => looksSame);
  if (same) sentences.push(`Looks like donation ${same.id}.`);
  return sentences.join(' ');
}

/** Who decided a donation while it lay here; null where nobody has. */
export function decidedMeanwhile(row: DonationRow): string | null {
  const status = donationStatus(row);
  if (status === 'pending') return null;
  const by = status === 'rejected' ? row.rejectedBy : row.confirmedBy;
  return `Donation ${row.id} was ${status}${by === null ? '' : ` by ${by}`} meanwhile, and is passed over.`;
}

/** What the sitting came to: `60 confirmed, 11 rejected.` */
export function outcomeOf({ confirmed, rejected }: { confirmed: number; rejected: number }): string {
  if (rejected === 0) return confirmed === 1 ? 'It was confirmed.' : `${confirmed} confirmed, none rejected.`;
  if (confirmed === 0) return rejected === 1 ? 'It was rejected.' : `None confirmed, ${rejected} rejected.`;
  return `${confirmed} confirmed, ${rejected} rejected.`;
}
