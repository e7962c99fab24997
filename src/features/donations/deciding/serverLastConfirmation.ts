// The confirmation that an undo takes back, and what is lost with it.
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { isStandingUse } from '#features/rewards/serverRows.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import {
  codeRedemptions,
  confirmations,
  discountCodes,
  donations,
  participants,
  partners,
} from '#server/db/schema.ts';
import { confirmedTogether as answer } from './contract.ts';

/** An admin's last confirmation that stands. */
export function lastConfirmation(executor: Executor, { adminId }: AdminCaller) {
  return executor
    .select({ id: confirmations.id, confirmedAt: confirmations.confirmedAt })
    .from(confirmations)
    .where(and(eq(confirmations.adminId, adminId), isNull(confirmations.undoneAt)))
    .orderBy(desc(confirmations.id))
    .limit(1);
}

/** The donations of a confirmation, those first whose code was used. */
export async function confirmedTogether(executor: Executor, confirmationId: number) {
  const rows = await donationsWithCodes(executor, confirmationId);
  const byDonation = new Map<number, Omit<(typeof rows)[number], 'useCount' | 'revokedAt'>>();
  for (const { useCount, revokedAt, ...row } of rows) {
    const isUsed = useCount !== null && useCount > 0;
    const before = byDonation.get(row.id);
    // A donation may have had codes before, which were revoked. One that was used bars the undo all the same.
    if (before?.usedAt || (before?.discountCode && !isUsed)) continue;
    byDonation.set(row.id, {
      ...row,
      discountCode: isUsed || revokedAt === null ? row.discountCode : null,
      usedAt: isUsed ? row.usedAt : null,
      usedAtStore: isUsed ? row.usedAtStore : null,
    });
  }
  const together = [...byDonation.values()];
  return [...together.filter(({ usedAt }) => usedAt), ...together.filter(({ usedAt }) => !usedAt)];
}

async function donationsWithCodes(executor: Executor, confirmationId: number) {
  const store = executor
    .select({ name: partners.name })
    .from(codeRedemptions)
    .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
    .where(and(eq(codeRedemptions.codeId, discountCodes.id), isStandingUse))
    .orderBy(desc(codeRedemptions.id))
    .limit(1);
  return await executor
    .select({
      ...columnsFor(donations, answer),
      participantName: participants.displayName,
      participantRemovedAt: participants.removedAt,
      discountCode: discountCodes.code,
      useCount: discountCodes.useCount,
      usedAt: discountCodes.usedAt,
      revokedAt: discountCodes.revokedAt,
      usedAtStore: sql<string | null>`(${store})`,
    })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .leftJoin(discountCodes, eq(discountCodes.donationId, donations.id))
    .where(eq(donations.confirmationId, confirmationId))
    .orderBy(asc(donations.id), desc(discountCodes.id));
}
