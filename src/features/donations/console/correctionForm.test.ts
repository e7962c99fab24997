import { describe, expect, test } from 'vitest';
import type { DonationRow } from '#features/donations/contract.ts';
import { changedFields, donorIdOf } from './correctionForm.ts';

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
const same = { weight: '2-3kg', date: '2026-11-17', place: 'Hall' } as const;

describe('a correction sends', () => {
  test.each([
    ['nothing that stays', same, 'NFRIESEN', {}],
    ['no donor where none is chosen', { ...same, weight: '3kg+' }, null, { weight: '3kg+' }],
    [
      'another donor and day',
      { ...same, date: '2026-11-16' },
      'NORAF',
      { studentId: 'NORAF', date: '2026-11-16' },
    ],
    [
      'a bin with where it stands',
      { ...same, place: ' osborne village' },
      'NFRIESEN',
      { dropSite: 'Osborne Village', binLocation: 'Osborne Street' },
    ],
    [
      'one of two bins of one name',
      { ...same, place: 'Library, west' },
      'NFRIESEN',
      { dropSite: 'Library', binLocation: 'west' },
    ],
    ['another place in words', { ...same, place: 'Gym' }, 'NFRIESEN', { dropSite: 'Gym', binLocation: '' }],
    ['an empty place as blanks', { ...same, place: '' }, 'NFRIESEN', { dropSite: '', binLocation: '' }],
  ] as const)('%s', (_what, values, studentId, sent) => {
    expect(changedFields(donation, values, studentId, bins)).toEqual(sent);
  });
});

test.each([
  [['A', 'B'], 'a@example.ca', 'A'],
  [[], 'a@example.ca', 'A@EXAMPLE.CA'],
  [[], null, undefined],
])('a participant with the donor IDs %j and the email %s is found by %s', (studentIds, email, found) => {
  expect(donorIdOf({ studentIds, email })).toBe(found);
});
