import { addSeconds, ageOf, type Day, dayOf, daysAfter, daysBetween } from '#shared/dates.ts';
import { fill, type Sentence } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** The answer to a report of a bin that has an open alert. */
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
  /** Null: never. Then the days count from when the bin was added. */
  lastEmptied: Date | string | null;
  createdAt: Date | string;
  targetDays: number | null;
}

/** In how many days of the site's calendar a bin is due to be emptied. Below 0 if overdue, null without a target. */
export function dueOf(
  { lastEmptied, createdAt, targetDays }: Emptied,
  today: Day,
  timeZone: TimeZone,
): number | null {
  if (targetDays === null) return null;
  const counted = dayOf(new Date(lastEmptied ?? createdAt), timeZone);
  return daysBetween(today, daysAfter(counted, targetDays));
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

/** Outdated: the address has changed since the code was generated. */
export function qrState(
  publicUrl: string,
  bin: BinAddress & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === binAddresses(publicUrl, bin).log ? 'current' : 'outdated';
}

interface KnownBin {
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
 * The bin where a donation was left: the one that its drop site names by code or name. The location decides only if the
 * drop site names none or several. Of several alike it is the active one; undefined if no single one is left.
 */
export function binOfPlace<Bin extends KnownBin>(
  { dropSite, binLocation }: Place,
  bins: readonly Bin[],
): Bin | undefined {
  const site = comparable(dropSite);
  const coded = bins.find(({ binCode }) => comparable(binCode) === site);
  const named = bins.filter(({ name }) => comparable(name) === site);
  if (coded || named.length === 1) return coded ?? named[0];
  const location = comparable(binLocation);
  const there = (named.length > 0 ? named : bins).filter((bin) => comparable(bin.location) === location);
  return onlyOne(there) ?? onlyOne(named);
}

const comparable = (text: string | null | undefined) => text?.trim().toLowerCase() || undefined;

function onlyOne<Bin extends KnownBin>(bins: readonly Bin[]): Bin | undefined {
  if (bins.length === 1) return bins[0];
  const active = bins.filter(({ isActive }) => isActive);
  return active.length === 1 ? active[0] : undefined;
}

/** For so many hours a visit can be taken back. */
export const UNDO_HOURS = 24;

/** Until when a visit can be taken back. */
export function visitUndoUntil(at: Date | string): Date {
  return addSeconds(new Date(at), UNDO_HOURS * 3600);
}

export const bagCount = (bags: number): string => (bags === 1 ? '1 bag' : `${bags} bags`);

export const reportCount = (reports: number): string => (reports === 1 ? '1 report' : `${reports} reports`);

/** A place on the map, in degrees. */
export interface MapPoint {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The metres between two places as the crow flies, by the haversine formula. */
export function metresBetween(one: MapPoint, other: MapPoint): number {
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
): bin is Bin & MapPoint {
  return bin.lat !== null && bin.lng !== null;
}
