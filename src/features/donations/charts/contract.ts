import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const contract = {
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
};
