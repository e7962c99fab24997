// What donations say of a donor who is removed. Weights, days and places stay, for the sums.
import { eq } from 'drizzle-orm';
import type { Doer } from '#features/audit/server.ts';
import type { Transaction } from '#server/database.ts';
import { donations } from '#server/schema.ts';
import { letGoOfPhotos } from './serverPhotoFiles.ts';

/** Takes donor IDs, texts and photos out of a participant's donations. */
export async function forgetDonor(
  transaction: Transaction,
  participantId: number,
  doer: Doer,
  now: Date,
): Promise<void> {
  const isTheirs = eq(donations.participantId, participantId);
  // Held, so that no photo is attached between the look and the change.
  const before = await transaction
    .select({ photoUrl: donations.photoUrl })
    .from(donations)
    .where(isTheirs)
    .for('update');
  await transaction
    .update(donations)
    .set({ studentId: null, notes: null, rejectionReason: null, reopeningReason: null, photoUrl: null })
    .where(isTheirs);
  const photoUrls = new Set(before.map(({ photoUrl }) => photoUrl));
  await letGoOfPhotos(transaction, [...photoUrls], doer, now);
}

/** Takes the reasons out of a donation whose participant is removed, where one was given since or at the same moment. */
export async function forgetReasons(transaction: Transaction, donationId: number): Promise<void> {
  await transaction
    .update(donations)
    .set({ rejectionReason: null, reopeningReason: null })
    .where(eq(donations.id, donationId));
}
