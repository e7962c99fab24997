import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { day, ok, optionalStudentId, optionalText, optionalUrl, weightBand } from '#shared/fields.ts';
import { weightBands } from '#shared/weights.ts';

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
  binLocation: optionalText(lengths.place),
  dropSite: optionalText(lengths.place),
  notes: optionalText(lengths.donationNotes),
  confirmNow: z.boolean().optional(),
  actualWeight: measuredWeight,
  photoUrl: optionalUrl('Please enter a valid photo URL'),
});

export const contract = {
  createDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/create',
    summary: 'Take a donation in at the table, confirmed at once if so wished',
    access: 'admin',
    changes: ['codes', 'donations', 'participants'],
    idempotent: true,
    body: createDonationBody,
    response: z.object({ ok, id: z.int(), discountCode: z.string().nullable() }),
  }),
};
