import { describe, expect, test } from 'vitest';
import type { DonationRow } from '#features/donations/contract.ts';
import {
  describeForScreenReader,
  describeDecision,
  type DeskEntry,
  formatEntryWeight,
  describeAlike,
  formatDayAndLogTime,
} from './deskWords.ts';

const donation: DonationRow = {
  id: 1042,
  studentId: 'JTHIESSEN',
  participantId: 118,
  participantName: 'Jo Thiessen',
  participantRemovedAt: null,
  claimedName: null,
  claimedEmail: null,
  isClaimProven: false,
  mark: 'K7M',
  measured_kg: null,
  weight: '2-3kg',
  actualWeight: null,
  weightDiscrepancy: false,
  date: '2026-11-16',
  binLocation: null,
  dropSite: 'University Centre',
  notes: null,
  photoUrl: null,
  loggedBy: 'student',
  createdAt: '2026-11-16T21:48:00.000Z',
  alike: 0,
  isConfirmed: false,
  confirmedBy: null,
  confirmedAt: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectionReason: null,
  reopenedAt: null,
  reopenedBy: null,
  reopeningReason: null,
};

const other: DonationRow = { ...donation, id: 1038, mark: 'W3D', createdAt: '2026-11-16T21:44:00.000Z' };

describe('when a donation was logged', () => {
  test.each([
    ['2026-11-16', 'Nov 16, 2026, logged 3:48 PM'],
    ['2026-11-14', 'Nov 14, 2026, logged Nov 16, 2026, 3:48 PM'],
  ])('for %s is %s', (date, words) => {
    expect(formatDayAndLogTime({ ...donation, date }, 'America/Winnipeg')).toBe(words);
  });
});

describe('what looks alike', () => {
  test.each([
    ['2026-11-16T21:44:00.000Z', '4 minutes earlier'],
    ['2026-11-16T21:49:10.000Z', '1 minute later'],
    ['2026-11-16T21:48:20.000Z', 'in the same minute'],
    ['2026-11-16T20:48:00.000Z', '60 minutes earlier'],
  ])('logged at %s', (createdAt, gap) => {
    expect(describeAlike(donation, { ...other, createdAt })).toBe(
      `W3D: same donor, day, weight and place, ${gap}, pending.`,
    );
  });

  test('without a mark, and confirmed', () => {
    expect(describeAlike(donation, { ...other, mark: null, isConfirmed: true })).toBe(
      'Donation 1038: same donor, day, weight and place, 4 minutes earlier, confirmed.',
    );
  });
});

test('what is read out says what is seen at a glance', () => {
  expect(describeForScreenReader({ ...donation, alike: 1 })).toBe(
    'K7M: 2-3kg of Jo Thiessen, University Centre, Nov 16. No photo. Another one looks alike.',
  );
});

describe('a donation that is pending no more', () => {
  const at = '2026-11-19T03:00:00.000Z';
  test.each([
    [{ isConfirmed: true, confirmedBy: 'robin', confirmedAt: at }, 'K7M was confirmed Nov 18'],
    [{ rejectedBy: 'robin', rejectedAt: at }, 'K7M was rejected Nov 18'],
    [{ isConfirmed: true, mark: null }, 'Donation 1042 was confirmed'],
  ])('%o', (verdict, words) => {
    expect(describeDecision({ ...donation, ...verdict }, 'America/Winnipeg')).toBe(words);
  });
});

test.each<[Pick<DeskEntry, 'kilograms' | 'weight'>, string]>([
  [{ kilograms: 3.6, weight: '3kg+' }, '3.6 kg'],
  [{ kilograms: 0.05, weight: '0-1kg' }, '0.05 kg'],
  [{ kilograms: null, weight: '2-3kg' }, '2-3kg'],
])('a bag of %o weighed %s', (entry, words) => {
  expect(formatEntryWeight(entry)).toBe(words);
});
