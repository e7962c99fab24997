import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

export const contract = {
  health: endpoint({
    method: 'GET',
    path: '/api/admin/health',
    summary: 'What needs somebody: nightly backups, mail or the disk',
    access: 'admin',
    shows: ['mail'],
    response: z.object({ ok, problems: z.array(z.string()).describe('Sentences; none where all is well') }),
  }),
};
