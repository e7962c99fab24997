import { addSeconds, ageOf, type Day, dayOf, daysAfter, daysBetween } from '#shared/dates.ts';
import { type Sentence, withValues } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** The answer to a report of a bin that has an open alert. */
export function answerRepeatedReport(reportedAt: Date, now: Date): Sentence {
  const { count, unit } = ageOf(reportedAt, now);
  if (count === 0) return 'Already reported just now. Thank you, we added yours.';
  if (count === 1) return `Already reported 1 ${unit} ago. Thank you, we added yours.`;
  if (unit === 'day') {
    return withValues('Already reported {days} days ago. Thank you, we added yours.', { days: count });
  }
  if (unit === 'hour') {
    return withValues('Already reported {hours} hours ago. Thank you, we added yours.', { hours: count });
  }
  return withValues('Already reported {minutes} minutes ago. Thank you, we added yours.', { minutes: count });
}

interface EmptyingDates {
  /** Null if the bin was never emptied. Then the days count from its creation. */
  lastEmptied: Date | string | null;
  createdAt: Date | string;
  targetDays: number | null;
}

/** The days until a bin should be emptied, by the site's calendar. Below 0 if overdue, null without a target. */
export function daysUntilDue(
  { lastEmptied, createdAt, targetDays }: EmptyingDates,
  today: Day,
  timeZone: TimeZone,
): number | null {
  if (targetDays === null) return null;
  const from = dayOf(new Date(lastEmptied ?? createdAt), timeZone);
  return daysBetween(today, daysAfter(from, targetDays));
}

/** Such as `in 5 days`, `tomorrow`, `today` or `4 days over`. */
export function formatDue(days: number): string {
  if (days > 1) return `in ${days} days`;
  if (days === 1) return 'tomorrow';
  if (days === 0) return 'today';
  return days === -1 ? '1 day over' : `${-days} days over`;
}

interface QrCodeBin {
  id: number;
  binCode: string;
  location: string;
}

/** The addresses in a bin's two QR codes: of the log form with the bin filled in, and of the report of the bin. */
export function binAddresses(publicUrl: string, { id, binCode, location }: QrCodeBin) {
  const log = new URLSearchParams({ bin: binCode, location });
  const report = new URLSearchParams({ bin: String(id), code: binCode });
  return {
    log: `${publicUrl}/log?${log.toString()}`,
    report: `${publicUrl}/report-overflow?${report.toString()}`,
  };
}

/** The state of a bin's Log code. An outdated code was generated for another location or site address. */
export function qrState(
  publicUrl: string,
  bin: QrCodeBin & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === binAddresses(publicUrl, bin).log ? 'current' : 'outdated';
}

interface MatchableBin {
  name: string;
  location: string;
  binCode: string;
  isActive: boolean;
}

/** Where a donation was left, as the person who logged it wrote it. */
export interface Place {
  dropSite?: string | null | undefined;
  binLocation?: string | null | undefined;
}

/**
 * The bin where a donation was left, or undefined. The first of these that exists:
 * 1. The bin whose code is the drop site.
 * 2. The only bin whose name is the drop site.
 * 3. The only bin at the location, or the only active one there. If several bins have that name, only they count.
 * 4. The only active bin with that name.
 */
export function matchBin<Bin extends MatchableBin>(
  { dropSite, binLocation }: Place,
  bins: readonly Bin[],
): Bin | undefined {
  const siteText = normalize(dropSite);
  const binWithCode = bins.find(({ binCode }) => normalize(binCode) === siteText);
  if (binWithCode) return binWithCode;
  const binsWithName = bins.filter(({ name }) => normalize(name) === siteText);
  if (binsWithName.length === 1) return binsWithName[0];
  const candidates = binsWithName.length > 0 ? binsWithName : bins;
  const location = normalize(binLocation);
  const binsAtLocation = candidates.filter((bin) => normalize(bin.location) === location);
  return pickOnlyBin(binsAtLocation) ?? pickOnlyBin(binsWithName);
}

const normalize = (text: string | null | undefined) => text?.trim().toLowerCase() || undefined;

/** The only bin, or the only active one of several. */
function pickOnlyBin<Bin extends MatchableBin>(bins: readonly Bin[]): Bin | undefined {
  if (bins.length === 1) return bins[0];
  const active = bins.filter(({ isActive }) => isActive);
  return active.length === 1 ? active[0] : undefined;
}

/** A visit can be taken back for this many hours. */
export const UNDO_HOURS = 24;

export function undoDeadline(at: Date | string): Date {
  return addSeconds(new Date(at), UNDO_HOURS * 3600);
}

export const formatBagCount = (bags: number): string => (bags === 1 ? '1 bag' : `${bags} bags`);

export const formatReportCount = (reports: number): string =>
  reports === 1 ? '1 report' : `${reports} reports`;

/** Latitude and longitude, in degrees. */
export interface Coordinates {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The shortest distance between two points on Earth in metres, by the haversine formula. */
export function metresBetween(from: Coordinates, to: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(haversine));
}

export function hasCoordinates<Bin extends { lat: number | null; lng: number | null }>(
  bin: Bin,
): bin is Bin & Coordinates {
  return bin.lat !== null && bin.lng !== null;
}
