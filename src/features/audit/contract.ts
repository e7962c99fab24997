import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, optionalChoice } from '#shared/fields.ts';
import { filterDay, filterRow, pageOf, paging, searchText } from '#shared/lists.ts';

export const entityTypes = ['donation', 'bin', 'participant', 'code', 'partner', 'pickup', 'system'] as const;

const auditItem = z
  .object({
    id: z.int(),
    actor: z.string(),
    actorRole: z.string(),
    action: z.string(),
    entityType: z.string(),
    entityId: z.int().nullable(),
    participantId: z.int().nullable().describe('The participant whom the entry is about'),
    details: z.record(z.string(), z.unknown()),
    createdAt: instant,
    address: z.string().nullable().describe('The network address of the request'),
    requestId: z.string().nullable().describe('The ID of the request in the server’s log'),
    entityName: z
      .string()
      .nullable()
      .describe('The reward code, or the admin whose sign-in failed; null otherwise or if deleted'),
    participantName: z
      .string()
      .nullable()
      .describe(
        'The name of the participant today, else a donor ID, email or phone; "removed person" once removed',
      ),
  })
  .meta({ id: 'AuditEntry' });

export type AuditItem = z.infer<typeof auditItem>;

export const contract = {
  auditLog: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Who did what, newest first',
    access: 'admin',
    shows: ['admins', 'audit', 'codes', 'participants'],
    query: z.object({
      ...paging,
      actor: searchText.describe('Part of the name; an admin’s name also finds failed sign-ins under it'),
      action: searchText.describe('Part of the action'),
      entityType: optionalChoice(entityTypes),
      participantId: filterRow,
      from: filterDay,
      to: filterDay.describe('The last day, inclusive'),
    }),
    response: pageOf(auditItem),
  }),
};
