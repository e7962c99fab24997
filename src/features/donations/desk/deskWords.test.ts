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

const alikeDonation: DonationRow = {
  ...donation,
  id: 1038,
  mark: 'W3D',
  createdAt: '2026-11-16T21:44:00.000Z',
};

describe('the day and log time of a donation', () => {
  test.each([
    ['2026-11-16', 'Nov 16, 2026, logged 3:48 PM'],
    ['2026-11-14', 'Nov 14, 2026, logged Nov 16, 2026, 3:48 PM'],
  ])('of %s are %s', (date, text) => {
    expect(formatDayAndLogTime({ ...donation, date }, 'America/Winnipeg')).toBe(text);
  });
});

describe('the description of a donation that looks alike', () => {
  test.each([
    ['2026-11-16T21:44:00.000Z', '4 minutes earlier'],
    ['2026-11-16T21:49:10.000Z', '1 minute later'],
    ['2026-11-16T21:48:20.000Z', 'in the same minute'],
    ['2026-11-16T20:48:00.000Z', '60 minutes earlier'],
  ])('for one logged at %s has the time gap', (createdAt, gap) => {
    expect(describeAlike(donation, { ...alikeDonation, createdAt })).toBe(
      `W3D: same donor, day, weight and place, ${gap}, pending.`,
    );
  });

  test('has its number instead of a missing mark, and its status', () => {
    expect(describeAlike(donation, { ...alikeDonation, mark: null, isConfirmed: true })).toBe(
      'Donation 1038: same donor, day, weight and place, 4 minutes earlier, confirmed.',
    );
  });
});

test('a screen reader hears the donation, the missing photo and the warning', () => {
  expect(describeForScreenReader({ ...donation, alike: 1 })).toBe(
    'K7M: 2-3kg from Jo Thiessen, University Centre, Nov 16. No photo. Another one looks alike.',
  );
});

describe('the description of a decision', () => {
  const decidedAt = '2026-11-19T03:00:00.000Z';
  test.each([
    [{ isConfirmed: true, confirmedBy: 'robin', confirmedAt: decidedAt }, 'K7M was confirmed Nov 18'],
    [{ rejectedBy: 'robin', rejectedAt: decidedAt }, 'K7M was rejected Nov 18'],
    [{ isConfirmed: true, mark: null }, 'Donation 1042 was confirmed'],
  ])('for %o is %s', (verdict, text) => {
    expect(describeDecision({ ...donation, ...verdict }, 'America/Winnipeg')).toBe(text);
  });
});

test.each<[Pick<DeskEntry, 'kilograms' | 'weight'>, string]>([
  [{ kilograms: 3.6, weight: '3kg+' }, '3.6 kg'],
  [{ kilograms: 0.05, weight: '0-1kg' }, '0.05 kg'],
  [{ kilograms: null, weight: '2-3kg' }, '2-3kg'],
])('the weight of %o is shown as %s', (entry, text) => {
  expect(formatEntryWeight(entry)).toBe(text);
});
