import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, rowIdParameter } from '#shared/fields.ts';

const session = z.object({
  id: z.int(),
  device: z.string().describe('Browser and system, as far as the browser says'),
  address: z.string().nullable().describe('The network address that signed in'),
  createdAt: instant,
  lastUsedAt: instant.describe('To the minute'),
  expiresAt: instant.describe('Unless it is used'),
  isCurrent: z.boolean().describe('The session that asks'),
});

export const contract = {
  sessions: endpoint({
    method: 'GET',
    path: '/api/admin/sessions',
    summary: "One's own sessions, the one used last first",
    access: 'admin',
    shows: [],
    response: z.object({ ok, sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/admin/sessions/{id}/end',
    summary: "End one of one's own sessions",
    access: 'admin',
    changes: [],
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok }),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/admin/sessions/end-others',
    summary: "End all of one's own sessions but the one that asks",
    access: 'admin',
    changes: [],
    response: z.object({ ok, ended: z.int().describe('How many there were') }),
  }),
};
