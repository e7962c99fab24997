import { describe, expect, test } from 'vitest';
import { currentDay, siteDay, siteOffsets } from './rules.ts';

describe('the day that the server gives', () => {
  test.each([
    ['at noon', '2026-07-15T17:00:00Z', '2026-07-15', '2026-07-16T05:00:00.000Z'],
    ['a moment before midnight', '2026-07-16T04:59:59.999Z', '2026-07-15', '2026-07-16T05:00:00.000Z'],
    ['at midnight', '2026-07-16T05:00:00Z', '2026-07-16', '2026-07-17T05:00:00.000Z'],
  ])('%s', (_when, now, today, tomorrowStartsAt) => {
    expect(siteDay(new Date(now), 'America/Winnipeg')).toEqual({ today, tomorrowStartsAt });
  });

  test.each([
    ['short', '2026-03-29T12:00:00Z', '2026-03-29T22:00:00.000Z'],
    ['long', '2026-10-25T12:00:00Z', '2026-10-25T23:00:00.000Z'],
  ])('ends at midnight, also on a %s day', (_day, now, end) => {
    expect(siteDay(new Date(now), 'Europe/Berlin').tomorrowStartsAt).toBe(end);
  });
});

test('the offsets around a day list the instants at which the clocks change', () => {
  expect(siteOffsets('2018-01-15', 'Europe/Berlin')).toEqual([
    { from: '2015-01-16T00:00:00.000Z', minutes: 60 },
    { from: '2015-03-29T01:00:00.000Z', minutes: 120 },
    { from: '2015-10-25T01:00:00.000Z', minutes: 60 },
    { from: '2016-03-27T01:00:00.000Z', minutes: 120 },
    { from: '2016-10-30T01:00:00.000Z', minutes: 60 },
    { from: '2017-03-26T01:00:00.000Z', minutes: 120 },
    { from: '2017-10-29T01:00:00.000Z', minutes: 60 },
    { from: '2018-03-25T01:00:00.000Z', minutes: 120 },
    { from: '2018-10-28T01:00:00.000Z', minutes: 60 },
    { from: '2019-03-31T01:00:00.000Z', minutes: 120 },
    { from: '2019-10-27T01:00:00.000Z', minutes: 60 },
    { from: '2020-01-15T00:00:00.000Z', minutes: 60 },
  ]);
  expect(siteOffsets('2018-01-15', 'Asia/Kathmandu')).toEqual([
    { from: '2015-01-16T00:00:00.000Z', minutes: 345 },
    { from: '2020-01-15T00:00:00.000Z', minutes: 345 },
  ]);
});

describe('the current day in a browser', () => {
  const serverDay = { today: '2026-12-31', tomorrowStartsAt: '2027-01-01T06:00:00.000Z' };

  test.each([
    ['the server’s day', '2026-12-31T18:00:00Z', '2026-12-31'],
    // A browser that has Winnipeg at UTC-5 in winter would already be in the new year.
    ['the server’s day until it ends', '2027-01-01T05:59:59Z', '2026-12-31'],
    ['the next day as soon as it begins', '2027-01-01T06:00:00Z', '2027-01-01'],
    ['the next day until it ends', '2027-01-02T05:59:59Z', '2027-01-01'],
    ['a later day if a page stays open for days', '2027-01-04T06:00:00Z', '2027-01-04'],
    ['the server’s day if the browser’s clock is behind', '2026-12-01T00:00:00Z', '2026-12-31'],
  ])('is %s', (_what, now, day) => {
    expect(currentDay(serverDay, new Date(now))).toBe(day);
  });
});
