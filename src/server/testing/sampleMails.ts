// Sample mails of every kind and variant, for previews and tests.
import type { MailKind } from '#shared/mail.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';

const donor = { donorId: 'JTHIESSEN' };
const donation = {
  ...donor,
  donationId: 1042,
  weight: '2-3kg',
  date: '2026-11-18',
  bin: 'UC East',
} as const;
const code = { code: 'RR-V3NK8D', expiresAt: '2026-12-21T06:00:00.000Z' };
const pickup = {
  pickupId: 7,
  name: 'Grace Friesen',
  address: '12 Elm Street, back door',
  items: 'Two lamps\nA box of books',
};
const appointment = { ...pickup, scheduledAt: '2026-11-24T20:00:00.000Z', sequence: 1 };

/** When the samples were written. */
export const sampledAt = new Date('2026-11-20T18:00:00Z');

export const sampleMails: { [Kind in MailKind]: Record<string, MailContents[Kind]> } = {
  donation_logged: { usual: donation },
  donation_confirmed: {
    usual: { ...donation, code: { ...code, uses: 2 }, gold: { donations: 5, of: 6 } },
    'sixth, of many uses': { ...donation, code: { ...code, uses: 10 }, gold: { donations: 6, of: 6 } },
    'without a code': { ...donation, weight: '0-1kg', bin: null, code: null, gold: null },
  },
  donation_rejected: {
    usual: { ...donation, weight: '1-2kg', reason: 'The lamp is broken.\nThe rest was fine.' },
  },
  donation_measured: { usual: { ...donation, weight: '1-2kg', measured: '2-3kg' } },
  code_ending: { usual: { ...donor, ...code, expiresAt: '2026-11-25T06:00:00.000Z', usesLeft: 1 } },
  code_used: {
    usual: { ...donor, ...code, store: 'Prairie Rewear', usesLeft: 1 },
    'for the last time': { ...donor, ...code, store: 'Prairie Rewear', usesLeft: 0 },
  },
  pickup_scheduled: { usual: appointment },
  pickup_moved: { usual: { ...appointment, sequence: 2 } },
  pickup_cancelled: {
    usual: { ...pickup, scheduledAt: null, sequence: 0 },
    'with a time': { ...appointment, sequence: 3 },
  },
  bin_emptied: { usual: { bin: 'UC East' } },
  staff_overflow: {
    usual: { adminId: 1, bin: 'UC East', reports: 1 },
    'after others': { adminId: 1, bin: 'UC East', reports: 3 },
  },
  staff_pickup: {
    usual: { adminId: 1, pickupId: 7, preferredAt: '2026-11-24T20:00:00.000Z', waiting: 2 },
    'without a time': { adminId: 1, pickupId: 7, preferredAt: null, waiting: 1 },
  },
  staff_daily: {
    usual: {
      adminId: 1,
      donations: 12,
      bins: 2,
      overdueBins: 1,
      pickups: 1,
      problems: ['The newest nightly backup is 48 hours old.'],
    },
    'of one thing': { adminId: 1, donations: 1, bins: 0, overdueBins: 0, pickups: 0, problems: [] },
    'of the site alone': {
      adminId: 1,
      donations: 0,
      bins: 0,
      overdueBins: 0,
      pickups: 0,
      problems: ['The disk of /var/lib/reround is nearly full: 200 MB are free.'],
    },
  },
  email_code: { usual: { sealedCode: 'sealed' } },
  sign_in_code: { usual: { sealedCode: 'sealed' } },
  newsletter_confirmation: { usual: { subscriberId: 3 } },
  test: { usual: { sentBy: 'alex' }, 'from the shell': { sentBy: null } },
};
