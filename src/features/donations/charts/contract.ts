import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const contract = {
  charts: endpoint({
    method: 'GET',
    path: '/api/admin/charts',
    summary: 'The last twelve weeks in figures',
    access: 'volunteer',
    shows: ['codes', 'donations'],
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
};
