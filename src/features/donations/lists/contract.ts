import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { csvFile, filterDay, pageOf, paging, searchText } from '#shared/lists.ts';
import { endpoint } from '#shared/endpoint.ts';
import { choice, instant, optionalChoice, weightBand } from '#shared/fields.ts';
import { weightBands } from '#shared/weights.ts';

/** A donation as the console's search reads it. */
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
  })
  .meta({ id: 'FoundDonation' });

export type SearchRow = z.infer<typeof searchRow>;

export const searchStatuses = ['any', 'pending', 'confirmed', 'rejected'] as const;

/** Which of the found come first. By day, and on one day by when they were logged. */
export const searchOrders = ['newest', 'oldest'] as const;

const searchFilters = {
  status: choice(searchStatuses).default('any'),
  q: searchText,
  weight: optionalChoice(weightBands),
  from: filterDay,
  to: filterDay.describe('The last day, included'),
};

export const contract = {
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
    summary: 'Donations by status, text, weight and dates, newest first unless told',
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
};
