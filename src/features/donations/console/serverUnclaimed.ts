// An unclaimed bag is a confirmed donation without a donor, a mark or a code. It counts for the community.
import { and, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#features/audit/server.ts';
import { aboutDonation } from '#features/donations/server.ts';
import { isUnclaimed } from '#features/donations/serverRows.ts';
import { type Day, yearOf } from '#shared/dates.ts';
import { bandOf } from '#shared/weights.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, dropBins } from '#server/db/schema.ts';
import type { unclaimedBody } from './contract.ts';
import { recordConfirmation } from './serverConfirmations.ts';

/**
 * Counts a bag without a donor, as a confirmation that can be undone.
 *
 * @returns the id of the donation.
 * @throws Refusal 404 for an unknown bin.
 */
export async function createUnclaimed(
  transaction: Transaction,
  { kilograms, binId, notes }: z.infer<typeof unclaimedBody>,
  today: Day,
  admin: AdminCaller,
  now: Date,
): Promise<number> {
  const place = binId ? await findBinPlace(transaction, binId) : {};
  const band = bandOf(kilograms);
  const [created] = await transaction
    .insert(donations)
    .values({
      ...place,
      participantId: null,
      weight: band,
      actualWeight: band,
      measuredKg: kilograms,
      date: today,
      year: yearOf(today),
      notes,
      loggedBy: admin.username,
      isConfirmed: true,
      confirmedAt: now,
      confirmedBy: admin.username,
      confirmationId: await recordConfirmation(transaction, admin, now),
      createdAt: now,
    })
    .returning({ id: donations.id });
  if (!created) throw new Error('The new donation was not returned.');
  const bag = { id: created.id, participantId: null };
  const details = { kilograms, binId: binId ?? undefined };
  await recordAudit(transaction, now, aboutDonation(admin, 'donation.unclaimed_created', bag, details));
  return created.id;
}

/** Finds a bin's name and location, named like the columns of a donation. */
async function findBinPlace(executor: Executor, binId: number) {
  const [place] = await executor
    .select({ dropSite: dropBins.name, binLocation: dropBins.location })
    .from(dropBins)
    .where(eq(dropBins.id, binId));
  if (!place) throw new Refusal('not_found', 'There is no such bin.');
  return place;
}

/** Deletes the unclaimed bags that meet a condition, records them in the log and returns their ids. */
export async function deleteUnclaimed(
  transaction: Transaction,
  condition: SQL,
  admin: AdminCaller,
  now: Date,
  reason?: string,
): Promise<number[]> {
  const deleted = await transaction
    .delete(donations)
    .where(and(condition, isUnclaimed))
    .returning({ id: donations.id, kilograms: donations.kilograms, date: donations.date });
  const entries = deleted.map(({ id, ...facts }) => {
    const bag = { id, participantId: null };
    return aboutDonation(admin, 'donation.unclaimed_deleted', bag, { ...facts, reason });
  });
  await recordAudit(transaction, now, ...entries);
  return deleted.map(({ id }) => id);
}
