import { z } from 'zod';
import { rewardTierName } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { sentence, day, ok, optionalText, studentId, weightBand } from '#shared/fields.ts';

export const logDonationBody = z.object({
  studentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(lengths.place),
  dropSite: optionalText(lengths.place),
});

export const contract = {
  logDonation: endpoint({
    method: 'POST',
    path: '/api/donations',
    summary: 'Log a donation by donor ID; it waits for an admin to confirm it',
    access: 'public',
    changes: ['donations'],
    status: 201,
    idempotent: true,
    limits: ['donation'],
    body: logDonationBody,
    response: z.object({
      ok,
      id: z.int(),
      message: sentence,
      stats: z
        .object({
          totalDonations: z.int(),
          qualifyingDonations: z.int().describe('Confirmed qualifying donations this calendar year'),
          rewardTier: rewardTierName,
          nextGoal: sentence,
        })
        .describe('Of the donor who is signed in; of nobody else: then all are zero'),
      pendingConfirmation: z.literal(true),
      note: sentence,
      discountCode: z.null().describe('Codes come with the confirmation'),
      discountMessage: sentence,
    }),
  }),
};
