// Days, times, numbers and weights as people read them.
import { type Day, dayOf, wallClock, weekdayOf, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';

// Days and times as Canadian French writes them, without Intl as in English.
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

const weekdayNames = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.'];

/** A day with its weekday: `mar. 24 nov.` */
export function formatWeekday(day: Day): string {
  return `${weekdayNames[weekdayOf(day)]} ${formatShortDay(day)}`;
}

/** Days in a row: `22 au 28 nov.`, `29 nov. au 5 déc.` */
export function formatDays(first: Day, last: Day): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? Number(first.slice(8)) : formatShortDay(first)} au ${formatShortDay(last)}`;
}

/** From when to when, of two times as `HH:MM`: `16 h à 18 h`, `11 h 30 à 13 h`. */
export function formatHours(from: string, to: string): string {
  return `${formatClock(from)} à ${formatClock(to)}`;
}

function formatClock(time: string): string {
  const [hours, minutes] = time.split(':');
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
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

/** The time of day of an instant: `15 h 48`, which never breaks over two lines. */
export function formatTime(instant: Date, timeZone: TimeZone): string {
  const wall = wallClock(instant, timeZone);
  return `${wall.getUTCHours()}\u00a0h\u00a0${String(wall.getUTCMinutes()).padStart(2, '0')}`;
}

const whole = new Intl.NumberFormat('fr-CA');
const upToOneDecimal = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 1 });
const upToTwoDecimals = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A whole number: `12 345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Kilograms without their unit: `92,5`, `1 204,0`; a goal takes no decimals unless it has one. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  return (minimumDecimals === 0 ? upToOneDecimal : oneDecimal).format(kilograms);
}

/** What a scale showed, to the ten grams that are stored. */
export function formatScale(kilograms: number): string {
  return upToTwoDecimals.format(kilograms);
}

/** What a select shows for a band. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg (admissible)',
  '3kg+': '3\u00a0kg et plus (admissible)',
};

const names: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg',
  '3kg+': '3\u00a0kg et plus',
};

const ranges: Readonly<Record<WeightBand, string>> = {
  '0-1kg': '0-1\u00a0kg',
  '1-2kg': '1-2\u00a0kg',
  '2-3kg': '2-3\u00a0kg',
  '3kg+': '3\u00a0kg\u00a0+',
};

/** The same where it goes without saying what a band counts for. */
export function weightName(band: WeightBand): string {
  return names[band];
}

/** A band by its bounds, where a list has room for little more. */
export function weightRange(band: WeightBand): string {
  return ranges[band];
}
