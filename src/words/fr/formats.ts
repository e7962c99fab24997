// Days, times, numbers and weights as people read them.
import { type Day, dayOf, wallClock, weekdayOf, yearOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';

// Days and times are formatted as in Canadian French, without `Intl.DateTimeFormat` for the reason in `en/formats.ts`.
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

/** The span between two times as `HH:MM`: `16 h à 18 h`, `11 h 30 à 13 h`. */
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

/** The last day before an end. An end at midnight belongs to the previous day. */
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

const wholeNumber = new Intl.NumberFormat('fr-CA');
const upToOneDecimal = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 1 });
const upToTwoDecimals = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A whole number: `12 345`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** Kilograms without their unit: `92,5`, `1 204,0`. Goals pass 0, so that whole numbers have no decimal. */
export function formatKilograms(kilograms: number, minimumDecimals: 0 | 1 = 1): string {
  return (minimumDecimals === 0 ? upToOneDecimal : oneDecimal).format(kilograms);
}

/** Kilograms as a scale showed them, with up to two decimals, since the database stores no more. */
export function formatScale(kilograms: number): string {
  return upToTwoDecimals.format(kilograms);
}

/** A band in a list of choices, with a note if it qualifies. */
export const weightLabels: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg (admissible)',
  '3kg+': '3\u00a0kg et plus (admissible)',
};

const weightNames: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Moins de 1\u00a0kg',
  '1-2kg': '1 à 2\u00a0kg',
  '2-3kg': '2 à 3\u00a0kg',
  '3kg+': '3\u00a0kg et plus',
};

const weightRanges: Readonly<Record<WeightBand, string>> = {
  '0-1kg': '0-1\u00a0kg',
  '1-2kg': '1-2\u00a0kg',
  '2-3kg': '2-3\u00a0kg',
  '3kg+': '3\u00a0kg\u00a0+',
};

/** A band without the note that it qualifies. */
export function weightName(band: WeightBand): string {
  return weightNames[band];
}

/** A band in its shortest form, for narrow lists. */
export function weightRange(band: WeightBand): string {
  return weightRanges[band];
}
