// Reward codes: one for each confirmed donation, good for so many uses until a day.
import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { discountCodes } from '#server/schema.ts';
import { randomText } from '#server/secrets.ts';
import { CODE_ALPHABET } from './rules.ts';

interface CodeTerms {
  usesPerCode: number;
  daysValid: number;
  term: string;
}

/** Issues a code for each donation. The donations must have none yet. */
export async function issueCodes(
  transaction: Transaction,
  donations: readonly { id: number; participantId: number }[],
  terms: CodeTerms,
  now: Date,
): Promise<Map<number, string>> {
  const issued = new Map<number, string>();
  let waiting = [...donations];
  while (waiting.length > 0) {
    const inserted = await transaction
      .insert(discountCodes)
      .values(
        waiting.map(({ id, participantId }) => ({
          code: `RR-${randomText(CODE_ALPHABET, 6)}`,
          participantId,
          donationId: id,
          maxUses: terms.usesPerCode,
          generatedAt: now,
          expiresAt: addDays(now, terms.daysValid),
          term: terms.term,
        })),
      )
      // A code that exists already is drawn again; with 887 million codes that is rare, not impossible.
      .onConflictDoNothing({ target: discountCodes.code })
      .returning({ donationId: discountCodes.donationId, code: discountCodes.code });
    for (const { donationId, code } of inserted) if (donationId) issued.set(donationId, code);
    waiting = waiting.filter(({ id }) => !issued.has(id));
  }
  return issued;
}

/** Deletes the unused codes of donations. False if one of them was used: then the caller must roll back. */
export async function withdrawCodes(
  transaction: Transaction,
  donationIds: readonly number[],
): Promise<boolean> {
  const ofDonations = inArray(discountCodes.donationId, [...donationIds]);
  await transaction.delete(discountCodes).where(and(ofDonations, eq(discountCodes.useCount, 0)));
  const [left] = await transaction.select({ codes: count() }).from(discountCodes).where(ofDonations);
  return left?.codes === 0;
}

/** A donor's codes: usable ones newest first, then those that expired or are used up. Revoked ones are gone. */
export async function codesOf(executor: Executor, participantId: number, now: Date) {
  const usable = sql`${discountCodes.expiresAt} > ${sql.param(now, discountCodes.expiresAt)} and ${discountCodes.useCount} < ${discountCodes.maxUses}`;
  return await executor
    .select({
      code: discountCodes.code,
      useCount: discountCodes.useCount,
      maxUses: discountCodes.maxUses,
      expiresAt: discountCodes.expiresAt,
      usedAt: discountCodes.usedAt,
    })
    .from(discountCodes)
    .where(and(eq(discountCodes.participantId, participantId), isNull(discountCodes.revokedAt)))
    .orderBy(desc(usable), desc(discountCodes.generatedAt), desc(discountCodes.id));
}

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
        lt(discountCodes.useCount, discountCodes.maxUses),
        or(isNull(discountCodes.partnerId), eq(discountCodes.partnerId, partnerId)),
      ),
    )
    .returning();
  return taken;
}
