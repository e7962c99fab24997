import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, rowIdParameter, weightBand } from '#shared/fields.ts';
import { rewardTiers } from './rules.ts';

/** A donor's tier, if the donations of the year and the month make one. */
export const rewardTierName = z.enum(rewardTiers).nullable();

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

export const photoFilters = ['all', 'without', 'with'] as const;

export const contract = {
  donationDetails: endpoint({
    method: 'GET',
    path: '/api/admin/donations/{id}',
    summary: 'One donation, whole',
    access: 'admin',
    shows: ['donations', 'participants'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok, row: donationRow }),
  }),
};
