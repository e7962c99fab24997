// Days, times, numbers and weights as people read them.
import { type Day, dayOf, wallClock, weekdayOf, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';

// Days and times are formatted without `Intl.DateTimeFormat`, whose first use keeps a slow phone busy for some 70 ms.
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

/** A day without its year: `Nov 20`. */
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

/** The span between two times as `HH:MM`: `4 to 6 PM`, `10 AM to noon`, `11:30 AM to 1 PM`. */
export function formatHours(from: string, to: string): string {
  const start = formatClock(from);
  const end = formatClock(to);
  const haveSameSuffix = /[AP]M$/.test(start) && start.slice(-2) === end.slice(-2);
  return `${haveSameSuffix ? start.slice(0, -3) : start} to ${end}`;
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

/** The last day before an end. An end at midnight belongs to the previous day. */
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

const wholeNumber = new Intl.NumberFormat('en-CA');
const upToOneDecimal = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });
const upToTwoDecimals = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A whole number: `12,345`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** Kilograms without their unit: `92.5`, `1,204.0`. Goals pass 0, so that whole numbers have no decimal. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  return (minimumDecimals === 0 ? upToOneDecimal : oneDecimal).format(kilograms);
}

/** Kilograms as a scale showed them, with up to two decimals, since the database stores no more. */
export function formatScale(kilograms: number): string {
  return upToTwoDecimals.format(kilograms);
}

/** A band in a list of choices, with a note if it qualifies. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Less than 1kg',
  '1-2kg': '1-2kg',
  '2-3kg': '2-3kg (Qualifying)',
  '3kg+': '3kg+ (Qualifying)',
};

/** A band without the note that it qualifies. */
export function weightName(band: WeightBand): string {
  return band === '0-1kg' ? weightLabels[band] : band;
}

/** A band in its shortest form, for narrow lists. */
export function weightRange(band: WeightBand): string {
  return band;
}
