import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, optionalText, requiredText, rowId, rowIdParameter } from '#shared/fields.ts';
import { redemptionKinds } from '#shared/redemptions.ts';
import { noPinMessage } from './rules.ts';

const code = requiredText('Reward code is required', lengths.rewardCode).transform((text) =>
  text.toUpperCase(),
);

const pin = requiredText(noPinMessage, lengths.pin);
const clerk = optionalText(lengths.clerk);

/** What a code is good for. */
const codeLeft = {
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
    ...codeLeft,
    partner: z
      .object({ id: z.int(), name: z.string(), discount: z.string().nullable() })
      .nullable()
      .describe('The only store that takes the code, or null; after redeeming, the store that took it'),
  })
  .meta({ id: 'UsableCode' });

/** A row of the ledger, as the till that it was made at sees it. */
export const ownRedemption = z
  .object({
    id: z.int(),
    at: instant,
    code: z.string(),
    clerk: z.string().nullable(),
    kind: z.enum(redemptionKinds),
    reverses: z.int().nullable().describe('The use that was given back'),
    reversedAt: instant.nullable().describe('When this use was given back'),
  })
  .meta({ id: 'TillRedemption' });

export type OwnRedemption = z.infer<typeof ownRedemption>;

export const contract = {
  checkCode: endpoint({
    method: 'GET',
    path: '/api/redeem/{code}',
    summary: 'What a reward code is still good for',
    access: 'public',
    shows: ['codes', 'partners'],
    refuses: ['not_found', 'expired', 'used_up'],
    limits: ['unknownCode'],
    params: z.object({ code }),
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
    params: z.object({ code }),
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
    refuses: ['invalid_pin', 'other_partner', 'not_found', 'already_undone', 'undo_too_late'],
    idempotent: true,
    limits: ['wrongPin', 'unknownCode'],
    params: z.object({ code }),
    body: z.object({
      pin,
      redemptionId: rowId,
      clerk: clerk.describe('Who gives it back'),
    }),
    response: z.object(codeLeft),
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
          redemptions: z.array(ownRedemption).describe('The last 50'),
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
    response: z.object(codeLeft),
  }),
};
