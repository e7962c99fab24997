// Days and times as people read them. By hand: on a slow phone the first use of Intl keeps a page busy for some 70 ms.
import { type Day, dayOf, wallClock, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day: `Nov 20, 2026` (spec section 9). */
export function formatDay(day: Day): string {
  return `${formatShortDay(day)}, ${yearOf(day)}`;
}

/** A day without its year, where that goes without saying: `Nov 20`. */
export function formatShortDay(day: Day): string {
  return `${formatMonth(day, 'short')} ${Number(day.slice(8))}`;
}

/** The month of a day in words: `November`. */
export function formatMonth(day: Day, length: 'long' | 'short' = 'long'): string {
  const name = monthNames[Number(day.slice(5, 7)) - 1] ?? '';
  return length === 'short' ? name.slice(0, 3) : name;
}

/** The day of an instant: `Nov 20, 2026`. */
export function formatInstantDay(instant: Date, timeZone: TimeZone): string {
  return formatDay(dayOf(instant, timeZone));
}

/** The last day of what ends at an instant: an end at midnight is the end of the day before. */
export function formatLastDay(end: Date, timeZone: TimeZone): string {
  return formatInstantDay(new Date(end.getTime() - 1), timeZone);
}

/** An instant with its time of day: `Nov 17, 2026, 3:48 PM`. */
export function formatInstant(instant: Date, timeZone: TimeZone): string {
  return `${formatInstantDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** The time of day of an instant: `3:48 PM`. */
export function formatTime(instant: Date, timeZone: TimeZone): string {
  const wall = wallClock(instant, timeZone);
  const hours = wall.getUTCHours();
  return `${hours % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}
