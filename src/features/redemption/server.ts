// The till: what a code is good for, and taking one use of it. A use is taken together with its row in
// code_redemptions or not at all, and never more often than the code allows.
import { recordAudit } from '#features/audit/server.ts';
import { queueDonorNews } from '#features/mail/serverOutbox.ts';
import { findPartner, findPartnerByPin } from '#features/partners/server.ts';
import { findCode, takeUse } from '#features/rewards/server.ts';
import { together } from '#server/database.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { rememberTill } from '#server/http/tills.ts';
import { preparedInsert } from '#server/rows.ts';
import { codeRedemptions } from '#server/schema.ts';
import { contract } from './contract.ts';
import { type CodeState, refusalMessages, whyNotRedeemable } from './rules.ts';

export const redemptionFeature = implement(contract, {
  checkCode: async ({ database, params, now }) => {
    const code = await findCode(database, params.code);
    if (!code || whyNotRedeemable(code, now)) throw unusable(code, now);
    const partner = code.partnerId ? await findPartner(database, code.partnerId) : undefined;
    return answer(code, partner ?? null);
  },

  redeemCode: async (call) => {
    const { transaction, params, body, site, afterCommit, now } = call;
    const partner = await findPartnerByPin(transaction, site.secrets, body.pin);
    if (!partner) throw new Refusal('invalid_pin', 'Invalid PIN', { countsAgainst: 'wrongPin' });

    const taken = await takeUse(transaction, { code: params.code, partnerId: partner.id, now });
    if (!taken) {
      const code = await findCode(transaction, params.code);
      if (code?.partnerId && code.partnerId !== partner.id && !whyNotRedeemable(code, now)) {
        throw new Refusal('other_partner', 'This code is for another partner store.');
      }
      throw unusable(code, now);
    }

    const { id: partnerId, name, discount } = partner;
    const { clerk } = body;
    const { id: codeId, code, participantId } = taken;
    const [[redemption]] = await together(transaction, () => [
      newRedemption(transaction, { codeId, code, partnerId, clerk, redeemedAt: now }),
      recordAudit(transaction, now, {
        actor: name,
        actorRole: 'partner',
        action: 'code.redeemed',
        entityType: 'code',
        entityId: taken.id,
        participantId,
        details: { partnerId, useCount: taken.useCount, maxUses: taken.maxUses },
      }),
    ]);
    if (!redemption) throw new Error('The new redemption was not returned.');
    const usesLeft = taken.maxUses - taken.useCount;
    const content = { code, expiresAt: taken.expiresAt.toISOString(), store: name, usesLeft };
    const news = { participantId, about: redemption.id, content };
    await queueDonorNews(transaction, site, 'code_used', [news], now);
    afterCommit(async () => site.wakeMail());
    rememberTill(call, partner);
    return answer(taken, { id: partnerId, name, discount });
  },
});

const newRedemption = preparedInsert('new redemption', codeRedemptions, {}, (insert) =>
  insert.returning({ id: codeRedemptions.id }),
);

type Store = { id: number; name: string; discount: string | null };

function answer(code: CodeState, partner: Store | null) {
  return {
    ok: true as const,
    remaining: code.maxUses - code.useCount,
    maxUses: code.maxUses,
    expiresAt: code.expiresAt.toISOString(),
    partner,
  };
}

/** Why a code can't be used. Trying codes that don't exist uses a quota up. */
function unusable(code: CodeState | undefined, now: Date): Refusal {
  // A code that another till used up between two statements here reads as used up all the same.
  const reason = whyNotRedeemable(code, now) ?? 'used_up';
  return new Refusal(reason, refusalMessages[reason], {
    reason,
    ...(reason === 'used_up' && { remaining: 0, maxUses: code?.maxUses }),
    ...(reason === 'not_found' && { countsAgainst: 'unknownCode' }),
  });
}
