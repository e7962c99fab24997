import { z } from 'zod';
import { optionalMeasuredWeight, optionalPhotoUrl } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { shownCode } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { day, ok, optionalStudentId, optionalText, weightBand, yesOrNo } from '#shared/fields.ts';

export const createDonationBody = z.object({
  participantId: z.int({ error: 'Participant ID is required' }).min(1).max(2_147_483_647),
  studentId: optionalStudentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(lengths.place),
  dropSite: optionalText(lengths.place),
  notes: optionalText(lengths.donationNotes),
  confirmNow: yesOrNo.optional(),
  actualWeight: optionalMeasuredWeight,
  photoUrl: optionalPhotoUrl,
});

export const contract = {
  createDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/create',
    summary: 'Take a donation in at the table, confirmed at once if so wished',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: ['not_found', 'duplicate'],
    idempotent: true,
    body: createDonationBody,
    response: z.object({ ok, id: z.int(), discountCode: shownCode.nullable() }),
  }),
};
