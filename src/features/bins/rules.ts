import { addSeconds, dayOf, daysAfter, daysBetween } from '#shared/dates.ts';
import { fill, type Sentence } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** What whoever reports a bin reads that has an open alert. */
export function alreadyReported(reportedAt: Date, now: Date): Sentence {
  const minutes = Math.floor((now.getTime() - reportedAt.getTime()) / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 1) return fill('Already reported {days} days ago. Thank you, we added yours.', { days });
  if (days === 1) return 'Already reported 1 day ago. Thank you, we added yours.';
  if (hours > 1) return fill('Already reported {hours} hours ago. Thank you, we added yours.', { hours });
  if (hours === 1) return 'Already reported 1 hour ago. Thank you, we added yours.';
  if (minutes > 1) {
    return fill('Already reported {minutes} minutes ago. Thank you, we added yours.', { minutes });
  }
  if (minutes === 1) return 'Already reported 1 minute ago. Thank you, we added yours.';
  return 'Already reported just now. Thank you, we added yours.';
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

/** For so long a visit can be taken back. */
export const UNDO_HOURS = 24;

/** Until when a visit can be taken back. */
export function visitUndoUntil(at: Date | string): Date {
  return addSeconds(new Date(at), UNDO_HOURS * 3600);
}

export const bagCount = (bags: number): string => (bags === 1 ? '1 bag' : `${bags} bags`);

export const reportCount = (reports: number): string => (reports === 1 ? '1 report' : `${reports} reports`);
