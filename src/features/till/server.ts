// The till: what a code is good for, taking one use of it and giving it back. A use is taken or given back together with
// its row in the ledger (code_redemptions) or not at all, never more often than the code allows, and given back once.
import { consoleOnly, type Sentence } from '#shared/sentence.ts';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { queueDonorNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import { refuseNaming, staysInLog } from '#features/donors/serverRemoval.ts';
import { findPartner, findPartnerByPin } from '#features/partners/server.ts';
import { findCode, practiceOf, returnUse, takeUse } from '#features/rewards/server.ts';
import { rememberTill } from '#features/till/tills/server.ts';
import { addDays, dayOf, startOfDay } from '#shared/dates.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { type AdminCaller, implement, type Site, type WriteCall } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { knownTill } from '#server/http/tills.ts';
import { codeRedemptions, discountCodes } from '#server/schema.ts';
import { contract, ownRedemption } from './contract.ts';
import {
  type CodeState,
  invalidPinMessage,
  OFFICE,
  otherPartnerMessage,
  refusalMessages,
  undoUntil,
  whyNotRedeemable,
} from './rules.ts';

/** How many of the day's redemptions a till sees. */
const MOST_OWN = 50;

const PRACTICE_DAYS = 30;
const practiceTerms = { maxUses: 2, revokedAt: null };

export const redemptionFeature = implement(contract, {
  checkCode: async ({ database, params, now }) => {
    if (isPractice(params.code)) return { ...practise(params.code, now), partner: null };
    const code = await findCode(database, params.code);
    if (!code || whyNotRedeemable(code, now)) throw unusable(code, now);
    const partner = code.partnerId ? await findPartner(database, code.partnerId) : undefined;
    return { ...codeLeft(code), partner: partner ?? null };
  },

  redeemCode: async (call) => {
    const { transaction, params, body, site, afterCommit, now } = call;
    if (isPractice(params.code)) {
      const left = practise(params.code, now, body.pin);
      const undoable = { redemptionId: 1, undoUntil: undoUntil(now).toISOString() };
      return { ...left, remaining: left.remaining - 1, partner: null, ...undoable };
    }
    const partner = await provenPartner(call, body.pin);
    const taken = await takeUse(transaction, { code: params.code, partnerId: partner.id, now });
    if (!taken) {
      const code = await findCode(transaction, params.code);
      if (code?.partnerId && code.partnerId !== partner.id && !whyNotRedeemable(code, now)) {
        throw new Refusal('other_partner', otherPartnerMessage);
      }
      throw unusable(code, now);
    }

    const { id: partnerId, name, discount } = partner;
    const { clerk } = body;
    const { id: codeId, code, participantId } = taken;
    const tillId = await rememberTill(call, partner);
    const [redemption] = await transaction
      .insert(codeRedemptions)
      .values({ at: now, codeId, code, partnerId, tillId, clerk, kind: 'redeemed' })
      .returning({ id: codeRedemptions.id });
    await recordAudit(transaction, now, {
      actor: name,
      actorRole: 'partner',
      action: 'code.redeemed',
      entityType: 'code',
      entityId: codeId,
      participantId,
      details: { partnerId, useCount: taken.useCount, maxUses: taken.maxUses },
    });
    if (!redemption) throw new Error('The new redemption was not returned.');
    const usesLeft = taken.maxUses - taken.useCount;
    const content = { code, expiresAt: taken.expiresAt.toISOString(), store: name, usesLeft };
    const news = { participantId, about: redemption.id, content };
    await queueDonorNews(transaction, site, 'code_used', [news], now);
    afterCommit(async () => site.wakeMail());
    return {
      ...codeLeft(taken),
      partner: { id: partnerId, name, discount },
      redemptionId: redemption.id,
      undoUntil: undoUntil(now).toISOString(),
    };
  },

  undoRedemption: async (call) => {
    const { transaction, params, body, site, now } = call;
    if (isPractice(params.code)) return practise(params.code, now, body.pin);
    const partner = await provenPartner(call, body.pin);
    const code = await findCode(transaction, params.code);
    if (!code) throw unusable(code, now);
    const use = await findUse(transaction, body.redemptionId);
    if (use?.codeId !== code.id) throw new Refusal('not_found', 'There is no such redemption of this code.');
    if (use.partnerId !== partner.id) {
      throw new Refusal('other_partner', 'Another partner store redeemed this code.');
    }
    if (now >= undoUntil(use.at) && !(await isReversed(transaction, use.id))) {
      throw new Refusal(
        'undo_too_late',
        'This was too long ago to be undone at the till. The office can give the use back.',
      );
    }
    const tillId = await rememberTill(call, partner);
    const reversal = { actor: partner.name, tillId, clerk: body.clerk, reason: null };
    const returned = await giveBack(transaction, site, use, reversal, now);
    await recordAudit(transaction, now, {
      actor: partner.name,
      actorRole: 'partner',
      ...givenBack(use, returned),
    });
    return codeLeft(returned);
  },

  ownTill: async ({ database, site, request, now }) => {
    const till = await knownTill(database, site, request);
    const nobody = { ok: true as const, now: now.toISOString(), till: null };
    if (!till) return nobody;
    const { timeZone } = site;
    const today = { tillId: till.id, since: startOfDay(dayOf(now, timeZone), timeZone) };
    const [partner, redemptions, [counted]] = await Promise.all([
      findPartner(database, till.partnerId),
      ownRedemptions(database, today),
      countOwn(database, today),
    ]);
    if (!partner) return nobody;
    const { redeemed = 0, reversed = 0 } = counted ?? {};
    return {
      ...nobody,
      till: { store: partner.name, redeemed, reversed, redemptions },
    };
  },

  reverseRedemption: async ({ transaction, params: { id }, body: { reason }, admin, site, now }) => {
    await refuseNamingDonor(transaction, id, { field: 'reason', text: reason, message: staysInLog });
    return codeLeft(await giveBackFor(transaction, site, admin, { id, reason }, now));
  },
});

const isPractice = (code: string) => practiceOf(code) !== undefined;

/**
 * What a practice code is good for. Any eight digits are a PIN, but for eight zeros: so a clerk sees a wrong one, too.
 *
 * @throws Refusal as for a code that is used up or expired, and for a wrong PIN.
 */
function practise(code: string, now: Date, pin?: string) {
  const practice = true as const;
  if (pin !== undefined && (!/^\d{8}$/.test(pin) || pin === '00000000')) {
    throw new Refusal('invalid_pin', invalidPinMessage, { practice });
  }
  const expiresAt = addDays(now, PRACTICE_DAYS);
  const kind = practiceOf(code);
  const reason = kind === 'usedUp' ? 'used_up' : kind === 'expired' ? 'expired' : null;
  if (reason === null) return { ...codeLeft({ ...practiceTerms, useCount: 0, expiresAt }), practice };
  const used = reason === 'used_up' && { remaining: 0, maxUses: practiceTerms.maxUses };
  throw new Refusal(reason, refusalMessages[reason], { reason, practice, ...used });
}

/**
 * Refuses what an admin says of a line of the ledger, and would stay, where it says whose code it is of.
 *
 * @throws Refusal 400 with the message for the field.
 */
async function refuseNamingDonor(
  executor: Executor,
  redemptionId: number,
  typed: { field: string; text: string; message: Sentence },
): Promise<void> {
  const [donor] = await executor
    .select({ participantId: discountCodes.participantId })
    .from(codeRedemptions)
    .innerJoin(discountCodes, eq(discountCodes.id, codeRedemptions.codeId))
    .where(eq(codeRedemptions.id, redemptionId));
  if (donor) await refuseNaming(executor, donor.participantId, typed);
}

/**
 * Gives a use back to its code as an admin wants it, for a reason that was not refused for whom it names.
 *
 * @throws Refusal 404 where no use has that number, 409 where it was given back before.
 */
async function giveBackFor(
  transaction: Transaction,
  site: Site,
  admin: AdminCaller,
  { id, reason }: { id: number; reason: string },
  now: Date,
) {
  const use = await findUse(transaction, id);
  if (!use) throw new Refusal('not_found', consoleOnly('There is no such redemption.'));
  const reversal = { actor: admin.username, tillId: null, clerk: OFFICE, reason };
  const returned = await giveBack(transaction, site, use, reversal, now);
  await recordAudit(transaction, now, { ...doneBy(admin), ...givenBack(use, returned, reason) });
  return returned;
}

/** The store of a PIN. @throws Refusal 403 where there is none. */
async function provenPartner(
  { transaction, site }: Pick<WriteCall<Endpoint>, 'transaction' | 'site'>,
  pin: string,
) {
  const partner = await findPartnerByPin(transaction, site.secrets, pin);
  if (!partner) throw new Refusal('invalid_pin', invalidPinMessage, { countsAgainst: 'wrongPin' });
  return partner;
}

type Use = typeof codeRedemptions.$inferSelect;

/** A use that was taken, given back since or not. Undefined for what is none: nothing that was given back is taken by that. */
async function findUse(executor: Executor, id: number): Promise<Use | undefined> {
  const [use] = await executor
    .select()
    .from(codeRedemptions)
    .where(and(eq(codeRedemptions.id, id), eq(codeRedemptions.kind, 'redeemed')));
  return use;
}

async function isReversed(executor: Executor, id: number): Promise<boolean> {
  return (await executor.$count(codeRedemptions, eq(codeRedemptions.reverses, id))) > 0;
}

/**
 * Gives a use back to its code.
 *
 * @throws Refusal 409 where it was given back before.
 */
async function giveBack(
  transaction: Transaction,
  site: Site,
  { id, codeId, code, partnerId }: Use,
  { actor, ...by }: Pick<Use, 'tillId' | 'reason'> & { actor: string; clerk: string | null | undefined },
  now: Date,
) {
  // Of all who reverse a use at the same moment the unique index lets one.
  const [reversal] = await transaction
    .insert(codeRedemptions)
    .values({ at: now, codeId, code, partnerId, ...by, kind: 'reversed', reverses: id })
    .onConflictDoNothing({
      target: codeRedemptions.reverses,
      where: sql`${codeRedemptions.reverses} is not null`,
    })
    .returning({ id: codeRedemptions.id });
  if (!reversal) throw new Refusal('already_undone', 'This use was given back already.');
  const returned = await returnUse(transaction, codeId, actor, now);
  await withdrawNews(transaction, site, ['code_used'], [id]);
  await withdrawNews(transaction, site, ['code_ending'], [codeId]);
  return returned;
}

/** What the audit log keeps of a use that was given back. */
function givenBack({ id, partnerId }: Use, code: Awaited<ReturnType<typeof returnUse>>, reason?: string) {
  return {
    action: 'code.use_given_back',
    entityType: 'code' as const,
    entityId: code.id,
    participantId: code.participantId,
    details: { partnerId, redemptionId: id, useCount: code.useCount, maxUses: code.maxUses, reason },
  };
}

type Today = { tillId: number; since: Date };

const isOfToday = ({ tillId, since }: Today) =>
  and(eq(codeRedemptions.tillId, tillId), gte(codeRedemptions.at, since));

const reversals = alias(codeRedemptions, 'reversals');

const ownRedemptions = (executor: Executor, today: Today) =>
  executor
    .select({
      ...columnsFor(codeRedemptions, ownRedemption),
      reversedAt: reversals.at,
    })
    .from(codeRedemptions)
    .leftJoin(reversals, eq(reversals.reverses, codeRedemptions.id))
    .where(isOfToday(today))
    .orderBy(desc(codeRedemptions.at), desc(codeRedemptions.id))
    .limit(MOST_OWN);

const countOwn = (executor: Executor, today: Today) =>
  executor
    .select({
      redeemed: sql<number>`count(*) filter (where ${codeRedemptions.kind} = 'redeemed')::int`,
      reversed: sql<number>`count(*) filter (where ${codeRedemptions.kind} = 'reversed')::int`,
    })
    .from(codeRedemptions)
    .where(isOfToday(today));

function codeLeft(code: CodeState) {
  return {
    ok: true as const,
    remaining: code.maxUses - code.useCount,
    maxUses: code.maxUses,
    expiresAt: code.expiresAt.toISOString(),
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
