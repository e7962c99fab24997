import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, optionalUrl, rowIdParameter, weightBand } from '#shared/fields.ts';
import { weightBands } from '#shared/weights.ts';
import { rewardTiers } from './rules.ts';

/** A donor's tier, if the donations of the year and the month make one. */
export const rewardTierName = z.enum(rewardTiers).nullable();

const notPhoto = 'Please enter a valid photo URL';

/** Where a donation's photo is, if it has one. */
export const optionalPhotoUrl = optionalUrl(notPhoto);

export const photoUrl = optionalPhotoUrl.refine((url) => url !== undefined, notPhoto);

const notMeasured = 'Please select the actual measured weight';

/** A measured band, for which a blank is no measurement. */
export const optionalMeasuredWeight = z
  .union([z.literal(''), z.enum(weightBands)], { error: notMeasured })
  .nullish()
  .transform((band) => band || undefined);

export const measuredWeight = z.enum(weightBands, { error: notMeasured });

/** A donation as the console reads it. */
export const donationRow = z
  .object({
    id: z.int(),
    studentId: z.string().nullable(),
    participantId: z.int(),
    participantName: z.string().nullable(),
    participantRemovedAt: instant.nullable(),
    claimedName: z
      .string()
      .nullable()
      .describe('What the donor claims and nobody has noted; for admins alone'),
    claimedEmail: z.string().nullable(),
    isClaimProven: z.boolean().describe('Whether a code mailed to the claimed email came back'),
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
    reopenedAt: instant.nullable().describe('When a rejection was last taken back'),
    reopenedBy: z.string().nullable(),
    reopeningReason: z.string().nullable(),
  })
  .meta({ id: 'Donation' });

export type DonationRow = z.infer<typeof donationRow>;

export const contract = {
  donationDetails: endpoint({
    method: 'GET',
    path: '/api/admin/donations/{id}',
    summary: 'One donation, whole',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    refuses: ['not_found'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok, row: donationRow }),
  }),
};
