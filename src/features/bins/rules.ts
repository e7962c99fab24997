import { addSeconds, ageOf, type Day, dayOf, daysAfter, daysBetween } from '#shared/dates.ts';
import { type Sentence, withValues } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** The answer to a report of a bin that has an open alert. */
export function alreadyReported(reportedAt: Date, now: Date): Sentence {
  const { count, unit } = ageOf(reportedAt, now);
  if (count === 0) return 'Already reported just now. Thank you, we added yours.';
  if (count === 1) return `Already reported 1 ${unit} ago. Thank you, we added yours.`;
  if (unit === 'day') {
    return withValues('Already reported {days} days ago. Thank you, we added yours.', { days: count });
  }
  return unit === 'hour'
    ? withValues('Already reported {hours} hours ago. Thank you, we added yours.', { hours: count })
    : withValues('Already reported {minutes} minutes ago. Thank you, we added yours.', { minutes: count });
}

interface EmptyingDates {
  /** Null if it was never emptied. Then the days count from when the bin was added. */
  lastEmptied: Date | string | null;
  createdAt: Date | string;
  targetDays: number | null;
}

/** In how many days, by the site's calendar, a bin should be emptied. Below 0 if overdue, null without a target. */
export function dueOf(
  { lastEmptied, createdAt, targetDays }: EmptyingDates,
  today: Day,
  timeZone: TimeZone,
): number | null {
  if (targetDays === null) return null;
  const from = dayOf(new Date(lastEmptied ?? createdAt), timeZone);
  return daysBetween(today, daysAfter(from, targetDays));
}

/** Such as `in 5 days`, `tomorrow`, `today` or `4 days over`. */
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

/** What a bin's two QR codes say: the log form with the bin filled in, and the report of a full or damaged bin. */
export function binAddresses(publicUrl: string, { id, binCode, location }: BinAddress) {
  const log = new URLSearchParams({ bin: binCode, location });
  const report = new URLSearchParams({ bin: String(id), code: binCode });
  return {
    log: `${publicUrl}/log?${log.toString()}`,
    report: `${publicUrl}/report-overflow?${report.toString()}`,
  };
}

/** The state of a bin's Log code: `outdated` if its address has changed since the code was generated. */
export function qrState(
  publicUrl: string,
  bin: BinAddress & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === binAddresses(publicUrl, bin).log ? 'current' : 'outdated';
}

interface ComparableBin {
  name: string;
  location: string;
  binCode: string;
  isActive: boolean;
}

/** Where a donation was left, in the words of whoever logged it. */
export interface Place {
  dropSite?: string | null | undefined;
  binLocation?: string | null | undefined;
}

/**
 * The bin where a donation was left: the first that is found in this order, or undefined.
 * 1. The bin whose code is the drop site.
 * 2. The only bin whose name is the drop site.
 * 3. Among the bins with that name, or among all if there are none: the only bin at the location, or of several there
 *    the only active one.
 * 4. The only active bin with that name.
 */
export function binOfPlace<Bin extends ComparableBin>(
  { dropSite, binLocation }: Place,
  bins: readonly Bin[],
): Bin | undefined {
  const site = comparable(dropSite);
  const withCode = bins.find(({ binCode }) => comparable(binCode) === site);
  if (withCode) return withCode;
  const withName = bins.filter(({ name }) => comparable(name) === site);
  if (withName.length === 1) return withName[0];
  const candidates = withName.length > 0 ? withName : bins;
  const location = comparable(binLocation);
  const withLocation = candidates.filter((bin) => comparable(bin.location) === location);
  return onlyOne(withLocation) ?? onlyOne(withName);
}

const comparable = (text: string | null | undefined) => text?.trim().toLowerCase() || undefined;

/** The only bin, or the only active one of several. */
function onlyOne<Bin extends ComparableBin>(bins: readonly Bin[]): Bin | undefined {
  if (bins.length === 1) return bins[0];
  const active = bins.filter(({ isActive }) => isActive);
  return active.length === 1 ? active[0] : undefined;
}

/** How many hours long a visit can be taken back. */
export const UNDO_HOURS = 24;

/** Until when a visit can be taken back. */
export function visitUndoUntil(at: Date | string): Date {
  return addSeconds(new Date(at), UNDO_HOURS * 3600);
}

export const bagCount = (bags: number): string => (bags === 1 ? '1 bag' : `${bags} bags`);

export const reportCount = (reports: number): string => (reports === 1 ? '1 report' : `${reports} reports`);

/** Latitude and longitude, in degrees. */
export interface Coordinates {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The shortest distance between two points on Earth in metres, by the haversine formula. */
export function metresBetween(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) *
      Math.cos(radians(other.lat)) *
      Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(haversine));
}

/** Whether a bin has coordinates. */
export function hasCoordinates<Bin extends { lat: number | null; lng: number | null }>(
  bin: Bin,
): bin is Bin & Coordinates {
  return bin.lat !== null && bin.lng !== null;
}
