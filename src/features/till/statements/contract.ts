import { z } from 'zod';
import { csvFile, filterDay, filterRow, pageOf, paging } from '#shared/lists.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, rowIdParameter } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { redemptionKinds } from '#shared/redemptions.ts';

const ofPartner = z.object({ id: rowIdParameter });
const byLink = z.object({ token: z.string().max(lengths.url) });

const monthMessage = 'Please give a month, such as 2026-11';

export const month = z
  .string(monthMessage)
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, monthMessage)
  .describe('YYYY-MM, by the site’s days');

const ofMonth = z.object({ month: month.optional().describe('This month unless it is given') });

/** A row of the ledger. */
export const ledgerRow = z
  .object({
    id: z.int(),
    at: instant,
    code: z.string(),
    partnerId: z.int(),
    clerk: z.string().nullable(),
    kind: z.enum(redemptionKinds),
    reverses: z.int().nullable().describe('The use that was given back'),
  })
  .meta({ id: 'LedgerEntry' });

const statementLine = z
  .object({
    id: z.int(),
    at: instant,
    code: z.string().describe('But for its last three characters, as in RR-ABC•••'),
    clerk: z.string().nullable(),
    kind: z.enum(redemptionKinds),
    originalAt: instant.nullable().describe('When the use was taken that was given back'),
  })
  .meta({ id: 'StatementLine' });

export type StatementLine = z.infer<typeof statementLine>;

const totals = z.object({
  redeemed: z.int(),
  reversed: z.int(),
  net: z.int(),
});

export const closedMonth = totals.extend({
  month,
  closedAt: instant,
  digest: z.string().describe('SHA-256 of the month’s statement.csv, in hexadecimal'),
});

export type ClosedMonth = z.infer<typeof closedMonth>;

const statement = z
  .object({
    ok,
    partner: z.object({ id: z.int(), name: z.string() }),
    month,
    lines: z.array(statementLine),
    totals,
    closedAt: instant.nullable().describe('Null while the month is open'),
    digest: z.string().nullable().describe('SHA-256 of statement.csv, in hexadecimal, once it is closed'),
  })
  .meta({ id: 'Statement' });

export type Statement = z.infer<typeof statement>;

const ledgerFilters = z.object({ partnerId: filterRow, from: filterDay, to: filterDay });

export const contract = {
  redemptions: endpoint({
    method: 'GET',
    path: '/api/admin/redemptions',
    summary: 'The ledger: uses that stores took, and those that were given back, newest first',
    access: 'admin',
    shows: ['codes'],
    query: ledgerFilters.extend(paging),
    response: pageOf(ledgerRow),
  }),
  exportRedemptions: endpoint({
    method: 'GET',
    path: '/api/admin/redemptions/export.csv',
    summary: 'The ledger as a file',
    access: 'admin',
    shows: ['codes', 'partners'],
    query: ledgerFilters.extend(csvFile),
    response: z.string(),
    format: 'csv',
  }),
  statement: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statement',
    summary: 'A store’s account of a month',
    access: 'admin',
    shows: ['codes', 'partners', 'statements'],
    refuses: ['not_found'],
    params: ofPartner,
    query: ofMonth,
    response: statement,
  }),
  statementFile: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statement.csv',
    summary: 'A store’s account of a month as a file; its digest seals a closed month',
    access: 'admin',
    shows: ['codes', 'partners', 'statements'],
    refuses: ['not_found'],
    params: ofPartner,
    query: ofMonth.extend(csvFile),
    response: z.string(),
    format: 'csv',
  }),
  closedMonths: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statements',
    summary: 'A store’s closed months, newest first',
    access: 'admin',
    shows: ['partners', 'statements'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({ ok, months: z.array(closedMonth) }),
  }),
  statementLink: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statement-link',
    summary: 'Whether a store has a link to its own statements',
    access: 'admin',
    shows: ['partners', 'statements'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({
      ok,
      link: z.object({ createdAt: instant, createdBy: z.string() }).nullable(),
    }),
  }),
  createStatementLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/statement-link',
    summary: 'Make a link by which a store reads its own statements; an earlier one ends',
    access: 'admin',
    changes: ['statements'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({ ok, link: z.string().describe('Shown this once') }),
  }),
  endStatementLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/statement-link/end',
    summary: 'End a store’s link to its statements',
    access: 'admin',
    changes: ['statements'],
    refuses: ['not_found'],
    params: ofPartner,
    response: z.object({ ok }),
  }),
  storeStatement: endpoint({
    method: 'GET',
    path: '/api/statements/{token}',
    summary: 'A store’s own account of a month, by its link',
    access: 'public',
    shows: ['codes', 'partners', 'statements'],
    refuses: ['not_found'],
    params: byLink,
    query: ofMonth,
    response: statement.extend({ months: z.array(closedMonth).describe('Closed ones, newest first') }),
  }),
  storeStatementFile: endpoint({
    method: 'GET',
    path: '/api/statements/{token}/statement.csv',
    summary: 'The same as a file',
    access: 'public',
    shows: ['codes', 'partners', 'statements'],
    refuses: ['not_found'],
    params: byLink,
    query: ofMonth.extend(csvFile),
    response: z.string(),
    format: 'csv',
  }),
};
