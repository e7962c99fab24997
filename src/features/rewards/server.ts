// Reward codes: one for each confirmed donation, good for so many uses until a day.
import { consoleOnly } from '#shared/sentence.ts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordAudit, recordExport } from '#features/audit/server.ts';
import { withdrawNews } from '#features/mail/serverOutbox.ts';
import { lockExistingParticipant } from '#features/donors/server.ts';
import { readSettings } from '#features/settings/site/server.ts';
import { addDays, dayOf, isDay, nextDay, startOfDay } from '#shared/dates.ts';
import { inBatches } from '#server/batches.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { checkYears, invalidFields, Refusal } from '#server/http/refusal.ts';
import { discountCodes, participants, partners } from '#server/schema.ts';
import { randomText } from '#server/secrets.ts';
import { contract, donorCode } from './contract.ts';
import {
  CODE_ALPHABET,
  CODE_CHARACTERS,
  displayStatus,
  GIVEN_BACK_DAYS,
  PRACTICE_PREFIX,
  practiceCodes,
  whyNotMarkable,
  whyNotRevocable,
} from './rules.ts';
import { findRows, hasUsesLeft, isUnspent, isUsable, matches, rowOf } from './serverRows.ts';

/** Records what an admin did to a code. */
async function record(
  transaction: Transaction,
  now: Date,
  admin: AdminCaller,
  action: string,
  { id, participantId }: { id: number; participantId: number },
  details: Record<string, unknown> = {},
): Promise<void> {
  const entity = { entityType: 'code' as const, entityId: id, participantId };
  await recordAudit(transaction, now, {
    ...doneBy(admin),
    action,
    ...entity,
    details,
  });
}

export const rewardsFeature = implement(contract, {
  codes: async ({ database, query: { limit, offset, ...filters }, now }) => {
    const isFound = matches(filters, now);
    // By ids first: nobody is looked up for the codes before the page.
    const ids = database
      .select({ id: discountCodes.id })
      .from(discountCodes)
      .where(isFound)
      .orderBy(desc(discountCodes.id))
      .limit(limit)
      .offset(offset);
    const [rows, total] = await Promise.all([
      findRows(database, inArray(discountCodes.id, ids)).orderBy(desc(discountCodes.id)),
      database.$count(discountCodes, isFound),
    ]);
    return { ok: true as const, items: rows, total, limit, offset };
  },

  exportCodes: async (call) => {
    const { database, query, site, now } = call;
    const isFound = matches(query, now);
    const rows = await database.$count(discountCodes, isFound);
    await recordExport(call, { action: 'code.exported', entityType: 'code', rows, filters: query });
    return {
      fileName: `codes-${dayOf(now, site.timeZone)}.csv`,
      header: [
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
      ],
      batches: exportedRows(database, isFound, now),
    };
  },

  createCode: async ({ transaction, body, admin, site: { timeZone }, now }) => {
    const expiresAt = expiryOf(body.expiresAt, timeZone);
    if (expiresAt <= now) {
      throw invalidFields({ expiresAt: consoleOnly('Expiry date cannot be in the past') });
    }
    const { participantId, partnerId, maxUses } = body;
    await requireOwners(transaction, participantId, partnerId ?? null);
    const { usesPerCode, term } = await readSettings(transaction);
    const wanted = {
      participantId,
      partnerId,
      donationId: null,
      maxUses: maxUses ?? usesPerCode,
      generatedAt: now,
      expiresAt,
      term,
    };
    let made;
    while (!made) [made] = await insertCodes(transaction, [wanted]);
    await record(transaction, now, admin, 'code.created', made, { participantId, maxUses, partnerId });
    return { ok: true as const, code: made.code, row: await existingRow(transaction, made.id) };
  },

  markCodeUsed: async ({ transaction, params: { id }, admin, site, now }) => {
    const [marked] = await transaction
      .update(discountCodes)
      .set({
        useCount: sql`${discountCodes.maxUses}`,
        markedUses: sql`${discountCodes.markedUses} + ${discountCodes.maxUses} - ${discountCodes.useCount}`,
        usedAt: now,
      })
      .where(and(eq(discountCodes.id, id), isUsable(now)))
      .returning({ id: discountCodes.id, participantId: discountCodes.participantId });
    if (!marked) {
      throw await whyUnchanged(transaction, id, (code) => whyNotMarkable(code, now));
    }
    await record(transaction, now, admin, 'code.marked_used', marked);
    await withdrawNews(transaction, site, ['code_ending'], [id]);
    return { ok: true as const, row: await existingRow(transaction, id) };
  },

  revokeCode: async ({ transaction, params: { id }, admin, site, now }) => {
    const [revoked] = await transaction
      .update(discountCodes)
      .set({ revokedAt: now, revokedBy: admin.username })
      .where(and(eq(discountCodes.id, id), isNull(discountCodes.revokedAt)))
      .returning({ id: discountCodes.id, participantId: discountCodes.participantId });
    if (!revoked) throw await whyUnchanged(transaction, id, whyNotRevocable);
    await record(transaction, now, admin, 'code.revoked', revoked);
    await withdrawNews(transaction, site, ['code_ending'], [id]);
    return { ok: true as const, row: await existingRow(transaction, id) };
  },

  extendCode: async ({ transaction, params: { id }, body, admin, site, now }) => {
    const { timeZone } = site;
    const expiresAt = expiryOf(body.expiresAt, timeZone);
    if (expiresAt <= now) {
      throw invalidFields({ expiresAt: consoleOnly('Expiry date cannot be in the past') });
    }
    const [extended] = await transaction
      .update(discountCodes)
      .set({ expiresAt })
      .where(
        and(
          eq(discountCodes.id, id),
          isNull(discountCodes.revokedAt),
          lt(discountCodes.expiresAt, expiresAt),
        ),
      )
      .returning({ id: discountCodes.id, participantId: discountCodes.participantId });
    if (!extended) {
      throw await whyUnchanged(
        transaction,
        id,
        (code) => whyNotRevocable(code) ?? 'The new expiry must be later than the present one.',
      );
    }
    await withdrawNews(transaction, site, ['code_ending'], [id]);
    await record(transaction, now, admin, 'code.extended', extended, { expiresAt: expiresAt.toISOString() });
    return { ok: true as const, row: await existingRow(transaction, id) };
  },
});

/** The end of a day in the site's time zone, or the instant that was given. */
function expiryOf(text: string, timeZone: string): Date {
  checkYears({ expiresAt: text }, consoleOnly('Please enter a valid expiry date'));
  return isDay(text) ? startOfDay(nextDay(text), timeZone) : new Date(text);
}

async function requireOwners(
  transaction: Transaction,
  participantId: number,
  partnerId: number | null,
): Promise<void> {
  await lockExistingParticipant(transaction, participantId);
  if (partnerId === null) return;
  const [partner] = await transaction
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.id, partnerId));
  if (!partner) throw new Refusal('not_found', consoleOnly('There is no such partner.'));
}

async function existingRow(executor: Executor, id: number) {
  const row = await rowOf(executor, id);
  if (!row) throw new Error('A code vanished while it was being changed.');
  return row;
}

type Code = typeof discountCodes.$inferSelect;

async function whyUnchanged(
  executor: Executor,
  id: number,
  why: (code: Code) => string | null,
): Promise<Refusal> {
  const [code] = await executor.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (!code) return new Refusal('not_found', consoleOnly('There is no such code.'));
  return new Refusal(
    'code_not_changeable',
    consoleOnly(why(code) ?? 'This code is being changed by someone else.'),
  );
}

async function* exportedRows(executor: Executor, condition: SQL | undefined, now: Date) {
  const batches = inBatches((afterId, most) =>
    findRows(executor, and(condition, gt(discountCodes.id, afterId)))
      .orderBy(discountCodes.id)
      .limit(most),
  );
  for await (const rows of batches) {
    yield rows.map((row) => [
      row.id,
      row.code,
      displayStatus(
        {
          useCount: row.use_count,
          maxUses: row.max_uses,
          expiresAt: row.expires_at,
          revokedAt: row.revoked_at,
        },
        now,
      ),
      row.participant_id,
      row.participant_name,
      row.participant_email,
      row.use_count,
      row.max_uses,
      row.expires_at.toISOString(),
      row.partner_name,
    ]);
  }
}

type NewCode = Omit<typeof discountCodes.$inferInsert, 'code'>;

/** Inserts codes under newly drawn texts. One whose text is taken stays out: with 887 million that is rare, not impossible. */
async function insertCodes(transaction: Transaction, codes: readonly NewCode[]) {
  return await transaction
    .insert(discountCodes)
    .values(codes.map((code) => ({ ...code, code: newText() })))
    .onConflictDoNothing({ target: discountCodes.code })
    .returning();
}

/** The text of a new code: never one that practice codes begin like. */
export function newText(draw = () => randomText(CODE_ALPHABET, CODE_CHARACTERS)): string {
  const text = `RR-${draw()}`;
  return text.startsWith(PRACTICE_PREFIX) ? newText(draw) : text;
}

/** Which practice code this is, if one. */
export function practiceOf(code: string): keyof typeof practiceCodes | undefined {
  const kinds = Object.keys(practiceCodes) as (keyof typeof practiceCodes)[];
  return kinds.find((kind) => practiceCodes[kind] === code);
}

interface NewCodeTerms {
  usesPerCode: number;
  daysValid: number;
  term: string;
}

/** Until when a code that is issued now is good. */
export function endOfCode({ daysValid }: Pick<NewCodeTerms, 'daysValid'>, now: Date): Date {
  return addDays(now, daysValid);
}

/** Issues a code for each donation. The donations must have none that stands. */
export async function issueCodes(
  transaction: Transaction,
  donations: readonly { id: number; participantId: number }[],
  terms: NewCodeTerms,
  now: Date,
): Promise<Map<number, string>> {
  const issued = new Map<number, string>();
  let waiting = [...donations];
  while (waiting.length > 0) {
    const inserted = await insertCodes(
      transaction,
      waiting.map(({ id, participantId }) => ({
        participantId,
        donationId: id,
        partnerId: null,
        maxUses: terms.usesPerCode,
        generatedAt: now,
        expiresAt: endOfCode(terms, now),
        term: terms.term,
      })),
    );
    for (const { donationId, code } of inserted) if (donationId) issued.set(donationId, code);
    waiting = waiting.filter(({ id }) => !issued.has(id));
  }
  return issued;
}

/**
 * Deletes the codes of donations, but for those that were revoked, which stay on record, and those of which uses were taken
 * and given back, which the ledger names: they are revoked. False if one was used, revoked or not: then the caller must
 * roll back.
 */
export async function withdrawCodes(
  transaction: Transaction,
  donationIds: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<boolean> {
  const ofDonations = inArray(discountCodes.donationId, [...donationIds]);
  // Held before all else, so that no store gives a use back between one look at them and the next.
  const held = await transaction
    .select({ useCount: discountCodes.useCount })
    .from(discountCodes)
    .where(ofDonations)
    .orderBy(discountCodes.id)
    .for('update');
  if (held.some(({ useCount }) => useCount > 0)) return false;
  const isToGo = and(ofDonations, isNull(discountCodes.revokedAt));
  await transaction
    .update(discountCodes)
    .set({ revokedAt: now, revokedBy: admin.username })
    .where(and(isToGo, isNotNull(discountCodes.givenBackAt)));
  await transaction.delete(discountCodes).where(isToGo);
  return true;
}

/** Revokes what participants have left of their codes, also of those that an admin could extend. Gives how many. */
export async function revokeUnused(
  transaction: Transaction,
  participantIds: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<number> {
  const revoked = await transaction
    .update(discountCodes)
    .set({ revokedAt: now, revokedBy: admin.username })
    .where(and(inArray(discountCodes.participantId, [...participantIds]), isUnspent))
    .returning({ id: discountCodes.id, participantId: discountCodes.participantId });
  for (const code of revoked) await record(transaction, now, admin, 'code.revoked', code);
  return revoked.length;
}

/** A donor's codes: usable ones newest first, then those that expired or are used up. Revoked ones are gone. */
export const codesOf = (executor: Executor, { participantId, now }: { participantId: number; now: Date }) => {
  const usable = sql`${discountCodes.expiresAt} > ${now} and ${hasUsesLeft}`;
  return executor
    .select(columnsFor(discountCodes, donorCode))
    .from(discountCodes)
    .where(and(eq(discountCodes.participantId, participantId), isNull(discountCodes.revokedAt)))
    .orderBy(desc(usable), desc(discountCodes.generatedAt), desc(discountCodes.id));
};

/** A code as the till needs it, or undefined if nobody ever got it. */
export async function findCode(executor: Executor, code: string) {
  const [found] = await executor.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found;
}

/**
 * Takes one use of a code, if it has one that this partner may take now. It is one conditional
 * statement, so a code with N uses left is taken N times however many try at once.
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
        isNull(discountCodes.revokedAt),
        gt(discountCodes.expiresAt, now),
        hasUsesLeft,
        or(isNull(discountCodes.partnerId), eq(discountCodes.partnerId, partnerId)),
      ),
    )
    .returning();
  return taken;
}

/**
 * Gives a use that was taken back to its code. One that ended meanwhile is good again, for `GIVEN_BACK_DAYS`; one that was
 * revoked stays so, and one whose donor was removed is: nobody is there any more to use it.
 *
 * @param by who gives it back.
 */
export async function returnUse(transaction: Transaction, codeId: number, by: string, now: Date) {
  const { expiresAt, participantId, usedAt, useCount, revokedAt, revokedBy } = discountCodes;
  const again = sql.param(addDays(now, GIVEN_BACK_DAYS), expiresAt);
  const donor = transaction
    .select({ id: participantId })
    .from(discountCodes)
    .where(eq(discountCodes.id, codeId));
  // Held, since a removal at this moment has none to revoke of a code that is used up.
  const [held] = await transaction
    .select({ removedAt: participants.removedAt })
    .from(participants)
    .where(eq(participants.id, donor))
    .for('key share');
  const isRemoved = Boolean(held?.removedAt);
  const [returned] = await transaction
    .update(discountCodes)
    .set({
      useCount: sql`${useCount} - 1`,
      usedAt: sql`case when ${useCount} > 1 then ${usedAt} end`,
      expiresAt: sql`case when ${lte(expiresAt, now)} and ${isNull(revokedAt)} then ${again}::timestamptz else ${expiresAt} end`,
      revokedAt: isRemoved ? sql`coalesce(${revokedAt}, ${sql.param(now, revokedAt)})` : sql`${revokedAt}`,
      revokedBy: isRemoved ? sql`coalesce(${revokedBy}, ${by})` : sql`${revokedBy}`,
      givenBackAt: now,
    })
    .where(eq(discountCodes.id, codeId))
    .returning();
  if (!returned) throw new Error('A redeemed code is no longer there.');
  return returned;
}
