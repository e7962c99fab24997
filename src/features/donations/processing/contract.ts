import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok, rowId } from '#shared/fields.ts';
import { paging } from '#shared/lists.ts';

/** So many donations can be put last at once: their numbers stand in an address. */
export const MOST_SKIPPED = 200;

const wholeNumbers = 'Please give whole numbers, separated by commas';

const skipped = z
  .string(wholeNumbers)
  .regex(/^\d+(,\d+)*$/, wholeNumbers)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(rowId).max(MOST_SKIPPED, `Please give at most ${MOST_SKIPPED} numbers`));

export const otherDonation = donationRow
  .pick({
    id: true,
    weight: true,
    date: true,
    binLocation: true,
    dropSite: true,
    notes: true,
    photoUrl: true,
    loggedBy: true,
    createdAt: true,
    isConfirmed: true,
    rejectedAt: true,
  })
  .extend({
    looksSame: z.boolean().describe('Whether it is one of those that the donation counts as `alike`'),
  });

/** Another donation of the same donor. */
export type OtherDonation = z.infer<typeof otherDonation>;

const pendingDonation = z
  .object({
    donation: donationRow,
    qualifyingThisYear: z.int().describe('Confirmed qualifying donations of the donor this calendar year'),
    others: z
      .array(otherDonation)
      .describe('The last five of the donor, and of those that look the same the last five, newest first'),
  })
  .meta({ id: 'PendingDonation' });

/** A pending donation with what helps to decide it. */
export type PendingDonation = z.infer<typeof pendingDonation>;

export const contract = {
  pendingDonations: endpoint({
    method: 'GET',
    path: '/api/admin/donations/pending',
    summary: 'What is to be decided next, the longest waiting first, each with what its donor gave before',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({
      limit: paging.limit.unwrap().default(10),
      skipped: skipped.optional().describe('Those that come last, in this order'),
    }),
    response: z.object({
      ok,
      total: z.int().describe('How many are pending in all'),
      items: z.array(pendingDonation),
    }),
  }),
};
