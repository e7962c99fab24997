import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, optionalText, requiredText } from '#shared/fields.ts';

const code = requiredText('Reward code is required', lengths.rewardCode).transform((text) =>
  text.toUpperCase(),
);

const usableCode = z.object({
  ok,
  remaining: z.int().describe('Uses left'),
  maxUses: z.int(),
  expiresAt: instant,
  partner: z
    .object({ id: z.int(), name: z.string(), discount: z.string().nullable() })
    .nullable()
    .describe('The only store that takes the code, or null; after redeeming, the store that took it'),
});

export const contract = {
  checkCode: endpoint({
    method: 'GET',
    path: '/api/redeem/{code}',
    summary: 'What a reward code is still good for',
    access: 'public',
    shows: ['codes', 'partners'],
    limits: ['unknownCode'],
    params: z.object({ code }),
    response: usableCode,
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/redeem/{code}',
    summary: 'Take one use of a reward code, by a partner store’s PIN',
    access: 'public',
    changes: ['codes'],
    idempotent: true,
    limits: ['wrongPin', 'unknownCode'],
    params: z.object({ code }),
    body: z.object({
      pin: requiredText('Please enter your Partner PIN.', lengths.pin),
      clerk: optionalText(lengths.clerk),
    }),
    response: usableCode,
  }),
};
