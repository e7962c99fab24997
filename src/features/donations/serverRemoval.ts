// What donations say of a donor who is removed. Weights, days and the bins' places stay, for the sums.
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { donations, dropBins } from '#server/db/schema.ts';

/** A place that is a bin's, by whatever the bin is called. Of any other somebody typed something: "at Jo's". */
const placeOfBin = (column: AnyColumn): SQL => sql`case when exists (
  select from ${dropBins}
  where lower(${column}) in (lower(${dropBins.name}), lower(${dropBins.location}), lower(${dropBins.binCode}))
) then ${column} end`;

/** Whether a donation has something that somebody typed, which goes with a removal. */
export const hasText = sql`(num_nonnulls(${donations.notes}, ${donations.rejectionReason}, ${donations.reopeningReason}) > 0
  or ${donations.binLocation} is distinct from ${placeOfBin(donations.binLocation)}
  or ${donations.dropSite} is distinct from ${placeOfBin(donations.dropSite)})`;

/** Takes donor IDs, texts and photos out of a participant's donations. */
export async function forgetDonor(transaction: Transaction, participantId: number): Promise<void> {
  await transaction
    .update(donations)
    .set({
      studentId: null,
      notes: null,
      rejectionReason: null,
      reopeningReason: null,
      photoUrl: null,
      binLocation: placeOfBin(donations.binLocation),
      dropSite: placeOfBin(donations.dropSite),
    })
    .where(eq(donations.participantId, participantId));
}

/** Takes the reasons out of a donation whose participant is removed, where one was given since or at the same moment. */
export async function forgetReasons(transaction: Transaction, donationId: number): Promise<void> {
  await transaction
    .update(donations)
    .set({ rejectionReason: null, reopeningReason: null })
    .where(eq(donations.id, donationId));
}
