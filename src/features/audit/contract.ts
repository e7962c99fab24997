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
    participantId: z.int().nullable().describe('The participant it is about'),
    details: z.record(z.string(), z.unknown()),
    createdAt: instant,
    address: z.string().nullable().describe('The network address of the call that did it'),
    requestId: z.string().nullable().describe("That call's number in the log of the process"),
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
      actor: searchText.describe('Part of the name; finds failed sign-ins under an admin’s name, too'),
      action: searchText.describe('Part of the action'),
      entityType: optionalChoice(entityTypes),
      participantId: filterRow,
      from: filterDay,
      to: filterDay.describe('The last day, included'),
    }),
    response: pageOf(auditItem),
  }),
};
