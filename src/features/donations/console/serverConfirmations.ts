// A confirmation issues exactly one reward code for each pending donation.
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { aboutDonation, lockDonors } from '#features/donations/server.ts';
import { notificationColumns, notifyConfirmed } from '#features/donations/serverNotifications.ts';
import { hasDonor, isPending } from '#features/donations/serverRows.ts';
import type { Mailing } from '#features/mail/serverOutbox.ts';
import { issueCodes, newCodeExpiry, revokeUnspentCodes } from '#features/rewards/server.ts';
import { codeSeenBy, isUnreversedUse } from '#features/rewards/serverRows.ts';
import { readSettings } from '#server/settings.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import {
  codeRedemptions,
  confirmations,
  discountCodes,
  donations,
  participants,
  partners,
} from '#server/db/schema.ts';
import { donationOfConfirmation } from './contract.ts';

/**
 * Confirms the pending ones of the given donations, as one action that can be undone.
 *
 * @returns the reward code of each donation that was confirmed.
 */
export async function confirmPending(
  transaction: Transaction,
  mailing: Mailing,
  ids: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<Map<number, string>> {
  const isGiven = inArray(donations.id, [...ids]);
  const donors = await lockDonors(transaction, isGiven);
  // Locked in one order, so that overlapping bulk confirmations wait for each other instead of deadlocking.
  const pending = await transaction
    .select({ id: donations.id })
    .from(donations)
    .where(and(isGiven, isPending))
    .orderBy(asc(donations.id))
    .for('update');
  if (pending.length === 0) return new Map();
  const confirmationId = await recordConfirmation(transaction, admin, now);
  const pendingIds = pending.map(({ id }) => id);
  const updated = await transaction
    .update(donations)
    .set({ isConfirmed: true, confirmedAt: now, confirmedBy: admin.username, confirmationId })
    .where(inArray(donations.id, pendingIds))
    .returning(notificationColumns);
  const confirmed = updated.filter(hasDonor);
  const entries = confirmed.map((donation) => aboutDonation(admin, 'donation.confirmed', donation));
  await recordAudit(transaction, now, ...entries);

  const settings = await readSettings(transaction);
  const codes = await issueCodes(transaction, confirmed, settings, now);
  const terms = { uses: settings.usesPerCode, expiresAt: newCodeExpiry(settings, now).toISOString() };
  await notifyConfirmed(transaction, mailing, { confirmed, occurrence: confirmationId, codes, terms }, now);
  // A removed donor can no longer use codes.
  const removedDonorIds = donors.filter(({ removedAt }) => removedAt).map(({ id }) => id);
  if (removedDonorIds.length > 0) await revokeUnspentCodes(transaction, removedDonorIds, admin, now);
  return codes;
}

/** Records a confirmation, which can be undone, and returns its id. */
export async function recordConfirmation(
  transaction: Transaction,
  { adminId }: AdminCaller,
  now: Date,
): Promise<number> {
  const [confirmation] = await transaction
    .insert(confirmations)
    .values({ adminId, confirmedAt: now })
    .returning({ id: confirmations.id });
  if (!confirmation) throw new Error('The new confirmation was not returned.');
  return confirmation.id;
}

/** The query for an admin's last confirmation that is not undone. */
export function selectLastConfirmation(executor: Executor, { adminId }: AdminCaller) {
  return executor
    .select({ id: confirmations.id, confirmedAt: confirmations.confirmedAt })
    .from(confirmations)
    .where(and(eq(confirmations.adminId, adminId), isNull(confirmations.undoneAt)))
    .orderBy(desc(confirmations.id))
    .limit(1);
}

/** The donations of a confirmation as an admin may see them. Those with a used code come first. */
export async function donationsOfConfirmation(
  executor: Executor,
  confirmationId: number,
  admin: AdminCaller,
) {
  const usedAtStore = executor
    .select({ name: partners.name })
    .from(codeRedemptions)
    .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
    .where(and(eq(codeRedemptions.codeId, discountCodes.id), isUnreversedUse))
    .orderBy(desc(codeRedemptions.id))
    .limit(1);
  const rows = await executor
    .selectDistinctOn([donations.id], {
      ...columnsFor(donations, donationOfConfirmation),
      participantName: participants.displayName,
      participantRemovedAt: participants.removedAt,
      code: discountCodes.code,
      revokedAt: discountCodes.revokedAt,
      usedAt: discountCodes.usedAt,
      usedAtStore: sql<string | null>`(${usedAtStore})`,
    })
    .from(donations)
    .leftJoin(participants, eq(participants.id, donations.participantId))
    .leftJoin(discountCodes, eq(discountCodes.donationId, donations.id))
    .where(eq(donations.confirmationId, confirmationId))
    // A used code comes first even if it was revoked, because it prevents the undo.
    .orderBy(
      asc(donations.id),
      desc(isNotNull(discountCodes.usedAt)),
      desc(isNull(discountCodes.revokedAt)),
      desc(discountCodes.id),
    );
  const withCodes = rows.map(({ code, revokedAt, ...donation }) => ({
    ...donation,
    discountCode: code !== null && (donation.usedAt || !revokedAt) ? codeSeenBy(admin, code) : null,
  }));
  return withCodes.toSorted((one, other) => Number(other.usedAt !== null) - Number(one.usedAt !== null));
}
