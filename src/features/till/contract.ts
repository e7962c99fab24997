import { z } from 'zod';
import { partnerEndpoint } from '#features/partners/contract.ts';
import { csvFile, filterDay, filterRow, pageOf, paging } from '#shared/lists.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  instant,
  ok,
  optionalText,
  requiredText,
  rowId,
  rowIdParameter,
  normalizeTypedCode,
} from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { redemptionKinds } from '#shared/redemptions.ts';

const code = requiredText('Reward code is required', lengths.rewardCode).transform((text) =>
  text.toUpperCase(),
);

const pin = requiredText('Please enter your Partner PIN.', lengths.pin).transform(normalizeTypedCode);
const clerk = optionalText(lengths.clerk);

const balanceFields = {
  ok,
  remaining: z.int().describe('Uses left'),
  maxUses: z.int(),
  expiresAt: instant,
  practice: z
    .literal(true)
    .optional()
    .describe('The code is one to practise with (RR-TRYTRY, RR-TRYUSE, RR-TRYEND): nothing is written'),
};

const usableCode = z
  .object({
    ...balanceFields,
    partner: z
      .object({ id: z.int(), name: z.string(), discount: z.string().nullable() })
      .nullable()
      .describe('The only store that takes the code, or null; after redeeming, the store that took it'),
  })
  .meta({ id: 'UsableCode' });

/** The fields that every ledger entry has in answers. An entry is a use, or the reversal of one. */
const entryFields = {
  id: z.int(),
  at: instant,
  code: z.string(),
  clerk: z.string().nullable(),
  kind: z.enum(redemptionKinds),
};

const reverses = z.int().nullable().describe('The use that was given back');

/** A ledger entry, as the till that made it sees it. */
export const tillRedemption = z
  .object({
    ...entryFields,
    reverses,
    reversedAt: instant.nullable().describe('When this use was given back'),
  })
  .meta({ id: 'TillRedemption' });

const params = z.object({ code });

export const redemptionContract = {
  checkCode: endpoint({
    method: 'GET',
    path: '/api/redeem/{code}',
    summary: 'What a reward code is still good for',
    access: 'public',
    shows: ['codes', 'partners'],
    refuses: ['not_found', 'expired', 'used_up'],
    limits: ['unknownCode'],
    params,
    response: usableCode,
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/redeem/{code}',
    summary: 'Take one use of a reward code, by a partner store’s PIN',
    access: 'public',
    changes: ['codes', 'tills'],
    refuses: ['invalid_pin', 'other_partner', 'not_found', 'expired', 'used_up'],
    idempotent: true,
    limits: ['wrongPin', 'unknownCode'],
    params,
    body: z.object({ pin, clerk }),
    response: usableCode.extend({
      redemptionId: z.int(),
      undoUntil: instant.describe('Until then the store may give the use back'),
    }),
  }),
  undoRedemption: endpoint({
    method: 'POST',
    path: '/api/redeem/{code}/undo',
    summary: 'Give a use back, by the PIN of the store that took it, within 15 minutes',
    access: 'public',
    changes: ['codes', 'tills'],
    // Only practice codes are refused as expired or used up here.
    refuses: [
      'invalid_pin',
      'other_partner',
      'not_found',
      'expired',
      'used_up',
      'already_undone',
      'undo_too_late',
    ],
    idempotent: true,
    limits: ['wrongPin', 'unknownCode'],
    params,
    body: z.object({ pin, redemptionId: rowId, clerk: clerk.describe('Who gives it back') }),
    response: z.object(balanceFields),
  }),
  ownTill: endpoint({
    method: 'GET',
    path: '/api/till',
    summary: 'What a known till has redeemed today, newest first',
    access: 'public',
    shows: ['codes', 'partners', 'tills'],
    response: z.object({
      ok,
      now: instant.describe('By the site’s clock, for the time that is left'),
      till: z
        .object({
          store: z.string(),
          redeemed: z.int(),
          reversed: z.int(),
          redemptions: z.array(tillRedemption).describe('The last 50'),
        })
        .nullable()
        .describe('Null where the browser is no known till'),
    }),
  }),
  reverseRedemption: endpoint({
    method: 'POST',
    path: '/api/admin/redemptions/{id}/reverse',
    summary: 'Give a use back at any time',
    access: 'admin',
    changes: ['codes'],
    refuses: ['not_found', 'already_undone'],
    params: z.object({ id: rowIdParameter }),
    body: z.object({
      reason: requiredText('Please say why the use is given back.', lengths.reason),
    }),
    response: z.object(balanceFields),
  }),
};

// The tills of stores.

export const registeredTillRow = z
  .object({
    id: z.int(),
    createdAt: instant,
    lastUsedAt: instant.nullable().describe('When it last took a use or gave one back'),
  })
  .meta({ id: 'Till' });

export type RegisteredTillRow = z.infer<typeof registeredTillRow>;

export const tillsContract = {
  createTillLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/tills',
    summary: 'Make a link that makes a till of the browser that opens it, once',
    changes: ['tills'],
    ...partnerEndpoint,
    response: z.object({ ok, link: z.string().describe('Shown this once'), expiresAt: instant }),
  }),
  tills: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/tills',
    summary: 'The browsers that are known as a store’s tills, newest first',
    shows: ['partners', 'tills'],
    ...partnerEndpoint,
    response: z.object({ ok, tills: z.array(registeredTillRow) }),
  }),
  endTill: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/tills/{tillId}/end',
    summary: 'End a store’s till',
    changes: ['tills'],
    ...partnerEndpoint,
    params: partnerEndpoint.params.extend({ tillId: rowIdParameter }),
    response: z.object({ ok }),
  }),
};

// The ledger, and each store's monthly statements.

const byLink = {
  access: 'public',
  refuses: ['not_found'],
  params: z.object({ token: z.string().max(lengths.url) }),
} as const;

export const monthMessage = 'Please give a month, such as 2026-11';

export const month = z
  .string(monthMessage)
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, monthMessage)
  .describe('YYYY-MM, by the site’s days');

const monthQuery = z.object({ month: month.optional().describe('This month unless it is given') });

/** A ledger entry, as the console sees it. */
export const ledgerRow = z
  .object({ ...entryFields, reverses, partnerId: z.int() })
  .meta({ id: 'LedgerEntry' });

export const statementLine = z
  .object({
    ...entryFields,
    code: z.string().describe('Without its last three characters, as in RR-ABC•••'),
    originalAt: instant.nullable().describe('When the use was taken that was given back'),
  })
  .meta({ id: 'StatementLine' });

export type StatementLine = z.infer<typeof statementLine>;

const totals = z.object({ redeemed: z.int(), reversed: z.int(), net: z.int() });

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

export const statementsContract = {
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
    shows: ['codes', 'partners', 'statements'],
    ...partnerEndpoint,
    query: monthQuery,
    response: statement,
  }),
  statementFile: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statement.csv',
    summary: 'A store’s account of a month as a file; its digest seals a closed month',
    shows: ['codes', 'partners', 'statements'],
    ...partnerEndpoint,
    query: monthQuery.extend(csvFile),
    response: z.string(),
    format: 'csv',
  }),
  closedMonths: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statements',
    summary: 'A store’s closed months, newest first',
    shows: ['partners', 'statements'],
    ...partnerEndpoint,
    response: z.object({ ok, months: z.array(closedMonth) }),
  }),
  statementLink: endpoint({
    method: 'GET',
    path: '/api/admin/partners/{id}/statement-link',
    summary: 'Whether a store has a link to its own statements',
    shows: ['partners', 'statements'],
    ...partnerEndpoint,
    response: z.object({
      ok,
      link: z.object({ createdAt: instant, createdBy: z.string() }).nullable(),
    }),
  }),
  createStatementLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/statement-link',
    summary: 'Make a link by which a store reads its own statements; an earlier one ends',
    changes: ['statements'],
    ...partnerEndpoint,
    response: z.object({ ok, link: z.string().describe('Shown this once') }),
  }),
  endStatementLink: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/statement-link/end',
    summary: 'End a store’s link to its statements',
    changes: ['statements'],
    ...partnerEndpoint,
    response: z.object({ ok }),
  }),
  storeStatement: endpoint({
    method: 'GET',
    path: '/api/statements/{token}',
    summary: 'A store’s own account of a month, by its link',
    shows: ['codes', 'partners', 'statements'],
    ...byLink,
    query: monthQuery,
    response: statement.extend({ months: z.array(closedMonth).describe('Closed ones, newest first') }),
  }),
  storeStatementFile: endpoint({
    method: 'GET',
    path: '/api/statements/{token}/statement.csv',
    summary: 'The same as a file',
    shows: ['codes', 'partners', 'statements'],
    ...byLink,
    query: monthQuery.extend(csvFile),
    response: z.string(),
    format: 'csv',
  }),
};

export const contract = { ...redemptionContract, ...tillsContract, ...statementsContract };
