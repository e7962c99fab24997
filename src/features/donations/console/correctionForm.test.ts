import { describe, expect, test } from 'vitest';
import type { DonationRow } from '#features/donations/contract.ts';
import { changedFields, pickDonorId } from './correctionForm.ts';

const donation = {
  studentId: 'NFRIESEN',
  weight: '2-3kg',
  date: '2026-11-17',
  dropSite: null,
  binLocation: 'Hall',
} as DonationRow;

const bins = [
  { name: 'Osborne Village', location: 'Osborne Street' },
  { name: 'Library', location: 'east' },
  { name: 'Library', location: 'west' },
];
const unchanged = { weight: '2-3kg', date: '2026-11-17', place: 'Hall' } as const;

describe('a correction sends', () => {
  test.each([
    ['no unchanged field', unchanged, 'NFRIESEN', {}],
    ['no donor if none is chosen', { ...unchanged, weight: '3kg+' }, null, { weight: '3kg+' }],
    [
      'another donor and day',
      { ...unchanged, date: '2026-11-16' },
      'NORAF',
      { studentId: 'NORAF', date: '2026-11-16' },
    ],
    [
      'a bin with its location',
      { ...unchanged, place: ' osborne village' },
      'NFRIESEN',
      { dropSite: 'Osborne Village', binLocation: 'Osborne Street' },
    ],
    [
      'one of two bins with the same name',
      { ...unchanged, place: 'Library, west' },
      'NFRIESEN',
      { dropSite: 'Library', binLocation: 'west' },
    ],
    [
      'another place in words',
      { ...unchanged, place: 'Gym' },
      'NFRIESEN',
      { dropSite: 'Gym', binLocation: '' },
    ],
    ['an empty place as blanks', { ...unchanged, place: '' }, 'NFRIESEN', { dropSite: '', binLocation: '' }],
  ] as const)('%s', (_what, values, studentId, fields) => {
    expect(changedFields(donation, values, studentId, bins)).toEqual(fields);
  });
});

test.each([
  [['A', 'B'], 'a@example.ca', 'A'],
  [[], 'a@example.ca', 'A@EXAMPLE.CA'],
  [[], null, undefined],
])('a participant with the donor IDs %j and the email %s is found by %s', (studentIds, email, found) => {
  expect(pickDonorId({ studentIds, email })).toBe(found);
});
