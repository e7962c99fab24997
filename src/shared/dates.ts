/** A calendar day, `YYYY-MM-DD`. Days of this form compare correctly as strings. */
export type Day = string;

// Building an Intl formatter costs some 50 microseconds; one for each zone and shape is kept.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const kept = formatters.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** The calendar day of an instant in an IANA time zone. */
export function dayOf(instant: Date, timeZone: string): Day {
  // sv-SE writes dates as ISO 8601 does.
  return formatter('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
}

/** The month that holds a day, as `[first day, first day of the next month)`. */
export function monthOf(day: Day): { from: Day; before: Day } {
  const year = yearOf(day);
  const month = Number(day.slice(5, 7));
  const from = `${day.slice(0, 7)}-01`;
  const before = month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1, 2)}-01`;
  return { from, before };
}

/** The calendar year of a day. */
export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Whether a text is a day that exists: `2026-02-29` does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** A day as people read it here: `Nov 20, 2026` (spec section 9). */
export function formatDay(day: Day): string {
  return formatter('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The month of a day in words: `November`. */
export function formatMonth(day: Day, length: 'long' | 'short' = 'long'): string {
  return formatter('en-US', { timeZone: 'UTC', month: length }).format(new Date(`${day}T00:00:00Z`));
}

/** The day of an instant, as people read it: `Nov 20, 2026`. */
export function formatInstantDay(instant: Date, timeZone: string): string {
  return formatDay(dayOf(instant, timeZone));
}

/** An instant with its time of day: `Nov 17, 2026, 3:48 PM`. */
export function formatInstant(instant: Date, timeZone: string): string {
  return `${formatInstantDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** The time of day of an instant: `3:48 PM`. */
export function formatTime(instant: Date, timeZone: string): string {
  return formatter('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(instant)
    .replace('\u202f', ' ');
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MILLISECONDS);
}

/** Whole days from one instant to a later one, a started day counted as one; 0 once it is past. */
export function daysUntil(later: Date, now: Date): number {
  return Math.max(0, Math.ceil((later.getTime() - now.getTime()) / DAY_MILLISECONDS));
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
