import { describe, expect, test } from 'vitest';
import type { DonationRow } from '#features/donations/contract.ts';
import type { OtherDonation, PendingDonation } from './contract.ts';
import { announcementOf, decidedMeanwhile, outcomeOf, whatLooksSame, whenLogged } from './processingWords.ts';

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

const other: OtherDonation = {
  id: 1038,
  weight: '2-3kg',
  date: '2026-11-16',
  binLocation: 'UC East',
  dropSite: null,
  notes: null,
  photoUrl: null,
  loggedBy: 'student',
  createdAt: '2026-11-16T21:44:00.000Z',
  isConfirmed: false,
  rejectedAt: null,
  looksSame: true,
};

const item: PendingDonation = { donation, qualifyingThisYear: 0, others: [other] };

describe('when a donation was logged', () => {
  test.each([
    ['2026-11-16', 'Nov 16, 2026, logged 3:48 PM'],
    ['2026-11-14', 'Nov 14, 2026, logged Nov 16, 2026, 3:48 PM'],
  ])('for %s is %s', (date, words) => {
    expect(whenLogged({ ...donation, date }, 'America/Winnipeg')).toBe(words);
  });
});

describe('what looks the same', () => {
  test.each([
    ['2026-11-16T21:44:00.000Z', 'logged 4 minutes earlier at UC East'],
    ['2026-11-16T21:49:10.000Z', 'logged 1 minute later at UC East'],
    ['2026-11-16T21:48:20.000Z', 'logged in the same minute at UC East'],
    ['2026-11-16T19:48:00.000Z', 'logged 2 hours earlier at UC East'],
    ['2026-11-19T21:48:00.000Z', 'logged 3 days later at UC East'],
  ])('logged at %s', (createdAt, words) => {
    expect(whatLooksSame(item, { ...other, createdAt })).toBe(
      `same donor, same day, 2-3kg, ${words}, pending`,
    );
  });

  test('at no place that is known', () => {
    expect(whatLooksSame(item, { ...other, binLocation: null, isConfirmed: true })).toBe(
      'same donor, same day, 2-3kg, logged 4 minutes earlier, confirmed',
    );
  });
});

test('what is read out says what is seen at a glance', () => {
  expect(announcementOf(item)).toBe(
    'Donation 1042: 2-3kg of Jo Thiessen, University Centre, Nov 16. No photo. Looks like donation 1038.',
  );
});

describe('a donation that was decided meanwhile', () => {
  const confirmedAt = '2026-11-16T22:00:00.000Z';
  test.each([
    [{}, null],
    [{ isConfirmed: true, confirmedBy: 'robin', confirmedAt }, 'confirmed by robin'],
    [{ rejectedBy: 'robin', rejectedAt: confirmedAt }, 'rejected by robin'],
  ])('%o', (verdict, words) => {
    expect(decidedMeanwhile({ ...donation, ...verdict })).toBe(
      words && `Donation 1042 was ${words} meanwhile, and is passed over.`,
    );
  });
});

test.each([
  [10, 2, '10 confirmed, 2 rejected.'],
  [3, 0, '3 confirmed, none rejected.'],
  [0, 3, 'None confirmed, 3 rejected.'],
  [1, 0, 'It was confirmed.'],
  [0, 1, 'It was rejected.'],
])('a sitting of %i confirmed and %i rejected: %s', (confirmed, rejected, words) => {
  expect(outcomeOf({ confirmed, rejected })).toBe(words);
});
