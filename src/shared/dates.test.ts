import { describe, expect, test } from 'vitest';
import { daysAfter, addDays, dayOf, daysUntil, isDay, monthOf, yearOf } from './dates.ts';

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
