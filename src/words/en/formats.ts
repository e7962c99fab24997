// Days, times, numbers and weights as people read them.
import { type Day, dayOf, wallClock, weekdayOf, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { type WeightBand, isQualifying } from '#shared/weights.ts';

// Days and times are formatted without Intl, whose first use keeps a slow phone busy for some 70 ms.
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

/** A day: `Nov 20, 2026`. */
export function formatDay(day: Day): string {
  return `${formatShortDay(day)}, ${yearOf(day)}`;
}

/** A day without its year, where that goes without saying: `Nov 20`. */
export function formatShortDay(day: Day): string {
  return `${formatMonth(day, 'short')} ${Number(day.slice(8))}`;
}

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A day with its weekday: `Tue, Nov 24`. */
export function formatWeekday(day: Day): string {
  return `${weekdayNames[weekdayOf(day)]}, ${formatShortDay(day)}`;
}

/** Days in a row: `Nov 22 to 28`, `Nov 29 to Dec 5`. */
export function formatDays(first: Day, last: Day): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${formatShortDay(first)} to ${isOneMonth ? Number(last.slice(8)) : formatShortDay(last)}`;
}

/** From when to when, of two times as `HH:MM`: `4 to 6 PM`, `10 AM to noon`, `11:30 AM to 1 PM`. */
export function formatHours(from: string, to: string): string {
  const isOneHalf = from < '12:00' === to < '12:00' && from !== '12:00' && to !== '12:00';
  const start = formatClock(from);
  return `${isOneHalf ? start.replace(/ [AP]M$/, '') : start} to ${formatClock(to)}`;
}

function formatClock(time: string): string {
  if (time === '12:00') return 'noon';
  const hours = Number(time.slice(0, 2));
  const minutes = time.endsWith(':00') ? '' : time.slice(2);
  return `${hours % 12 || 12}${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
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

const whole = new Intl.NumberFormat('en-CA');
const upToOneDecimal = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });
const upToTwoDecimals = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A whole number: `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Kilograms without their unit: `92.5`, `1,204.0`; a goal takes no decimals unless it has one. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  return (minimumDecimals === 0 ? upToOneDecimal : oneDecimal).format(kilograms);
}

/** What a scale showed, to the ten grams that are stored. */
export function formatScale(kilograms: number): string {
  return upToTwoDecimals.format(kilograms);
}

/** What a select shows for a band. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Less than 1kg',
  '1-2kg': '1-2kg',
  '2-3kg': '2-3kg (Qualifying)',
  '3kg+': '3kg+ (Qualifying)',
};

/** The same where it goes without saying what a band counts for. */
export function weightName(band: WeightBand): string {
  return isQualifying(band) ? band : weightLabels[band];
}

/** A band by its bounds, where a list has room for little more. */
export function weightRange(band: WeightBand): string {
  return band;
}
