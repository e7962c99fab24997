import { z } from 'zod';
import { csvFile, filterRow, pageOf, paging, searchText } from '#shared/lists.ts';
import { endpoint } from '#shared/endpoint.ts';
import { choice, instant, ok, rowId, rowIdParameter } from '#shared/fields.ts';

export const statusFilters = ['any', 'unused', 'used', 'expired'] as const;

/** A code that is masked in answers to volunteers. */
export const maskableCode = z.string().describe('As RR-ABC••• for volunteers, who could spend a whole code');

export const codeRow = z
  .object({
    id: z.int(),
    code: maskableCode,
    participant_id: z.int(),
    participant_name: z.string().nullable(),
    participant_removed_at: instant.nullable(),
    participant_email: z.string().nullable(),
    participant_student_id: z.string().nullable().describe('The first of their donor IDs'),
    use_count: z.int(),
    max_uses: z.int(),
    expires_at: instant,
    used_at: instant.nullable(),
    partner_id: z.int().nullable(),
    partner_name: z.string().nullable(),
    revoked_at: instant.nullable(),
  })
  .meta({ id: 'RewardCode' });

export type CodeRow = z.infer<typeof codeRow>;

/** A code as its donor sees it. */
export const donorCode = z
  .object({
    code: z.string(),
    useCount: z.int(),
    maxUses: z.int(),
    expiresAt: instant,
    usedAt: instant.nullable(),
    givenBackAt: instant.nullable().describe('When a use of it was last given back'),
  })
  .meta({ id: 'DonorCode' });

export type DonorCode = z.infer<typeof donorCode>;

export const REQUIRED_MESSAGE = 'Participant ID and expiry date are required';
export const MAX_USES_MESSAGE = 'Max uses must be 1 to 10';

/** An instant, or a day, which means the end of that day. */
const expiry = (missingMessage: string) =>
  z
    .string({ error: missingMessage })
    .trim()
    .min(1, { error: missingMessage, abort: true })
    .refine(
      (text) =>
        z.iso.date().safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success,
      'Please enter a valid expiry date',
    );

export const createCodeBody = z.object({
  participantId: z.int({ error: REQUIRED_MESSAGE }).min(1, REQUIRED_MESSAGE).max(2_147_483_647),
  expiresAt: expiry(REQUIRED_MESSAGE),
  partnerId: rowId.nullish(),
  maxUses: z.int({ error: MAX_USES_MESSAGE }).min(1, MAX_USES_MESSAGE).max(10, MAX_USES_MESSAGE).optional(),
});

const filters = {
  status: choice(statusFilters).default('any'),
  q: searchText.describe('Part of a code, or of the name or contact of its participant'),
  participantId: filterRow,
  donationId: filterRow,
};

const params = z.object({ id: rowIdParameter });
const changedCode = z.object({ ok, row: codeRow });

export const contract = {
  codes: endpoint({
    method: 'GET',
    path: '/api/admin/codes',
    summary: 'Reward codes, newest first',
    access: 'admin',
    shows: ['codes', 'participants', 'partners'],
    query: z.object({ ...paging, ...filters }),
    response: pageOf(codeRow),
  }),
  exportCodes: endpoint({
    method: 'GET',
    path: '/api/admin/codes/export.csv',
    summary: 'Reward codes as CSV',
    access: 'admin',
    shows: ['codes', 'participants', 'partners'],
    query: z.object({ ...csvFile, ...filters }),
    response: z.string(),
    format: 'csv',
  }),
  createCode: endpoint({
    method: 'POST',
    path: '/api/admin/codes/create',
    summary: 'Issue a reward code by hand',
    access: 'admin',
    changes: ['codes'],
    refuses: ['not_found'],
    body: createCodeBody,
    response: z.object({ ok, code: z.string(), row: codeRow }),
  }),
  markCodeUsed: endpoint({
    method: 'POST',
    path: '/api/admin/codes/{id}/use',
    summary: 'Set a code to fully used',
    access: 'admin',
    changes: ['codes'],
    refuses: ['not_found', 'code_not_changeable'],
    params,
    response: changedCode,
  }),
  revokeCode: endpoint({
    method: 'POST',
    path: '/api/admin/codes/{id}/revoke',
    summary: 'Revoke a code for good; its row stays',
    access: 'admin',
    changes: ['codes'],
    refuses: ['not_found', 'code_not_changeable'],
    params,
    response: changedCode,
  }),
  extendCode: endpoint({
    method: 'POST',
    path: '/api/admin/codes/{id}/extend',
    summary: 'Give a code a later expiry',
    access: 'admin',
    changes: ['codes'],
    refuses: ['not_found', 'code_not_changeable'],
    params,
    body: z.object({ expiresAt: expiry('Please choose the new expiry date') }),
    response: changedCode,
  }),
};
