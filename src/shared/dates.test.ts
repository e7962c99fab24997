import { describe, expect, test } from 'vitest';
import {
  daysAfter,
  addDays,
  dayOf,
  daysUntil,
  formatDay,
  formatShortDay,
  formatInstant,
  formatLastDay,
  formatMonth,
  formatTime,
  isDay,
  monthOf,
  yearOf,
} from './dates.ts';

describe('the calendar day of an instant', () => {
  test.each([
    // Winnipeg is six hours behind UTC in winter and five in summer.
    ['2026-11-21T03:00:00Z', 'America/Winnipeg', '2026-11-20'],
    ['2026-11-21T05:59:59.999Z', 'America/Winnipeg', '2026-11-20'],
    ['2026-11-21T06:00:00Z', 'America/Winnipeg', '2026-11-21'],
    ['2026-07-01T04:59:59.999Z', 'America/Winnipeg', '2026-06-30'],
    ['2026-07-01T05:00:00Z', 'America/Winnipeg', '2026-07-01'],
    ['2027-01-01T05:59:59.999Z', 'America/Winnipeg', '2026-12-31'],
    ['2026-11-21T03:00:00Z', 'UTC', '2026-11-21'],
    ['2026-11-21T18:00:00Z', 'Pacific/Auckland', '2026-11-22'],
  ])('%s in %s is %s', (instant, timeZone, day) => {
    expect(dayOf(new Date(instant), timeZone)).toBe(day);
  });
});

describe('the month of a day', () => {
  test.each([
    ['2026-11-20', '2026-11-01', '2026-12-01'],
    ['2026-12-31', '2026-12-01', '2027-01-01'],
    ['2026-01-01', '2026-01-01', '2026-02-01'],
    ['2028-02-29', '2028-02-01', '2028-03-01'],
    ['2026-09-30', '2026-09-01', '2026-10-01'],
  ])('of %s begins on %s and ends before %s', (day, from, before) => {
    expect(monthOf(day)).toEqual({ from, before });
  });
});

test('the year of a day is its first four digits', () => {
  expect(yearOf('2026-12-31')).toBe(2026);
});

describe('a text', () => {
  test.each(['2026-11-20', '2028-02-29', '1970-01-01', '0001-01-01'])('%s is a day', (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-31',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '+02026-11-20',
    '',
    'today',
  ])('%j is no day', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('for people', () => {
  test('a day reads MMM d, yyyy', () => {
    expect(formatDay('2026-11-05')).toBe('Nov 5, 2026');
    expect(formatDay('2026-12-31')).toBe('Dec 31, 2026');
    expect(formatShortDay('2026-12-31')).toBe('Dec 31');
  });

  test('a month reads long or short', () => {
    expect(formatMonth('2026-11-05')).toBe('November');
    expect(formatMonth('2026-11-05', 'short')).toBe('Nov');
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

describe('spans of days', () => {
  const now = new Date('2026-11-20T18:00:00Z');

  test('thirty days on is thirty times 24 hours', () => {
    expect(addDays(now, 30).toISOString()).toBe('2026-12-20T18:00:00.000Z');
  });

  test.each([
    [0, 0],
    [1, 1],
    [24 * 60 * 60 * 1000, 1],
    [24 * 60 * 60 * 1000 + 1, 2],
    [-1, 0],
    [-10 * 24 * 60 * 60 * 1000, 0],
  ])('%d ms ahead are %d days, a started one counted', (milliseconds, days) => {
    expect(daysUntil(new Date(now.getTime() + milliseconds), now)).toBe(days);
  });
});

describe('the last day of what ends at an instant', () => {
  test.each([
    ['2026-07-11T05:00:00Z', 'Jul 10, 2026'],
    ['2026-07-11T05:00:00.001Z', 'Jul 11, 2026'],
    ['2026-07-10T20:48:00Z', 'Jul 10, 2026'],
  ])('%s in Winnipeg is %s', (end, day) => {
    expect(formatLastDay(new Date(end), 'America/Winnipeg')).toBe(day);
  });
});

describe('so many days after a day', () => {
  test.each([
    ['2026-10-20', 30, '2026-11-19'],
    ['2026-02-27', 2, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-07-01', 0, '2026-07-01'],
  ])('%s and %d is %s', (day, days, later) => {
    expect(daysAfter(day, days)).toBe(later);
  });
});
