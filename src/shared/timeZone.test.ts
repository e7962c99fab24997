import { describe, expect, test } from 'vitest';
import { dayOf, instantOf, startOfDay, wallTimeOf } from './dates.ts';
import { formatInstant, formatInstantDay, formatLastDay, formatTime } from '#words/formats.ts';
import type { TimeZone } from './timeZone.ts';

/** Offsets one hour ahead of the real ones of these years, which change a day later. */
const ZONE: TimeZone = {
  name: 'America/Winnipeg',
  offsets: [
    { from: '2015-01-01T00:00:00.000Z', minutes: -300 },
    { from: '2015-03-09T08:00:00.000Z', minutes: -240 },
    { from: '2015-11-02T07:00:00.000Z', minutes: -300 },
    { from: '2016-02-01T00:00:00.000Z', minutes: -300 },
  ],
};

describe('a zone with offsets of its own', () => {
  test.each([
    ['in summer', '2015-07-15T03:30:00.000Z', '2015-07-14T23:30', '11:30 PM', 'Jul 14, 2015'],
    ['in summer, past midnight', '2015-07-15T04:00:00.000Z', '2015-07-15T00:00', '12:00 AM', 'Jul 15, 2015'],
    ['in winter', '2016-01-15T04:59:00.000Z', '2016-01-14T23:59', '11:59 PM', 'Jan 14, 2016'],
    ['in winter, past midnight', '2016-01-15T05:00:00.000Z', '2016-01-15T00:00', '12:00 AM', 'Jan 15, 2016'],
    ['right before spring', '2015-03-09T07:59:00.000Z', '2015-03-09T02:59', '2:59 AM', 'Mar 9, 2015'],
    ['as spring comes', '2015-03-09T08:00:00.000Z', '2015-03-09T04:00', '4:00 AM', 'Mar 9, 2015'],
    ['right before autumn', '2015-11-02T06:59:00.000Z', '2015-11-02T02:59', '2:59 AM', 'Nov 2, 2015'],
    ['at their start', '2015-01-01T00:00:00.000Z', '2014-12-31T19:00', '7:00 PM', 'Dec 31, 2014'],
  ])('uses them %s', (_when, at, wallTime, time, day) => {
    const instant = new Date(at);
    expect(wallTimeOf(instant, ZONE)).toBe(wallTime);
    expect(dayOf(instant, ZONE)).toBe(wallTime.slice(0, 10));
    expect(formatTime(instant, ZONE)).toBe(time);
    expect(formatInstantDay(instant, ZONE)).toBe(day);
    expect(formatInstant(instant, ZONE)).toBe(`${day}, ${time}`);
    expect(instantOf(wallTime, ZONE).toISOString()).toBe(at);
  });

  test.each([
    ['skipped in spring is as long after the change', '2015-03-09T03:30', '2015-03-09T08:30:00.000Z'],
    ['shown twice in autumn is the first', '2015-11-02T02:30', '2015-11-02T06:30:00.000Z'],
  ])('a time that is %s', (_which, wallTime, at) => {
    expect(instantOf(wallTime, ZONE).toISOString()).toBe(at);
  });

  test('uses them for the start and end of a day', () => {
    expect(startOfDay('2016-01-16', ZONE).toISOString()).toBe('2016-01-16T05:00:00.000Z');
    expect(formatLastDay(new Date('2016-01-16T05:00:00Z'), ZONE)).toBe('Jan 15, 2016');
  });

  test.each([
    ['before they begin', '2014-12-31T23:59:00.000Z', '2014-12-31T17:59'],
    ['once they have ended', '2016-02-01T01:00:00.000Z', '2016-01-31T19:00'],
    ['in a later summer', '2016-07-15T12:00:00.000Z', '2016-07-15T07:00'],
  ])('uses the machine’s time zone data %s', (_when, at, wallTime) => {
    expect(wallTimeOf(new Date(at), ZONE)).toBe(wallTime);
    expect(instantOf(wallTime, ZONE).toISOString()).toBe(at);
  });

  test('does not affect other zones', () => {
    expect(wallTimeOf(new Date('2015-07-15T12:00:00Z'), 'America/Chicago')).toBe('2015-07-15T07:00');
  });
});
