import { describe, expect, test } from 'vitest';
import { translate } from '#shared/sentence.ts';
import { alreadyReported, binAddresses, binOfPlace, type Place, qrState } from './rules.ts';

test.each([
  [0, 'just now'],
  [1, '1 minute ago'],
  [40, '40 minutes ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [180, '3 hours ago'],
  [24 * 60, '1 day ago'],
  [72 * 60 - 1, '2 days ago'],
])('an alert of %i minutes before was reported %s', (minutes, ago) => {
  const now = new Date('2026-11-20T18:00:30Z');
  const reportedAt = new Date(now.getTime() - minutes * 60_000 - 1000);
  expect(translate(alreadyReported(reportedAt, now))).toBe(
    `Already reported ${ago}. Thank you, we added yours.`,
  );
});

const BIN = { id: 7, binCode: 'UC_EAST', location: 'University Centre, east & main' };
const URL_ = 'https://reround.example';

describe("a bin's QR codes", () => {
  const { log, report } = binAddresses(URL_, BIN);

  test('lead to the log form with code and location, and to the report page with number and code', () => {
    expect(log).toBe(`${URL_}/log?bin=UC_EAST&location=University+Centre%2C+east+%26+main`);
    expect(report).toBe(`${URL_}/report-overflow?bin=7&code=UC_EAST`);
  });

  test('have the code and the location unchanged once parsed', () => {
    expect(Object.fromEntries(new URL(log).searchParams)).toEqual({
      bin: BIN.binCode,
      location: BIN.location,
    });
  });

  test.each([
    [null, 'missing'],
    [log, 'current'],
    [log.replace('east', 'west'), 'outdated'],
    [log.replace(URL_, 'http://localhost:3000'), 'outdated'],
  ])('with the address %s are %s', (qrCode, state) => {
    expect(qrState(URL_, { ...BIN, qrCode })).toBe(state);
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
  ])('of %j is %s', (place, expected) => {
    expect(binOfPlace(place, bins)?.binCode).toBe(expected);
  });
});
