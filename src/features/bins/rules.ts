import { ageOf, dayOf, daysAfter, daysBetween } from '#shared/dates.ts';
import { fill, type Sentence } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** What whoever reports a bin reads that has an open alert. */
export function alreadyReported(reportedAt: Date, now: Date): Sentence {
  const { count, unit } = ageOf(reportedAt, now);
  if (count === 0) return 'Already reported just now. Thank you, we added yours.';
  if (count === 1) return `Already reported 1 ${unit} ago. Thank you, we added yours.`;
  if (unit === 'day') {
    return fill('Already reported {days} days ago. Thank you, we added yours.', { days: count });
  }
  return unit === 'hour'
    ? fill('Already reported {hours} hours ago. Thank you, we added yours.', { hours: count })
    : fill('Already reported {minutes} minutes ago. Thank you, we added yours.', { minutes: count });
}

interface Emptied {
  /** Null while it never was: then it counts from when it was added. */
  lastEmptied: Date | string | null;
  createdAt: Date | string;
  targetDays: number | null;
}

/** In how many days of the site's calendar a bin is due to be emptied: below 0 where it is over. Null without a target. */
export function dueOf(
  { lastEmptied, createdAt, targetDays }: Emptied,
  now: Date,
  timeZone: TimeZone,
): number | null {
  if (targetDays === null) return null;
  const counted = dayOf(new Date(lastEmptied ?? createdAt), timeZone);
  return daysBetween(dayOf(now, timeZone), daysAfter(counted, targetDays));
}

/** The same in the console's words: `in 5 days`, `tomorrow`, `today`, `4 days over`. */
export function dueWords(days: number): string {
  if (days > 1) return `in ${days} days`;
  if (days === 1) return 'tomorrow';
  if (days === 0) return 'today';
  return days === -1 ? '1 day over' : `${-days} days over`;
}

interface BinAddress {
  id: number;
  binCode: string;
  location: string;
}

/** The Log QR's address: the form that logs a donation, with the bin filled in. */
export function logAddress(publicUrl: string, { binCode, location }: Omit<BinAddress, 'id'>): string {
  return `${publicUrl}/log?${new URLSearchParams({ bin: binCode, location }).toString()}`;
}

/** The Report QR's address: the page that reports a full or damaged bin. */
function reportAddress(publicUrl: string, { id, binCode }: Omit<BinAddress, 'location'>): string {
  return `${publicUrl}/report-overflow?${new URLSearchParams({ bin: String(id), code: binCode }).toString()}`;
}

interface BinAddresses {
  log: string;
  report: string;
}

export function binAddresses(publicUrl: string, bin: BinAddress): BinAddresses {
  return { log: logAddress(publicUrl, bin), report: reportAddress(publicUrl, bin) };
}

/** Outdated: the address has changed since the code was generated. */
export function qrState(
  publicUrl: string,
  bin: BinAddress & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === logAddress(publicUrl, bin) ? 'current' : 'outdated';
}

/** A place in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The metres between two places as the crow flies, by the haversine formula. */
export function metresBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) *
      Math.cos(radians(other.lat)) *
      Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(halfChord));
}

/** Whether a bin has a place on the map. */
export function isPlaced<Bin extends { lat: number | null; lng: number | null }>(
  bin: Bin,
): bin is Bin & Place {
  return bin.lat !== null && bin.lng !== null;
}
