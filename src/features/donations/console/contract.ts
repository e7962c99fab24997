import { z } from 'zod';
import { donationRow, mark, measuredKilograms } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { seenClaimText } from '#features/donors/contract.ts';
import { maskableCode } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  instant,
  ok,
  optionalKilograms,
  optionalText,
  requiredKilograms,
  requiredText,
  rowId,
  weightBand,
  yesOrNo,
  optionalUrl,
  choice,
  optionalChoice,
  rowIdParameter,
  day,
  optionalStudentId,
} from '#shared/fields.ts';
import { csvFile, filterDay, pageOf, paging, searchText } from '#shared/lists.ts';
import { weightBands } from '#shared/weights.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';

const donationId = z.int({ error: 'Donation ID is required' }).min(1).max(2_147_483_647);

const summaryBin = z
  .object({
    id: z.int(),
    name: z.string(),
    location: z.string(),
    lastEmptied: instant.nullable(),
    isOverflowing: z.boolean(),
    isOverdue: z.boolean().describe('Its target days between emptyings are over'),
  })
  .meta({ id: 'SummaryBin' });

/** A donation of one confirmation, with the state of its reward code. */
export const donationOfConfirmation = z.object({
  id: z.int(),
  participantId: z.int().nullable().describe('Null: an unclaimed bag, which an undo deletes'),
  participantName: z.string().nullable(),
  participantRemovedAt: instant.nullable(),
  studentId: z.string().nullable(),
  weight: weightBand,
  actualWeight: weightBand.nullable(),
  measured_kg: measuredKilograms,
  date: z.string(),
  binLocation: z.string().nullable(),
  dropSite: z.string().nullable(),
  discountCode: maskableCode.nullable().describe('Null if it was revoked, or for an unclaimed bag'),
  usedAt: instant.nullable().describe('When a code of it was last used: then an undo is refused'),
  usedAtStore: z.string().nullable(),
});

/** The most donations that one call confirms. */
export const MAX_CONFIRMED_AT_ONCE = 500;

/** A donation as the console's search returns it. */
export const searchRow = z
  .object({
    id: z.int(),
    participant_name: z.string().nullable(),
    participant_removed_at: instant.nullable(),
    claimed_name: z
      .string()
      .nullable()
      .describe('What the donor claims and nobody has noted; for admins alone'),
    claimed_email: z.string().nullable(),
    is_claim_proven: z.boolean(),
    student_id: z.string().nullable(),
    participant_id: z.int().nullable().describe('Null: an unclaimed bag'),
    participant_email: z.string().nullable(),
    participant_phone: z.string().nullable(),
    mark: mark.nullable(),
    weight: weightBand,
    actual_weight: weightBand.nullable(),
    measured_kg: measuredKilograms,
    date: z.string(),
    bin_location: z.string().nullable(),
    drop_site: z.string().nullable(),
    is_confirmed: z.boolean(),
    confirmed_by: z.string().nullable(),
    confirmed_at: instant.nullable(),
    rejected_at: instant.nullable(),
    rejected_by: z.string().nullable(),
    rejection_reason: z.string().nullable(),
    alike: donationRow.shape.alike,
    photo_url: z.string().nullable(),
  })
  .meta({ id: 'FoundDonation' });

export type SearchRow = z.infer<typeof searchRow>;

/** `unclaimed` finds the confirmed donations without a donor. */
export const searchStatuses = ['any', 'pending', 'confirmed', 'rejected', 'unclaimed'] as const;

/** Donations are ordered by their day, and within a day by when they were logged. */
export const searchOrders = ['newest', 'oldest'] as const;

const searchFilters = {
  status: optionalChoice(searchStatuses).transform((status) => status || ('any' as const)),
  q: searchText,
  weight: optionalChoice(weightBands),
  from: filterDay,
  to: filterDay.describe('The last day, included'),
};

export const invalidPhotoUrl = 'Please enter a valid photo URL';

const optionalPhotoUrl = optionalUrl(invalidPhotoUrl);

export const missingMeasuredWeight = 'Please select the actual measured weight';

/** A blank means that nothing was measured. */
const optionalMeasuredWeight = z
  .union([z.literal(''), z.enum(weightBands)], { error: missingMeasuredWeight })
  .nullish()
  .transform((band) => band || undefined);

export const photoProofBody = z.object({
  photoUrl: optionalPhotoUrl.refine((url) => url !== undefined, invalidPhotoUrl),
  actualWeight: z.enum(weightBands, { error: missingMeasuredWeight }),
});

export const photoFilters = ['all', 'without', 'with'] as const;

export const unclaimedBody = z.object({
  kilograms: requiredKilograms,
  binId: rowId.nullish().describe('The bin it was left in'),
  notes: optionalText(lengths.donationNotes),
});

export const createDonationBody = z.object({
  participantId: z.int({ error: 'Participant ID is required' }).min(1).max(2_147_483_647),
  studentId: optionalStudentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(lengths.place),
  dropSite: optionalText(lengths.place),
  notes: optionalText(lengths.donationNotes),
  confirmNow: yesOrNo.optional(),
  actualWeight: optionalMeasuredWeight.describe('Follows from `kilograms` where they are given'),
  kilograms: optionalKilograms,
  photoUrl: optionalPhotoUrl,
});

const correctionReason = requiredText('Please say why', lengths.reason);

export const correctDonationBody = z.object({
  studentId: optionalStudentId.describe('Of the other donor, found or created as at logging'),
  weight: weightBand.optional(),
  date: day.optional(),
  binLocation: optionalText(lengths.place).describe('A blank clears it'),
  dropSite: optionalText(lengths.place).describe('A blank clears it'),
  reason: correctionReason.describe('Recorded in the log'),
});

export const contract = {
  adminSummary: endpoint({
    method: 'GET',
    path: '/api/admin/summary',
    summary: 'What waits and how the month goes',
    access: 'volunteer',
    shows: ['bins', 'donations', 'mail', 'participants', 'pickups'],
    response: z.object({
      ok,
      stats: z.object({
        pendingCount: z.int(),
        oldestPending: z.string().nullable().describe('The earliest date of a pending donation'),
        confirmedThisMonth: z.int().describe('Confirmed donations dated this month'),
        activeStudents: z.int().describe('Donors with a donation dated this month'),
        overflowOpen: z.int().describe('Overflow alerts not yet resolved'),
        overdueBins: z.int().describe('Active bins whose target days between emptyings are over'),
        pendingPickups: z.int().describe('Pickup requests that nobody has answered yet'),
        provenClaims: z
          .int()
          .describe('Emails that a mailed code proved and no admin has accepted yet; 0 for volunteers'),
        waitingMail: z.int().describe('Mail that has not gone out yet; 0 for volunteers'),
      }),
      latestPending: z.array(donationRow).describe('The newest fifty'),
      bins: z.array(summaryBin),
    }),
  }),
  findDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/find',
    summary: 'Pending donations by mark, donor ID, name or share code, the best match first',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({ q: searchText }),
    response: z.object({
      ok,
      items: z.array(donationRow).describe('At most 20; without `q` the longest waiting'),
      total: z.int().describe('How many are pending in all'),
      decided: z
        .array(donationRow)
        .describe('If no pending one is found: the last decided one with this mark'),
    }),
  }),
  confirmDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm',
    summary: 'Confirm a pending donation and issue its reward code',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: [
      'not_found',
      'already_confirmed',
      'already_rejected',
      'wrong_state',
      'email_taken',
      'not_allowed',
    ],
    body: z.object({
      id: donationId,
      kilograms: optionalKilograms.describe('What it weighs; its band follows'),
      acceptClaim: yesOrNo
        .optional()
        .describe('Accepts what the donor claims, as the fields below show it; admins only'),
      claimedName: seenClaimText,
      claimedEmail: seenClaimText,
      isClaimProven: yesOrNo.optional(),
    }),
    response: z.object({ ok, id: z.int(), discountCode: maskableCode }),
  }),
  rejectDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reject',
    summary: 'Reject a pending donation',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'already_confirmed', 'already_rejected'],
    body: z.object({ id: donationId, reason: optionalText(lengths.reason) }),
    response: z.object({ ok, id: z.int() }),
  }),
  reopenDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reopen',
    summary: 'Make a rejected donation pending again',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'wrong_state'],
    body: z.object({
      id: donationId,
      reason: optionalText(lengths.reason).describe('Whoever rejected it may leave it out for 15 minutes'),
    }),
    response: z.object({ ok, id: z.int() }),
  }),
  correctDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/{id}/correct',
    summary: 'Correct a donation, or give an unclaimed bag to its donor; a field left out stays',
    access: 'volunteer',
    changes: ['codes', 'donations', 'participants'],
    refuses: ['not_found', 'not_allowed', 'wrong_state', 'code_already_used'],
    params: z.object({ id: rowIdParameter }),
    body: correctDonationBody,
    response: z.object({ ok, row: donationRow }),
  }),
  unconfirmDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/unconfirm',
    summary: 'Make a confirmed donation pending again and revoke its unused code; delete an unclaimed bag',
    access: 'admin',
    changes: ['codes', 'donations'],
    refuses: ['not_found', 'wrong_state', 'code_already_used'],
    body: z.object({ id: donationId, reason: correctionReason }),
    response: z.object({ ok, id: z.int() }),
  }),
  confirmDonations: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm-bulk',
    summary: 'Confirm those of the given donations that are still pending, in one transaction',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    body: z.object({
      ids: z
        .array(rowId, { error: 'Please choose at least one donation' })
        .min(1, 'Please choose at least one donation')
        .max(MAX_CONFIRMED_AT_ONCE, `Please choose at most ${MAX_CONFIRMED_AT_ONCE} donations`),
    }),
    response: z.object({
      ok,
      confirmed: z.array(z.int()),
      skipped: z.array(
        z.object({ id: z.int(), reason: z.enum(['not_found', 'already_confirmed', 'already_rejected']) }),
      ),
      alike: z.int().describe('How many of the confirmed ones look like another donation'),
    }),
  }),
  lastConfirmation: endpoint({
    method: 'GET',
    path: '/api/admin/donations/undo-last-confirmation',
    summary: 'The last confirmation of the calling admin, if it is of today or of the last 15 minutes',
    access: 'volunteer',
    shows: ['codes', 'donations', 'participants', 'partners'],
    response: z.object({
      ok,
      confirmation: z
        .object({ id: z.int(), confirmedAt: instant, donations: z.array(donationOfConfirmation) })
        .nullable()
        .describe('Null if there is none'),
    }),
  }),
  undoLastConfirmation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/undo-last-confirmation',
    summary: "Take back the calling admin's last confirmation, with all its donations",
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: ['nothing_to_undo', 'code_already_used'],
    body: z.object({
      confirmationId: rowId
        .nullish()
        .describe('The one to take back, as the GET named it; without it the last one'),
    }),
    response: z.object({
      ok,
      undone: z
        .array(z.int())
        .describe('Donations that are pending again, and unclaimed bags that are deleted'),
    }),
  }),
  rejectedDonations: endpoint({
    method: 'GET',
    path: '/api/admin/rejected',
    summary: 'Rejected donations, the latest rejected first',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object(paging),
    response: pageOf(donationRow),
  }),
  confirmedDonations: endpoint({
    method: 'GET',
    path: '/api/admin/confirmed',
    summary: 'Confirmed donations, the latest confirmed first',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({ ...paging, q: searchText }),
    response: pageOf(donationRow),
  }),
  searchDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/search',
    summary: 'Donations by status, text, weight and dates',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({
      ...paging,
      ...searchFilters,
      sort: choice(searchOrders).default('newest'),
    }),
    response: pageOf(searchRow),
  }),
  exportDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/export.csv',
    summary: 'Donations as CSV, by the filters of the search',
    access: 'admin',
    shows: ['donations', 'participants'],
    query: z.object({ ...csvFile, ...searchFilters }),
    response: z.string(),
    format: 'csv',
  }),
  charts: endpoint({
    method: 'GET',
    path: '/api/admin/charts',
    summary: 'Donations of the last seven weeks',
    access: 'volunteer',
    shows: ['donations'],
    response: z.object({
      ok,
      weeks: z
        .array(
          z.object({
            from: z.string().describe('The Monday that the week begins with'),
            confirmed: z.int().describe('By the donations’ dates'),
            pending: z.int(),
          }),
        )
        .describe('Oldest first'),
    }),
  }),
  photoDonations: endpoint({
    method: 'GET',
    path: `${ADMIN_CONSOLE_PATH}/donations`,
    summary: 'Confirmed donations for the photo page, newest first; how many there are in X-Total-Count',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({
      q: searchText.describe('Part of the donor ID, the donor’s name or the notes'),
      photo: choice(photoFilters).default('all'),
      limit: paging.limit.unwrap().default(200),
      offset: paging.offset,
    }),
    response: z.array(donationRow),
  }),
  attachPhoto: endpoint({
    method: 'POST',
    path: `${ADMIN_CONSOLE_PATH}/donations/{id}/photo`,
    summary: 'Attach a photo proof and the measured weight; what the donation has already may be left out',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ id: rowIdParameter }),
    body: photoProofBody.partial(),
    response: z.object({ ok, donation: donationRow }),
  }),
  createDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/create',
    summary: 'Take a donation in at the table, and confirm it at once if asked to',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: ['not_found', 'duplicate'],
    idempotent: true,
    body: createDonationBody,
    response: z.object({ ok, id: z.int(), discountCode: maskableCode.nullable() }),
  }),
  createUnclaimed: endpoint({
    method: 'POST',
    path: '/api/admin/donations/unclaimed',
    summary: 'Count a bag that has no donor; it is confirmed at once, without a code',
    access: 'volunteer',
    changes: ['donations'],
    status: 201,
    refuses: ['not_found'],
    idempotent: true,
    body: unclaimedBody,
    response: z.object({ ok, id: z.int() }),
  }),
};
