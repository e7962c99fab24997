import { expect, test } from 'vitest';
import { codesWeeks, donationBars, kilogramBars, type Charts } from './chartFigures.ts';

const charts: Charts = {
  ok: true,
  weeks: [
    {
      from: '2026-11-09',
      claimedDonations: 0,
      claimedKilograms: 0,
      confirmedDonations: 0,
      confirmedKilograms: 0,
    },
    {
      from: '2026-11-16',
      claimedDonations: 24,
      claimedKilograms: 51.5,
      confirmedDonations: 7,
      confirmedKilograms: 17,
    },
  ],
  dropSites: [],
  codes: [{ from: '2026-11-16', issued: 7, redeemed: 3 }],
};

test('a bar is the confirmed part and, above it, what is claimed and still pending', () => {
  expect(donationBars(charts)).toEqual([
    { week: 'Nov 9', confirmed: 0, pending: 0, claimed: 0 },
    { week: 'Nov 16', confirmed: 7, pending: 17, claimed: 24 },
  ]);
  expect(kilogramBars(charts)[1]).toEqual({ week: 'Nov 16', confirmed: 17, pending: 34.5, claimed: 51.5 });
});

test('a week of codes bears the day that it begins with', () => {
  expect(codesWeeks(charts)).toEqual([{ week: 'Nov 16', issued: 7, redeemed: 3 }]);
});
