// Reward codes: one for each confirmed donation, good for a number of uses until it expires.
import { consoleOnly } from '#shared/sentence.ts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordAudit, recordExport } from '#features/audit/server.ts';
import { type Mailing, queueDonorNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import { lockExistingParticipant } from '#features/donors/server.ts';
import { requirePartner } from '#features/partners/server.ts';
import { readSettings } from '#server/settings.ts';
import { addDays, dayOf, isDay, nextDay, startOfDay, zonedTimeOf } from '#shared/dates.ts';
import { columnsFor, inBatches } from '#server/db/queries.ts';
import { type Executor, inTransaction, type Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement, type Site } from '#server/http/call.ts';
import { checkYears, invalidFields, Refusal } from '#server/http/refusal.ts';
import { discountCodes, participants } from '#server/db/schema.ts';
import { randomText } from '#server/secrets.ts';
import { contract, donorCode } from './contract.ts';
import {
  CODE_ALPHABET,
  CODE_CHARACTERS,
  displayStatus,
  GIVEN_BACK_DAYS,
  PRACTICE_PREFIX,
  toCodeState,
  whyNotExtendable,
  whyNotMarkable,
  whyNotRevocable,
} from './rules.ts';
import { findRows, isUnspent, isUsable, listCondition } from './serverRows.ts';

/** Records an admin's change of a code. */
async function record(
  transaction: Transaction,
  now: Date,
  admin: AdminCaller,
  action: string,
  { id, participantId }: { id: number; participantId: number },
  details: Record<string, unknown> = {},
): Promise<void> {
  const entity = { entityType: 'code' as const, entityId: id, participantId };
  await recordAudit(transaction, now, { ...doneBy(admin), action, ...entity, details });
}

export const rewardsFeature = implement(contract, {
  codes: async ({ database, query: { limit, offset, ...filters }, now }) => {
    const condition = listCondition(filters, now);
    // The query selects ids first, so that the owners of earlier pages are not joined.
    const ids = database
      .select({ id: discountCodes.id })
      .from(discountCodes)
      .where(condition)
      .orderBy(desc(discountCodes.id))
      .limit(limit)
      .offset(offset);
    const [rows, total] = await Promise.all([
      findRows(database, inArray(discountCodes.id, ids)).orderBy(desc(discountCodes.id)),
      database.$count(discountCodes, condition),
    ]);
    return { ok: true as const, items: rows, total, limit, offset };
  },

  exportCodes: async (call) => {
    const { database, query, site, now } = call;
    const condition = listCondition(query, now);
    const rows = await database.$count(discountCodes, condition);
    await recordExport(call, { action: 'code.exported', entityType: 'code', rows, filters: query });
    return {
      fileName: `codes-${dayOf(now, site.timeZone)}.csv`,
      header: EXPORT_HEADER,
      batches: exportedRows(database, condition, site, now),
    };
  },

  createCode: async ({ transaction, body, admin, site: { timeZone }, now }) => {
    const expiresAt = futureExpiry(body.expiresAt, timeZone, now);
    const { usesPerCode, term } = await readSettings(transaction);
    const { participantId, partnerId, maxUses = usesPerCode } = body;
    await lockExistingParticipant(transaction, participantId);
    if (partnerId) await requirePartner(transaction, partnerId);
    const newCode = { participantId, partnerId, maxUses, generatedAt: now, expiresAt, term };
    // An insert gives no row if its random text is taken.
    let created;
    while (!created) [created] = await insertCodes(transaction, [newCode]);
    await record(transaction, now, admin, 'code.created', created, { participantId, maxUses, partnerId });
    return { ok: true as const, code: created.code, row: await readRow(transaction, created.id) };
  },

  markCodeUsed: async ({ transaction, params: { id }, admin, site, now }) => {
    const code = await lockCode(transaction, id);
    refuseIf(whyNotMarkable(code, now));
    const { useCount, maxUses, markedUses } = code;
    await transaction
      .update(discountCodes)
      .set({ useCount: maxUses, markedUses: markedUses + maxUses - useCount, usedAt: now })
      .where(eq(discountCodes.id, id));
    await record(transaction, now, admin, 'code.marked_used', code);
    return await finishCodeChange(transaction, site, id);
  },

  revokeCode: async ({ transaction, params: { id }, admin, site, now }) => {
    refuseIf(whyNotRevocable(await lockCode(transaction, id)));
    await revokeCodes(transaction, eq(discountCodes.id, id), admin, now);
    return await finishCodeChange(transaction, site, id);
  },

  extendCode: async ({ transaction, params: { id }, body, admin, site, now }) => {
    const expiresAt = futureExpiry(body.expiresAt, site.timeZone, now);
    const code = await lockCode(transaction, id);
    refuseIf(whyNotExtendable(code, expiresAt));
    await transaction.update(discountCodes).set({ expiresAt }).where(eq(discountCodes.id, id));
    await record(transaction, now, admin, 'code.extended', code, { expiresAt: expiresAt.toISOString() });
    return await finishCodeChange(transaction, site, id);
  },
});

/**
 * The expiry that a text gives: an instant, or the end of a day in the site's time zone.
 *
 * @throws Refusal 400 if it has passed.
 */
function futureExpiry(text: string, timeZone: string, now: Date): Date {
  checkYears({ expiresAt: text }, consoleOnly('Please enter a valid expiry date'));
  const expiresAt = isDay(text) ? startOfDay(nextDay(text), timeZone) : new Date(text);
  if (expiresAt > now) return expiresAt;
  throw invalidFields({ expiresAt: consoleOnly('Expiry date cannot be in the past') });
}

async function readRow(executor: Executor, id: number) {
  const [row] = await findRows(executor, eq(discountCodes.id, id));
  if (!row) throw new Error('A code vanished while it was being changed.');
  return row;
}

/** Withdraws a queued mail about the code's expiry, which is wrong now, and answers the new row. */
async function finishCodeChange(transaction: Transaction, site: Site, id: number) {
  await withdrawNews(transaction, site, ['code_ending'], [id]);
  return { ok: true as const, row: await readRow(transaction, id) };
}

/** Revokes the matching codes that are not revoked yet. Returns them. */
async function revokeCodes(
  transaction: Transaction,
  condition: SQL | undefined,
  admin: AdminCaller,
  now: Date,
) {
  const revoked = await transaction
    .update(discountCodes)
    .set({ revokedAt: now, revokedBy: admin.username })
    .where(and(condition, isNull(discountCodes.revokedAt)))
    .returning({ id: discountCodes.id, participantId: discountCodes.participantId });
  for (const code of revoked) await record(transaction, now, admin, 'code.revoked', code);
  return revoked;
}

/**
 * Locks a code as an update does. A stronger lock would wait for other reversals that have written to the ledger. Two
 * reversals at once would then wait for each other.
 *
 * @throws Refusal 404 for an unknown code.
 */
async function lockCode(transaction: Transaction, id: number) {
  const [code] = await transaction
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.id, id))
    .for('no key update');
  if (!code) throw new Refusal('not_found', consoleOnly('There is no such code.'));
  return code;
}

/** @throws Refusal 409 if there is a reason why a code may not be changed. */
function refuseIf(reason: string | null): void {
  if (reason !== null) throw new Refusal('code_not_changeable', consoleOnly(reason));
}

const EXPORT_HEADER = [
  'id',
  'code',
  'status',
  'participant id',
  'participant',
  'email',
  'uses',
  'max uses',
  'expires',
  'partner',
];

async function* exportedRows(
  executor: Executor,
  condition: SQL | undefined,
  { timeZone }: Pick<Site, 'timeZone'>,
  now: Date,
) {
  const batches = inBatches((afterId, limit) =>
    findRows(executor, and(condition, gt(discountCodes.id, afterId)))
      .orderBy(discountCodes.id)
      .limit(limit),
  );
  for await (const rows of batches) {
    yield rows.map((row) => [
      row.id,
      row.code,
      displayStatus(toCodeState(row), now),
      row.participant_id,
      row.participant_name,
      row.participant_email,
      row.use_count,
      row.max_uses,
      zonedTimeOf(row.expires_at, timeZone),
      row.partner_name,
    ]);
  }
}

type NewCode = Omit<typeof discountCodes.$inferInsert, 'code'>;

/** Inserts codes with random texts. Skips a code whose text is taken, which is rare among 887 million. */
async function insertCodes(transaction: Transaction, codes: readonly NewCode[]) {
  return await transaction
    .insert(discountCodes)
    .values(codes.map((code) => ({ ...code, code: randomCode() })))
    .onConflictDoNothing({ target: discountCodes.code })
    .returning();
}

/** A random code that does not begin like a practice code. */
export function randomCode(drawCharacters = () => randomText(CODE_ALPHABET, CODE_CHARACTERS)): string {
  const text = `RR-${drawCharacters()}`;
  return text.startsWith(PRACTICE_PREFIX) ? randomCode(drawCharacters) : text;
}

interface NewCodeTerms {
  usesPerCode: number;
  daysValid: number;
  term: string;
}

export function newCodeExpiry({ daysValid }: Pick<NewCodeTerms, 'daysValid'>, now: Date): Date {
  return addDays(now, daysValid);
}

/** Issues a code for each donation, which must not have a valid one. Returns the codes by donation ID. */
export async function issueCodes(
  transaction: Transaction,
  donations: readonly { id: number; participantId: number }[],
  { usesPerCode, daysValid, term }: NewCodeTerms,
  now: Date,
): Promise<Map<number, string>> {
  const issued = new Map<number, string>();
  let missing = [...donations];
  while (missing.length > 0) {
    const inserted = await insertCodes(
      transaction,
      missing.map(({ id, participantId }) => ({
        participantId,
        donationId: id,
        maxUses: usesPerCode,
        generatedAt: now,
        expiresAt: newCodeExpiry({ daysValid }, now),
        term,
      })),
    );
    for (const { donationId, code } of inserted) if (donationId) issued.set(donationId, code);
    missing = missing.filter(({ id }) => !issued.has(id));
  }
  return issued;
}

/**
 * Locks the codes of donations, so that no store takes or gives back a use until the transaction ends.
 *
 * @returns false if a code has a use, even a revoked code.
 */
async function lockUnusedCodes(transaction: Transaction, donationIds: readonly number[]): Promise<boolean> {
  const locked = await transaction
    .select({ useCount: discountCodes.useCount })
    .from(discountCodes)
    .where(inArray(discountCodes.donationId, [...donationIds]))
    .orderBy(discountCodes.id)
    .for('update');
  return locked.every(({ useCount }) => useCount === 0);
}

/**
 * Deletes the codes of donations. Revoked codes stay; codes whose uses were all given back are revoked, because the ledger
 * refers to them.
 *
 * @returns false, and changes nothing, if a code has a use, even a revoked code.
 */
export async function withdrawCodes(
  transaction: Transaction,
  mailing: Pick<Mailing, 'mailer'>,
  donationIds: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<boolean> {
  const isOfDonations = inArray(discountCodes.donationId, [...donationIds]);
  if (!(await lockUnusedCodes(transaction, donationIds))) return false;
  const isValid = and(isOfDonations, isNull(discountCodes.revokedAt));
  const revoked = await transaction
    .update(discountCodes)
    .set({ revokedAt: now, revokedBy: admin.username })
    .where(and(isValid, isNotNull(discountCodes.givenBackAt)))
    .returning({ id: discountCodes.id });
  const deleted = await transaction.delete(discountCodes).where(isValid).returning({ id: discountCodes.id });
  await withdrawNews(transaction, mailing, ['code_ending'], idsOf([...revoked, ...deleted]));
  return true;
}

/**
 * Revokes the code of a donation. The row stays, since its donor may have it in a mail.
 *
 * @returns false, and changes nothing, if a code of the donation has a use.
 */
export async function revokeDonationCode(
  transaction: Transaction,
  mailing: Pick<Mailing, 'mailer'>,
  donationId: number,
  admin: AdminCaller,
  now: Date,
): Promise<boolean> {
  if (!(await lockUnusedCodes(transaction, [donationId]))) return false;
  const revoked = await revokeCodes(transaction, eq(discountCodes.donationId, donationId), admin, now);
  await withdrawNews(transaction, mailing, ['code_ending'], idsOf(revoked));
  return true;
}

/**
 * Gives the codes of a donation to another donor, revoked ones too.
 *
 * @returns false, and changes nothing, if one has a use.
 */
export async function moveCodes(
  transaction: Transaction,
  mailing: Pick<Mailing, 'mailer'>,
  donationId: number,
  participantId: number,
): Promise<boolean> {
  if (!(await lockUnusedCodes(transaction, [donationId]))) return false;
  const moved = await transaction
    .update(discountCodes)
    .set({ participantId })
    .where(eq(discountCodes.donationId, donationId))
    .returning({ id: discountCodes.id });
  await withdrawNews(transaction, mailing, ['code_ending'], idsOf(moved));
  return true;
}

const idsOf = (codes: readonly { id: number }[]) => codes.map(({ id }) => id);

/** The code of a donation with its uses left if a till would redeem it now, else undefined. */
export async function findUsableCode(executor: Executor, donationId: number, now: Date) {
  const [code] = await executor
    .select({
      code: discountCodes.code,
      uses: sql<number>`${discountCodes.maxUses} - ${discountCodes.useCount}`,
      expiresAt: discountCodes.expiresAt,
    })
    .from(discountCodes)
    .where(and(eq(discountCodes.donationId, donationId), isUsable(now)));
  return code;
}

/** Revokes the participants' codes with uses left, expired ones too. Returns how many. */
export async function revokeUnspentCodes(
  transaction: Transaction,
  participantIds: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<number> {
  const isTheirs = inArray(discountCodes.participantId, [...participantIds]);
  return (await revokeCodes(transaction, and(isTheirs, isUnspent), admin, now)).length;
}

/** A donor's codes without revoked ones. Usable ones come first, each kind newest first. */
export const listDonorCodes = (
  executor: Executor,
  { participantId, now }: { participantId: number; now: Date },
) =>
  executor
    .select(columnsFor(discountCodes, donorCode))
    .from(discountCodes)
    .where(and(eq(discountCodes.participantId, participantId), isNull(discountCodes.revokedAt)))
    .orderBy(desc(isUsable(now)), desc(discountCodes.generatedAt), desc(discountCodes.id));

export async function findCode(executor: Executor, code: string) {
  const [found] = await executor.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found;
}

/**
 * Takes one use of a code if this partner may take one now. It is one conditional statement, so that tries at once never take
 * more uses than are left.
 */
export async function takeUse(
  transaction: Transaction,
  { code, partnerId, now }: { code: string; partnerId: number; now: Date },
) {
  const [taken] = await transaction
    .update(discountCodes)
    .set({ useCount: sql`${discountCodes.useCount} + 1`, usedAt: now })
    .where(
      and(
        eq(discountCodes.code, code),
        isUsable(now),
        or(isNull(discountCodes.partnerId), eq(discountCodes.partnerId, partnerId)),
      ),
    )
    .returning();
  return taken;
}

/**
 * Gives a use back to its code. An expired code is valid again for `GIVEN_BACK_DAYS`. A revoked one stays revoked, and a
 * removed donor's code becomes revoked.
 *
 * @param actor who gives the use back, recorded if this revokes the code.
 */
export async function giveUseBack(transaction: Transaction, codeId: number, actor: string, now: Date) {
  const isThisCode = eq(discountCodes.id, codeId);
  const ownerId = transaction
    .select({ id: discountCodes.participantId })
    .from(discountCodes)
    .where(isThisCode);
  // Locks the owner, because a simultaneous removal would not revoke a code that is still used up.
  const [owner] = await transaction
    .select({ removedAt: participants.removedAt })
    .from(participants)
    .where(eq(participants.id, ownerId))
    .for('key share');
  const code = await lockCode(transaction, codeId);
  const isRevoked = code.revokedAt !== null;
  const isExpired = code.expiresAt <= now;
  const updates = {
    useCount: code.useCount - 1,
    usedAt: code.useCount > 1 ? code.usedAt : null,
    expiresAt: isExpired && !isRevoked ? addDays(now, GIVEN_BACK_DAYS) : code.expiresAt,
    ...(owner?.removedAt && !isRevoked && { revokedAt: now, revokedBy: actor }),
    givenBackAt: now,
  };
  await transaction.update(discountCodes).set(updates).where(isThisCode);
  return { ...code, ...updates };
}

const NOTICE_DAYS = 5;

/**
 * Notifies donors of usable codes that expire within five days, once for each expiry. Skips a donation's code that expires
 * within five days of its issue, because the confirmation named its expiry.
 */
export async function notifyEndingCodes(site: Mailing & Pick<Site, 'database' | 'clock'>): Promise<void> {
  if (!site.mailer) return;
  const now = site.clock();
  await inTransaction(site.database, async (transaction) => {
    const codes = await transaction
      .select()
      .from(discountCodes)
      .where(and(isUsable(now), lte(discountCodes.expiresAt, addDays(now, NOTICE_DAYS))));
    const news = codes
      .filter(
        ({ donationId, generatedAt, expiresAt }) =>
          donationId === null || generatedAt < addDays(expiresAt, -NOTICE_DAYS),
      )
      .map(({ id, participantId, code, maxUses, useCount, expiresAt }) => ({
        participantId,
        about: id,
        occurrence: expiresAt.getTime(),
        content: { code, usesLeft: maxUses - useCount, expiresAt: expiresAt.toISOString() },
        sendBefore: expiresAt,
      }));
    await queueDonorNews(transaction, site, 'code_ending', news, now);
  });
}
