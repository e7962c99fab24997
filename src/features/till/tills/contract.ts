import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, rowIdParameter } from '#shared/fields.ts';

const ofPartner = z.object({ id: rowIdParameter });

export const knownTillRow = z
  .object({
    id: z.int(),
    createdAt: instant,
    lastUsedAt: instant.nullable().describe('When it last took a use or gave one back, to the minute'),
  })
  .meta({ id: 'Till' });

export type KnownTillRow = z.infer<typeof knownTillRow>;

export const contract = {
  createTillLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/tills',
    summary: 'Make a link that makes a till of the browser that opens it, once',
    access: 'admin',
    changes: ['tills'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({ ok, link: z.string().describe('Shown this once'), expiresAt: instant }),
  }),
  tills: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/tills',
    summary: 'The browsers that are known as a store’s tills, newest first',
    access: 'admin',
    shows: ['partners', 'tills'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({ ok, tills: z.array(knownTillRow) }),
  }),
  endTill: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/tills/{tillId}/end',
    summary: 'Make a stranger of a till again',
    access: 'admin',
    changes: ['tills'],
    refuses: ['not_found'],
    params: z.object({ id: rowIdParameter, tillId: rowIdParameter }),
    response: z.object({ ok }),
  }),
};
