// Days and times as Canadian French writes them. By hand, as in English.
import { type Day, dayOf, wallClock, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';

const monthNames = [
  ['janvier', 'janv.'],
  ['février', 'févr.'],
  ['mars', 'mars'],
  ['avril', 'avr.'],
  ['mai', 'mai'],
  ['juin', 'juin'],
  ['juillet', 'juill.'],
  ['août', 'août'],
  ['septembre', 'sept.'],
  ['octobre', 'oct.'],
  ['novembre', 'nov.'],
  ['décembre', 'déc.'],
] as const;

/** A day: `20 nov. 2026`. */
export function formatDay(day: Day): string {
  return `${formatShortDay(day)} ${yearOf(day)}`;
}

/** A day without its year: `20 nov.` */
export function formatShortDay(day: Day): string {
  return `${Number(day.slice(8))} ${formatMonth(day, 'short')}`;
}

/** The month of a day in words: `novembre`. */
export function formatMonth(day: Day, length: 'long' | 'short' = 'long'): string {
  const names = monthNames[Number(day.slice(5, 7)) - 1];
  return names?.[length === 'short' ? 1 : 0] ?? '';
}

/** The day of an instant: `20 nov. 2026`. */
export function formatInstantDay(instant: Date, timeZone: TimeZone): string {
  return formatDay(dayOf(instant, timeZone));
}

/** The last day of what ends at an instant: an end at midnight is the end of the day before. */
export function formatLastDay(end: Date, timeZone: TimeZone): string {
  return formatInstantDay(new Date(end.getTime() - 1), timeZone);
}

/** An instant with its time of day: `17 nov. 2026, 15 h 48`. */
export function formatInstant(instant: Date, timeZone: TimeZone): string {
  return `${formatInstantDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** The time of day of an instant: `15 h 48`, in one piece. */
export function formatTime(instant: Date, timeZone: TimeZone): string {
  const wall = wallClock(instant, timeZone);
  return `${wall.getUTCHours()}\u00a0h\u00a0${String(wall.getUTCMinutes()).padStart(2, '0')}`;
}
