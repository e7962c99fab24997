import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok } from '#shared/fields.ts';
import { healthStates, partNames } from '#shared/health.ts';

/** How one part of the site stands. */
const healthCheck = z
  .object({
    name: z.enum(partNames),
    state: z.enum(healthStates).describe('Bad by the age of the last look that found it not so'),
    sentence: z.string().describe('For a person, with what to do where it is not good'),
    checkedAt: instant.nullable().describe('Null until the first look has ended'),
    lastGoodAt: instant.nullable(),
  })
  .meta({ id: 'HealthCheck' });

export type HealthCheck = z.infer<typeof healthCheck>;

export const contract = {
  health: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    summary: 'How each part of the site stands, as the site itself last found it',
    access: 'admin',
    shows: ['health'],
    response: z.object({
      ok,
      version: z.string().describe('Of the site, as in the changelog'),
      checks: z.array(healthCheck),
    }),
  }),
};
