import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const contract = {
  health: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    summary: 'Problems of nightly backups, mail and the disk',
    access: 'admin',
    shows: ['mail'],
    response: z.object({
      ok,
      problems: z.array(z.string()).describe('Sentences; empty if there are no problems'),
    }),
  }),
};
