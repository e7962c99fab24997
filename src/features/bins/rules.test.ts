import { describe, expect, test } from 'vitest';
import { dayOf } from '#shared/dates.ts';
import { translate } from '#shared/sentence.ts';
import {
  answerRepeatedReport,
  binAddresses,
  matchBin,
  daysUntilDue,
  formatDue,
  type Place,
  qrState,
} from './rules.ts';

test.each([
  [0, 'just now'],
  [1, '1 minute ago'],
  [40, '40 minutes ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [180, '3 hours ago'],
  [24 * 60, '1 day ago'],
  [72 * 60 - 1, '2 days ago'],
])('tells that an alert %i minutes old was reported %s', (minutes, ago) => {
  const now = new Date('2026-11-20T18:00:30Z');
  const reportedAt = new Date(now.getTime() - minutes * 60_000 - 1000);
  expect(translate(answerRepeatedReport(reportedAt, now))).toBe(
    `Already reported ${ago}. Thank you, we added yours.`,
  );
});

describe('a bin', () => {
  const added = '2026-10-01T15:00:00Z';
  test.each([
    // Emptied late in the evening, when UTC has the next day.
    ['2026-11-11T04:30:00Z', 10, '2026-11-15T18:00:00Z', 'in 5 days'],
    ['2026-11-13T15:00:00Z', 7, '2026-11-20T05:59:00Z', 'tomorrow'],
    ['2026-11-13T15:00:00Z', 7, '2026-11-20T06:00:00Z', 'today'],
    ['2026-11-13T15:00:00Z', 7, '2026-11-21T05:59:00Z', 'today'],
    ['2026-11-13T15:00:00Z', 7, '2026-11-21T06:00:00Z', '1 day over'],
    ['2026-11-09T15:00:00Z', 7, '2026-11-20T18:00:00Z', '4 days over'],
    // Daylight saving time ends, and later begins, within these days.
    ['2026-10-31T23:00:00Z', 2, '2026-11-02T05:59:00Z', 'tomorrow'],
    ['2026-10-31T23:00:00Z', 2, '2026-11-02T06:00:00Z', 'today'],
    ['2027-03-13T23:00:00Z', 2, '2027-03-15T04:59:00Z', 'tomorrow'],
    ['2027-03-13T23:00:00Z', 2, '2027-03-15T05:00:00Z', 'today'],
    [null, 50, '2026-11-20T18:00:00Z', 'today'],
    [null, 365, '2026-10-01T15:00:00Z', 'in 365 days'],
  ])('emptied %s with a target of %i days is due at %s %s', (lastEmptied, targetDays, now, words) => {
    const due = daysUntilDue(
      { lastEmptied, createdAt: added, targetDays },
      dayOf(new Date(now), 'America/Winnipeg'),
      'America/Winnipeg',
    );
    expect(due === null ? null : formatDue(due)).toBe(words);
  });

  test('is never due without a target', () => {
    const bin = { lastEmptied: null, createdAt: added, targetDays: null };
    expect(daysUntilDue(bin, '2026-11-20', 'America/Winnipeg')).toBeNull();
  });
});

const BIN = { id: 7, binCode: 'UC_EAST', location: 'University Centre, east & main' };
const SITE_URL = 'https://reround.example';

describe("a bin's QR codes", () => {
  const { log, report } = binAddresses(SITE_URL, BIN);

  test('open the log form with code and location, and the report page with id and code', () => {
    expect(log).toBe(`${SITE_URL}/log?bin=UC_EAST&location=University+Centre%2C+east+%26+main`);
    expect(report).toBe(`${SITE_URL}/report-overflow?bin=7&code=UC_EAST`);
  });

  test.each([
    [null, 'missing'],
    [log, 'current'],
    [log.replace('east', 'west'), 'outdated'],
    [log.replace(SITE_URL, 'http://localhost:3000'), 'outdated'],
  ])('with the address %s are %s', (qrCode, state) => {
    expect(qrState(SITE_URL, { ...BIN, qrCode })).toBe(state);
  });
});

describe('the bin where a donation was left', () => {
  const bin = (binCode: string, name: string, location: string, isActive = true) => ({
    binCode,
    name,
    location,
    isActive,
  });
  const bins = [
    bin('UC_EAST', 'University Centre', 'East entrance'),
    bin('UC_WEST', 'University Centre', 'West entrance'),
    bin('LIB_OLD', 'Library', 'Foyer', false),
    bin('LIB', 'Library', 'Foyer'),
    bin('ATRIUM', 'Atrium', 'E2 building'),
    bin('E2_UP', 'Gallery', 'E2 building'),
    bin('FOYER', 'Hall', 'Town hall'),
  ];

  test.each<[Place, string | undefined]>([
    [{ dropSite: 'uc_east', binLocation: 'West entrance' }, 'UC_EAST'],
    [{ dropSite: ' atrium ' }, 'ATRIUM'],
    [{ dropSite: 'Atrium', binLocation: 'Where it stood before' }, 'ATRIUM'],
    [{ dropSite: 'University Centre', binLocation: 'West entrance' }, 'UC_WEST'],
    [{ dropSite: 'University Centre' }, undefined],
    [{ dropSite: 'Library' }, 'LIB'],
    [{ dropSite: 'Library', binLocation: 'Foyer' }, 'LIB'],
    [{ dropSite: 'By the door', binLocation: 'Town hall' }, 'FOYER'],
    [{ binLocation: 'town hall' }, 'FOYER'],
    [{ binLocation: 'E2 building' }, undefined],
    [{ dropSite: 'Foyer' }, 'FOYER'],
    [{ dropSite: null, binLocation: ' ' }, undefined],
  ])('for %j is %s', (place, expected) => {
    expect(matchBin(place, bins)?.binCode).toBe(expected);
  });
});
