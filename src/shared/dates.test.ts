import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  daysAfter,
  daysUntil,
  instantOf,
  isDay,
  isSkipped,
  monthOf,
  yearOf,
  zonedTimeOf,
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
  ])('%d ms ahead are %d days, rounded up', (milliseconds, days) => {
    expect(daysUntil(new Date(now.getTime() + milliseconds), now)).toBe(days);
  });
});

describe('a number of days after a day', () => {
  test.each([
    ['2026-10-20', 30, '2026-11-19'],
    ['2026-02-27', 2, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-07-01', 0, '2026-07-01'],
  ])('%s and %d is %s', (day, days, later) => {
    expect(daysAfter(day, days)).toBe(later);
  });
});

describe('an instant with its offset', () => {
  test.each([
    { when: 'in winter', instant: '2026-01-15T18:00:00Z', time: '2026-01-15T12:00:00-06:00' },
    { when: 'in summer', instant: '2026-07-15T18:00:00Z', time: '2026-07-15T13:00:00-05:00' },
    {
      when: 'a second before the clock goes forward',
      instant: '2026-03-08T07:59:59Z',
      time: '2026-03-08T01:59:59-06:00',
    },
    {
      when: 'as the clock goes forward',
      instant: '2026-03-08T08:00:00Z',
      time: '2026-03-08T03:00:00-05:00',
    },
    {
      when: '01:30 before the clock goes back',
      instant: '2026-11-01T06:30:00Z',
      time: '2026-11-01T01:30:00-05:00',
    },
    {
      when: '01:30 after the clock went back',
      instant: '2026-11-01T07:30:00Z',
      time: '2026-11-01T01:30:00-06:00',
    },
    { when: 'on the day before in UTC', instant: '2027-01-01T05:59:59Z', time: '2026-12-31T23:59:59-06:00' },
  ])('$when is $time in Winnipeg', ({ instant, time }) => {
    expect(zonedTimeOf(new Date(instant), 'America/Winnipeg')).toBe(time);
    expect(new Date(time).toISOString()).toBe(new Date(instant).toISOString());
  });

  test.each([
    { zone: 'UTC', time: '2026-07-15T18:00:00+00:00' },
    { zone: 'America/St_Johns', time: '2026-07-15T15:30:00-02:30' },
    { zone: 'Pacific/Auckland', time: '2026-07-16T06:00:00+12:00' },
  ])('is $time in $zone', ({ zone, time }) => {
    expect(zonedTimeOf(new Date('2026-07-15T18:00:00Z'), zone)).toBe(time);
  });
});

describe('a time on the clocks of Winnipeg', () => {
  test.each([
    { when: 'in winter', shown: '2026-01-15T12:00', time: '2026-01-15T12:00:00-06:00', skipped: false },
    { when: 'in summer', shown: '2026-07-15T12:00', time: '2026-07-15T12:00:00-05:00', skipped: false },
    {
      when: 'never, as it goes forward',
      shown: '2026-03-08T02:30',
      time: '2026-03-08T03:30:00-05:00',
      skipped: true,
    },
    {
      when: 'right after that',
      shown: '2026-03-08T03:00',
      time: '2026-03-08T03:00:00-05:00',
      skipped: false,
    },
    {
      when: 'twice, as it goes back',
      shown: '2026-11-01T01:30',
      time: '2026-11-01T01:30:00-05:00',
      skipped: false,
    },
    {
      when: 'right after that',
      shown: '2026-11-01T02:00',
      time: '2026-11-01T02:00:00-06:00',
      skipped: false,
    },
  ])('$when, $shown, is $time', ({ shown, time, skipped }) => {
    expect(zonedTimeOf(instantOf(shown, 'America/Winnipeg'), 'America/Winnipeg')).toBe(time);
    expect(isSkipped(shown, 'America/Winnipeg')).toBe(skipped);
  });
});
