import { describe, expect, test } from 'vitest';
import * as french from '#french/formats.ts';
import * as english from '#words/formats.ts';

describe('in English', () => {
  const { formatDay, formatInstant, formatMonth, formatShortDay, formatTime } = english;

  test('a day reads MMM d, yyyy', () => {
    expect(formatDay('2026-11-05')).toBe('Nov 5, 2026');
    expect(formatDay('2026-12-31')).toBe('Dec 31, 2026');
    expect(formatShortDay('2026-12-31')).toBe('Dec 31');
  });

  test('all months are called as Intl calls them', () => {
    const days = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-05`);
    for (const length of ['long', 'short'] as const) {
      const names = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: length });
      expect(days.map((day) => formatMonth(day, length))).toEqual(
        days.map((day) => names.format(new Date(day))),
      );
    }
  });

  test.each([
    ['2026-11-17T21:48:00Z', '3:48 PM', 'Nov 17, 2026, 3:48 PM'],
    ['2026-11-17T06:05:00Z', '12:05 AM', 'Nov 17, 2026, 12:05 AM'],
    ['2026-11-17T05:59:00Z', '11:59 PM', 'Nov 16, 2026, 11:59 PM'],
    ['2026-11-17T18:00:00Z', '12:00 PM', 'Nov 17, 2026, 12:00 PM'],
  ])('%s is %s in Winnipeg', (instant, time, whole) => {
    expect(formatTime(new Date(instant), 'America/Winnipeg')).toBe(time);
    expect(formatInstant(new Date(instant), 'America/Winnipeg')).toBe(whole);
  });
});

test.each([
  ['2026-07-11T05:00:00Z', 'Jul 10, 2026', '10 juill. 2026'],
  ['2026-07-11T05:00:00.001Z', 'Jul 11, 2026', '11 juill. 2026'],
  ['2026-07-10T20:48:00Z', 'Jul 10, 2026', '10 juill. 2026'],
])('what ends at %s has its last day in Winnipeg on %s, in French %s', (end, ...days) => {
  const lastDays = [english, french].map((words) => words.formatLastDay(new Date(end), 'America/Winnipeg'));
  expect(lastDays).toEqual(days);
});

describe('in French', () => {
  const { formatInstant, formatInstantDay, formatMonth, formatShortDay, formatTime } = french;

  /** Each hour of a leap year's every day is 8,784 instants; each thirteenth hour meets all days and all hours. */
  const instants = Array.from(
    { length: 676 },
    (_, index) => new Date(Date.UTC(2028, 0, 1, 0, index % 60) + index * 13 * 3_600_000),
  );
  const asIntl = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('fr-CA', { timeZone: 'America/Winnipeg', ...options });
    return (instant: Date) => format.format(instant);
  };

  test('days and times read as Intl writes them for fr-CA', () => {
    const day = asIntl({ dateStyle: 'medium' });
    const inOnePiece = (text: string) => text.replace(/ h (\d\d)$/, '\u00a0h\u00a0$1');
    const time = asIntl({ timeStyle: 'short' });
    const whole = asIntl({ dateStyle: 'medium', timeStyle: 'short' });
    for (const instant of instants) {
      expect(formatInstantDay(instant, 'America/Winnipeg')).toBe(day(instant));
      // Hours take no zero before them here, as the OQLF writes them.
      expect(formatTime(instant, 'America/Winnipeg')).toBe(inOnePiece(time(instant)).replace(/^0/, ''));
      expect(formatInstant(instant, 'America/Winnipeg')).toBe(
        inOnePiece(whole(instant)).replace(/, 0/, ', '),
      );
    }
  });

  test('months and days of a month do, too', () => {
    const noon = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 5, 18)));
    for (const length of ['long', 'short'] as const)
      expect(noon.map((instant) => formatMonth(instant.toISOString().slice(0, 10), length))).toEqual(
        noon.map(asIntl({ month: length })),
      );
    expect(noon.map((instant) => formatShortDay(instant.toISOString().slice(0, 10)))).toEqual(
      noon.map(asIntl({ month: 'short', day: 'numeric' })),
    );
  });
});
