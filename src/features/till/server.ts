// Checking and redeeming reward codes. Taking a use or giving it back commits together with its row in the ledger
// (code_redemptions). A code is never used more often than it allows, and each use is given back at most once.
import { and, desc, eq, getTableColumns, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { queueDonorNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import { findPartner, findPartnerByPin } from '#features/partners/server.ts';
import { findCode, giveUseBack, takeUse } from '#features/rewards/server.ts';
import { dayOf, startOfDay } from '#shared/dates.ts';
import type { AdminRole } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { registeredTill } from '#server/http/sessions.ts';
import { codeRedemptions, discountCodes } from '#server/db/schema.ts';
import { tillRedemption, redemptionContract } from './contract.ts';
import {
  type DatedCodeState,
  invalidPinMessage,
  isPracticeCode,
  OFFICE,
  otherPartnerMessage,
  practiceCodeState,
  refusalMessages,
  undoUntil,
  whyNotRedeemable,
} from './rules.ts';
import { registerTill } from './serverTills.ts';

/** How many of the day's redemptions a till lists. */
const LISTED_REDEMPTIONS = 50;

export const redemptionFeature = implement(redemptionContract, {
  checkCode: async ({ database, params, now }) => {
    if (isPracticeCode(params.code)) return { ...checkPracticeCode(params.code, now), partner: null };
    const code = await findCode(database, params.code);
    if (!code || whyNotRedeemable(code, now)) throw codeRefusal(code, now);
    const partner = code.partnerId ? await findPartner(database, code.partnerId) : undefined;
    return { ...codeBalance(code), partner: partner ?? null };
  },

  redeemCode: async (call) => {
    const { transaction, params, body, site, afterCommit, now } = call;
    if (isPracticeCode(params.code)) {
      const balance = checkPracticeCode(params.code, now, body.pin);
      return {
        ...balance,
        remaining: balance.remaining - 1,
        partner: null,
        // The undo of a practice code ignores the ID.
        redemptionId: 1,
        undoUntil: undoUntil(now),
      };
    }
    const partner = await requirePartnerByPin(transaction, site, body.pin);
    // The till is locked before the code, as in an undo, so that two calls of one till cannot deadlock.
    const tillId = await registerTill(call, partner);
    const usedCode = await takeUse(transaction, { code: params.code, partnerId: partner.id, now });
    if (!usedCode) {
      const code = await findCode(transaction, params.code);
      if (code?.partnerId && code.partnerId !== partner.id && !whyNotRedeemable(code, now)) {
        throw new Refusal('other_partner', otherPartnerMessage);
      }
      throw codeRefusal(code, now);
    }

    const { id: partnerId, name, discount } = partner;
    const { id: codeId, code, participantId, useCount, maxUses } = usedCode;
    const [redemption] = await transaction
      .insert(codeRedemptions)
      .values({ at: now, codeId, code, partnerId, tillId, clerk: body.clerk, kind: 'redeemed' })
      .returning({ id: codeRedemptions.id });
    if (!redemption) throw new Error('The new redemption was not returned.');
    await recordAudit(transaction, now, {
      actor: name,
      actorRole: 'partner',
      action: 'code.redeemed',
      entityType: 'code',
      entityId: codeId,
      participantId,
      details: { partnerId, useCount, maxUses },
    });
    const content = {
      code,
      expiresAt: usedCode.expiresAt.toISOString(),
      store: name,
      usesLeft: maxUses - useCount,
    };
    const news = { participantId, about: redemption.id, content };
    await queueDonorNews(transaction, site, 'code_used', [news], now);
    await withdrawNews(transaction, site, ['code_ending'], [codeId]);
    afterCommit(async () => site.wakeMail());
    return {
      ...codeBalance(usedCode),
      partner: { id: partnerId, name, discount },
      redemptionId: redemption.id,
      undoUntil: undoUntil(now),
    };
  },

  undoRedemption: async (call) => {
    const { transaction, params, body, site, now } = call;
    if (isPracticeCode(params.code)) return checkPracticeCode(params.code, now, body.pin);
    const partner = await requirePartnerByPin(transaction, site, body.pin);
    const code = await findCode(transaction, params.code);
    if (!code) throw codeRefusal(code, now);
    const use = await findUse(transaction, body.redemptionId);
    if (use?.codeId !== code.id) throw new Refusal('not_found', 'There is no such redemption of this code.');
    if (use.partnerId !== partner.id) {
      throw new Refusal('other_partner', 'Another partner store redeemed this code.');
    }
    // A use that was given back already gets that answer from `reverseUse`, even after the time limit.
    const isReversed = (await transaction.$count(codeRedemptions, eq(codeRedemptions.reverses, use.id))) > 0;
    if (now >= undoUntil(use.at) && !isReversed) {
      throw new Refusal(
        'undo_too_late',
        'This was too long ago to be undone at the till. The office can give the use back.',
      );
    }
    const tillId = await registerTill(call, partner);
    const reversedBy = { actor: partner.name, actorRole: 'partner' as const };
    return await reverseUse(transaction, site, use, { reversedBy, tillId, clerk: body.clerk }, now);
  },

  ownTill: async ({ database, site, request, now }) => {
    const till = await registeredTill(database, site, request);
    const partner = till && (await findPartner(database, till.partnerId));
    if (!till || !partner) return { ok: true as const, now, till: null };
    const { timeZone } = site;
    const isTodayAtThisTill = and(
      eq(codeRedemptions.tillId, till.id),
      gte(codeRedemptions.at, startOfDay(dayOf(now, timeZone), timeZone)),
    );
    const reversals = alias(codeRedemptions, 'reversals');
    const [redemptions, redeemedCount, totalCount] = await Promise.all([
      database
        .select({ ...columnsFor(codeRedemptions, tillRedemption), reversedAt: reversals.at })
        .from(codeRedemptions)
        .leftJoin(reversals, eq(reversals.reverses, codeRedemptions.id))
        .where(isTodayAtThisTill)
        .orderBy(desc(codeRedemptions.at), desc(codeRedemptions.id))
        .limit(LISTED_REDEMPTIONS),
      database.$count(codeRedemptions, and(isTodayAtThisTill, eq(codeRedemptions.kind, 'redeemed'))),
      database.$count(codeRedemptions, isTodayAtThisTill),
    ]);
    return {
      ok: true as const,
      now,
      till: {
        store: partner.name,
        redeemed: redeemedCount,
        reversed: totalCount - redeemedCount,
        redemptions,
      },
    };
  },

  reverseRedemption: async ({ transaction, params: { id }, body: { reason }, admin, site, now }) => {
    const use = await findUse(transaction, id);
    if (!use) throw new Refusal('not_found', consoleOnly('There is no such redemption.'));
    const reversal = { reversedBy: doneBy(admin), clerk: OFFICE, reason };
    return await reverseUse(transaction, site, use, reversal, now);
  },
});

/**
 * The balance of a practice code, without reading or writing any table.
 *
 * @throws Refusal for the codes that stand for used up and expired ones, and for a wrong PIN.
 */
function checkPracticeCode(code: string, now: Date, pin?: string) {
  const practice = true as const;
  // Any eight digits are right but 00000000, so that clerks can practise a wrong PIN.
  if (pin !== undefined && (!/^\d{8}$/.test(pin) || pin === '00000000')) {
    throw new Refusal('invalid_pin', invalidPinMessage, { practice });
  }
  const state = practiceCodeState(code, now);
  if (whyNotRedeemable(state, now)) throw codeRefusal(state, now, practice);
  return { ...codeBalance(state), practice };
}

/** @throws Refusal 403 if no active store has this PIN. */
async function requirePartnerByPin(executor: Executor, site: Site, pin: string) {
  const partner = await findPartnerByPin(executor, site.secrets, pin);
  if (!partner) throw new Refusal('invalid_pin', invalidPinMessage, { countsAgainst: 'wrongPin' });
  return partner;
}

/** A use with the donor of its code, even if it was given back since. Undefined if no use has this ID. */
async function findUse(executor: Executor, id: number) {
  const [use] = await executor
    .select({ ...getTableColumns(codeRedemptions), participantId: discountCodes.participantId })
    .from(codeRedemptions)
    .innerJoin(discountCodes, eq(discountCodes.id, codeRedemptions.codeId))
    .where(and(eq(codeRedemptions.id, id), eq(codeRedemptions.kind, 'redeemed')));
  return use;
}

type Use = NonNullable<Awaited<ReturnType<typeof findUse>>>;

type Reversal = {
  reversedBy: { actor: string; actorRole: AdminRole | 'partner' };
  tillId?: number;
  clerk: string | null | undefined;
  reason?: string;
};

/**
 * Gives a use back to its code.
 *
 * @throws Refusal 409 if it was given back before.
 */
async function reverseUse(
  transaction: Transaction,
  site: Site,
  { id, codeId, code, partnerId, participantId }: Use,
  { reversedBy, tillId, clerk, reason }: Reversal,
  now: Date,
) {
  // The unique index lets only one of several simultaneous reversals through.
  const [reversal] = await transaction
    .insert(codeRedemptions)
    .values({ at: now, codeId, code, partnerId, tillId, clerk, reason, kind: 'reversed', reverses: id })
    .onConflictDoNothing({
      target: codeRedemptions.reverses,
      where: sql`${codeRedemptions.reverses} is not null`,
    })
    .returning({ id: codeRedemptions.id });
  if (!reversal) throw new Refusal('already_undone', 'This use was given back already.');
  const updatedCode = await giveUseBack(transaction, codeId, reversedBy.actor, now);
  await withdrawNews(transaction, site, ['code_used'], [id]);
  await withdrawNews(transaction, site, ['code_ending'], [codeId]);
  const { useCount, maxUses } = updatedCode;
  await recordAudit(transaction, now, {
    ...reversedBy,
    action: 'code.use_given_back',
    entityType: 'code',
    entityId: codeId,
    participantId,
    details: { partnerId, redemptionId: id, useCount, maxUses, reason },
  });
  return codeBalance(updatedCode);
}

function codeBalance({ maxUses, useCount, expiresAt }: DatedCodeState) {
  return { ok: true as const, remaining: maxUses - useCount, maxUses, expiresAt };
}

/** The refusal of a code that cannot be redeemed. Unknown and revoked codes count against a limit. */
function codeRefusal(code: DatedCodeState | undefined, now: Date, practice?: true): Refusal {
  // If a use was given back since `takeUse` found none, the code is valid again by now.
  const reason = whyNotRedeemable(code, now) ?? 'used_up';
  return new Refusal(reason, refusalMessages[reason], {
    ...(practice && { practice }),
    reason,
    ...(reason === 'used_up' && { remaining: 0, maxUses: code?.maxUses }),
    ...(reason === 'not_found' && { countsAgainst: 'unknownCode' }),
  });
}
