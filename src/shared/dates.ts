import { offsetAt, type TimeZone } from './timeZone.ts';

/** A calendar day, `YYYY-MM-DD`. Days of this form compare correctly as strings. */
export type Day = string;

/** The calendar day of an instant in an IANA time zone. */
export function dayOf(instant: Date, timeZone: TimeZone): Day {
  return wallClock(instant, timeZone).toISOString().slice(0, 10);
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

/** The day of the week: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Whether a text is a day that exists: `2026-02-29` does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** The instant a number of days of 24 hours later. */
export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MILLISECONDS);
}

/** Days from one instant to a later one, rounded up; 0 once it is past. */
export function daysUntil(later: Date, now: Date): number {
  return Math.max(0, Math.ceil((later.getTime() - now.getTime()) / DAY_MILLISECONDS));
}

/** The day a number of days later. */
export function daysAfter(day: Day, days: number): Day {
  return addDays(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);
}

/** How many days `later` comes after `earlier`; negative if it comes before. */
export function daysBetween(earlier: Day, later: Day): number {
  return (Date.parse(later) - Date.parse(earlier)) / DAY_MILLISECONDS;
}

export type AgeUnit = 'minute' | 'hour' | 'day';

/** The time since an instant in the largest whole unit; 0 minutes for just now. */
export function ageOf(at: Date, now: Date): { count: number; unit: AgeUnit } {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 60) return { count: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { count: hours, unit: 'hour' } : { count: Math.floor(hours / 24), unit: 'day' };
}

/** The day after a day. */
export function nextDay(day: Day): Day {
  return daysAfter(day, 1);
}

/** The start of a day in a time zone. */
export function startOfDay(day: Day, timeZone: TimeZone): Date {
  return instantOf(`${day}T00:00`, timeZone);
}

/**
 * The instant at which clocks in a time zone show `YYYY-MM-DDTHH:MM`. A time skipped in spring is moved on by the
 * length of the gap. A time shown twice in autumn is the first one.
 */
export function instantOf(wallTime: string, timeZone: TimeZone): Date {
  const asUtc = new Date(`${wallTime}Z`).getTime();
  // The first guess takes the offset at that time in UTC, the second one the offset at the first guess.
  const firstGuess = asUtc - offsetAt(new Date(asUtc), timeZone);
  const secondGuess = asUtc - offsetAt(new Date(firstGuess), timeZone);
  const earlier = Math.min(firstGuess, secondGuess);
  const shows = (time: number) => time + offsetAt(new Date(time), timeZone) === asUtc;
  return new Date(shows(earlier) ? earlier : Math.max(firstGuess, secondGuess));
}

/** Whether clocks in a time zone skip a time in spring. */
export function isSkipped(wallTime: string, timeZone: TimeZone): boolean {
  return wallTimeOf(instantOf(wallTime, timeZone), timeZone) !== wallTime.slice(0, 16);
}

/** What clocks in a time zone show at an instant, as `YYYY-MM-DDTHH:MM` for a date-time input. */
export function wallTimeOf(instant: Date, timeZone: TimeZone): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 16);
}

/** An instant with its offset in a time zone, in ISO 8601: `2026-11-20T12:00:00-06:00`. */
export function zonedTimeOf(instant: Date, timeZone: TimeZone): string {
  const offsetMinutes = Math.round(offsetAt(instant, timeZone) / 60_000);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const hours = Math.floor(Math.abs(offsetMinutes) / 60);
  const minutes = Math.abs(offsetMinutes) % 60;
  const offset = `${sign}${pad(hours, 2)}:${pad(minutes, 2)}`;
  return `${wallClock(instant, timeZone).toISOString().slice(0, 19)}${offset}`;
}

/** The town that a time zone is named after: Winnipeg. */
export function townOf(timeZone: TimeZone): string {
  const name = typeof timeZone === 'string' ? timeZone : timeZone.name;
  return name.replace(/^.*\//, '').replaceAll('_', ' ');
}

/** What clocks in a time zone show at an instant, as the UTC parts of a date. */
export function wallClock(instant: Date, timeZone: TimeZone): Date {
  return new Date(instant.getTime() + offsetAt(instant, timeZone));
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
