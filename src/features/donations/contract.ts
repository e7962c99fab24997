import { z } from 'zod';
import { ADMIN_CONSOLE_PATH } from '#shared/adminPath.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  day,
  instant,
  ok,
  optionalText,
  optionalUrl,
  rowId,
  rowIdParameter,
  optionalStudentId,
  studentId,
  weightBand,
} from '#shared/fields.ts';
import { filterDay, pageOf, paging, searchText } from '#shared/lists.ts';
import { weightBands } from '#shared/weights.ts';
import { rewardTiers } from './rules.ts';

const rewardTier = z.enum(rewardTiers).nullable();

/** A donation as the console reads it. */
export const donationRow = z.object({
  id: z.int(),
  studentId: z.string().nullable(),
  participantId: z.int(),
  participantName: z.string().nullable(),
  weight: weightBand,
  actualWeight: weightBand.nullable(),
  weightDiscrepancy: z.boolean(),
  date: z.string(),
  binLocation: z.string().nullable(),
  dropSite: z.string().nullable(),
  notes: z.string().nullable(),
  photoUrl: z.string().nullable(),
  loggedBy: z.string(),
  createdAt: instant,
  isConfirmed: z.boolean(),
  confirmedBy: z.string().nullable(),
  confirmedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
  rejectedBy: z.string().nullable(),
  rejectionReason: z.string().nullable(),
});

export type DonationRow = z.infer<typeof donationRow>;

/** A donation as the console's search reads it. */
export const searchRow = z.object({
  id: z.int(),
  participant_name: z.string().nullable(),
  student_id: z.string().nullable(),
  participant_id: z.int(),
  participant_email: z.string().nullable(),
  participant_phone: z.string().nullable(),
  weight: weightBand,
  actual_weight: weightBand.nullable(),
  date: z.string(),
  bin_location: z.string().nullable(),
  drop_site: z.string().nullable(),
  is_confirmed: z.boolean(),
  confirmed_by: z.string().nullable(),
  confirmed_at: instant.nullable(),
  rejected_at: instant.nullable(),
  rejected_by: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  photo_url: z.string().nullable(),
});

export type SearchRow = z.infer<typeof searchRow>;

export const searchStatuses = ['any', 'pending', 'confirmed', 'rejected'] as const;

const searchFilters = {
  status: z.enum(searchStatuses).default('any'),
  q: searchText,
  weight: z.union([z.literal(''), z.enum(weightBands)]).optional(),
  from: filterDay,
  to: filterDay.describe('The last day, included'),
};

/** A measured band, for which a blank is no measurement. */
const measuredWeight = z
  .union([z.literal(''), z.enum(weightBands)], { error: 'Please select the actual measured weight' })
  .nullish()
  .transform((band) => band || undefined);

export const createDonationBody = z.object({
  participantId: z.int({ error: 'Participant ID is required' }).min(1).max(2_147_483_647),
  studentId: optionalStudentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(200),
  dropSite: optionalText(200),
  notes: optionalText(1000),
  confirmNow: z.boolean().optional(),
  actualWeight: measuredWeight,
  photoUrl: optionalUrl('Please enter a valid photo URL'),
});

export const photoProofBody = z.object({
  photoUrl: optionalUrl('Please enter a valid photo URL').refine(
    (url) => url !== undefined,
    'Please enter a valid photo URL',
  ),
  actualWeight: z.enum(weightBands, { error: 'Please select the actual measured weight' }),
});

export const photoFilters = ['all', 'without', 'with'] as const;

const donationId = z.int({ error: 'Donation ID is required' }).min(1).max(2_147_483_647);

export const logDonationBody = z.object({
  studentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(200),
  dropSite: optionalText(200),
});

export const contract = {
  logDonation: endpoint({
    method: 'POST',
    path: '/api/donations',
    summary: 'Log a donation by donor ID; it waits for an admin to confirm it',
    access: 'public',
    status: 201,
    idempotent: true,
    limits: ['donation'],
    body: logDonationBody,
    response: z.object({
      ok,
      id: z.int(),
      message: z.string(),
      stats: z.object({
        totalDonations: z.int(),
        qualifyingDonations: z.int().describe('Confirmed qualifying donations this calendar year'),
        rewardTier,
        nextGoal: z.string(),
      }),
      pendingConfirmation: z.literal(true),
      note: z.string(),
      discountCode: z.null().describe('Codes come with the confirmation'),
      discountMessage: z.string(),
    }),
  }),
  donorSummary: endpoint({
    method: 'GET',
    path: '/api/students/summary',
    summary: "The signed-in donor's dashboard",
    access: 'donor',
    response: z.object({
      ok,
      studentId: z.string(),
      displayName: z.string().nullable(),
      totals: z.object({ all: z.int(), confirmed: z.int(), pending: z.int() }),
      codes: z.array(
        z.object({
          code: z.string(),
          useCount: z.int(),
          maxUses: z.int(),
          expiresAt: instant,
          usedAt: instant.nullable(),
        }),
      ),
      recent: z
        .array(
          z.object({
            id: z.int(),
            date: z.string(),
            weight: weightBand,
            binLocation: z.string().nullable(),
            dropSite: z.string().nullable(),
            isConfirmed: z.boolean(),
            isRejected: z.boolean(),
            rejectionReason: z.string().nullable(),
          }),
        )
        .describe('The latest ten'),
      rewardTier,
      nextGoal: z.string(),
      qualifyingDates: z.array(z.string()).describe('Days of the confirmed qualifying donations this year'),
      kilogramsThisMonth: z.number().describe("The donor's confirmed part of the community goal"),
    }),
  }),
  adminSummary: endpoint({
    method: 'GET',
    path: '/api/admin/summary',
    summary: 'What waits and how the month goes',
    access: 'admin',
    response: z.object({
      ok,
      stats: z.object({
        pendingCount: z.int(),
        oldestPending: z.string().nullable().describe('The earliest date of a pending donation'),
        confirmedThisMonth: z.int().describe('Confirmed donations dated this month'),
        activeStudents: z.int().describe('Donors with a donation dated this month'),
        overflowOpen: z.int().describe('Overflow alerts not yet resolved'),
      }),
      latestPending: z.array(donationRow).describe('The newest fifty'),
      bins: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          location: z.string(),
          lastEmptied: instant.nullable(),
          isOverflowing: z.boolean(),
        }),
      ),
    }),
  }),
  donationDetails: endpoint({
    method: 'GET',
    path: '/api/admin/donations/{id}',
    summary: 'One donation, whole',
    access: 'admin',
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok, row: donationRow }),
  }),
  confirmDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm',
    summary: 'Confirm a pending donation and issue its reward code',
    access: 'admin',
    body: z.object({ id: donationId }),
    response: z.object({ ok, id: z.int(), discountCode: z.string() }),
  }),
  rejectDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reject',
    summary: 'Reject a pending donation',
    access: 'admin',
    body: z.object({ id: donationId, reason: optionalText(500) }),
    response: z.object({ ok, id: z.int() }),
  }),
  reopenDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reopen',
    summary: 'Make a rejected donation pending again',
    access: 'admin',
    body: z.object({
      id: donationId,
      reason: optionalText(500).describe('May be left out by who rejected it, for 15 minutes'),
    }),
    response: z.object({ ok, id: z.int() }),
  }),
  confirmDonations: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm-bulk',
    summary: 'Confirm those of the given donations that are still pending, in one transaction',
    access: 'admin',
    body: z.object({
      ids: z
        .array(rowId, { error: 'Please choose at least one donation' })
        .min(1, 'Please choose at least one donation')
        .max(500, 'Please choose at most 500 donations'),
    }),
    response: z.object({
      ok,
      confirmed: z.array(z.int()),
      skipped: z.array(
        z.object({ id: z.int(), reason: z.enum(['not_found', 'already_confirmed', 'already_rejected']) }),
      ),
    }),
  }),
  undoLastConfirmation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/undo-last-confirmation',
    summary: "Take back the calling admin's last confirm action, a bulk one whole",
    access: 'admin',
    response: z.object({ ok, undone: z.array(z.int()).describe('Donations that are pending again') }),
  }),
  charts: endpoint({
    method: 'GET',
    path: '/api/admin/charts',
    summary: 'The last twelve weeks in figures',
    access: 'admin',
    response: z.object({
      ok,
      weeks: z
        .array(
          z.object({
            from: z.string().describe('The Monday that the week begins with'),
            claimedDonations: z.int().describe('Logged and not rejected, by their date'),
            claimedKilograms: z.number(),
            confirmedDonations: z.int(),
            confirmedKilograms: z.number(),
          }),
        )
        .describe('Oldest first'),
      dropSites: z.array(z.object({ name: z.string(), donations: z.int(), kilograms: z.number() })),
      codes: z.array(z.object({ from: z.string(), issued: z.int(), redeemed: z.int() })),
    }),
  }),
  rejectedDonations: endpoint({
    method: 'GET',
    path: '/api/admin/rejected',
    summary: 'Rejected donations, the latest rejected first',
    access: 'admin',
    query: z.object(paging),
    response: pageOf(donationRow),
  }),
  confirmedDonations: endpoint({
    method: 'GET',
    path: '/api/admin/confirmed',
    summary: 'Confirmed donations, the latest confirmed first',
    access: 'admin',
    query: z.object({ ...paging, q: searchText }),
    response: pageOf(donationRow),
  }),
  searchDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/search',
    summary: 'Donations by status, text, weight and dates, newest first',
    access: 'admin',
    query: z.object({ ...paging, ...searchFilters }),
    response: pageOf(searchRow),
  }),
  exportDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/export.csv',
    summary: 'Donations as CSV, by the filters of the search',
    access: 'admin',
    query: z.object(searchFilters),
    response: z.string(),
    format: 'csv',
  }),
  createDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/create',
    summary: 'Take a donation in at the table, confirmed at once if so wished',
    access: 'admin',
    idempotent: true,
    body: createDonationBody,
    response: z.object({ ok, id: z.int(), discountCode: z.string().nullable() }),
  }),
  photoDonations: endpoint({
    method: 'GET',
    path: `${ADMIN_CONSOLE_PATH}/donations`,
    summary: 'Confirmed donations for the photo page, newest first; the full count in X-Total-Count',
    access: 'admin',
    query: z.object({
      q: searchText.describe('Part of the donor ID or the notes'),
      photo: z.enum(photoFilters).default('all'),
      limit: paging.limit.unwrap().default(200),
      offset: paging.offset,
    }),
    response: z.array(donationRow),
  }),
  attachPhoto: endpoint({
    method: 'POST',
    path: `${ADMIN_CONSOLE_PATH}/donations/{id}/photo`,
    summary: 'Attach a photo proof and the measured weight',
    access: 'admin',
    params: z.object({ id: rowIdParameter }),
    body: photoProofBody,
    response: z.object({ ok, donation: donationRow }),
  }),
};
