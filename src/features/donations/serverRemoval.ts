// What donations say of a donor who is removed. Weights, days and places stay, for the sums.
import { and, eq, inArray, isNotNull, isNull, like, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { donations, participants } from '#server/schema.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';

/**
 * Takes donor IDs, texts and photos out of a participant's donations. The address of an uploaded photo stays until the
 * file is gone (`deletePhotosOfRemoved`), so that no crash leaves a file that nothing names.
 */
export async function forgetDonor(transaction: Transaction, participantId: number): Promise<void> {
  const isUploaded = like(donations.photoUrl, `${UPLOADS_PATH}%`);
  await transaction
    .update(donations)
    .set({
      studentId: null,
      notes: null,
      rejectionReason: null,
      reopeningReason: null,
      photoUrl: sql`case when ${isUploaded} then ${donations.photoUrl} end`,
    })
    .where(eq(donations.participantId, participantId));
}

/**
 * Deletes the photos of donations whose participant was removed: right after the removal, and again and again until
 * the storage has done it. One that another donation shows too stays for that one.
 */
export async function deletePhotosOfRemoved({
  database,
  storage,
  clock,
}: Pick<Site, 'database' | 'storage' | 'clock'>): Promise<void> {
  const ofRemoved = and(
    isNotNull(donations.photoUrl),
    inArray(
      donations.participantId,
      database.select({ id: participants.id }).from(participants).where(isNotNull(participants.removedAt)),
    ),
  );
  const left = await database
    .selectDistinct({ photoUrl: donations.photoUrl })
    .from(donations)
    .where(ofRemoved);
  for (const { photoUrl } of left) {
    const name = photoUrl?.slice(UPLOADS_PATH.length) ?? '';
    if (photoUrl === null) continue;
    const [other] = await database
      .select({ id: donations.id })
      .from(donations)
      .innerJoin(participants, eq(participants.id, donations.participantId))
      .where(and(eq(donations.photoUrl, photoUrl), isNull(participants.removedAt)))
      .limit(1);
    const isToGo = !other && photoUrl.startsWith(UPLOADS_PATH) && uploadName.test(name);
    if (isToGo) await storage.remove(name);
    await inTransaction(database, async (transaction) => {
      const cleared = await transaction
        .update(donations)
        .set({ photoUrl: null })
        .where(and(ofRemoved, eq(donations.photoUrl, photoUrl)))
        .returning({ id: donations.id });
      if (!isToGo || cleared.length === 0) return;
      await recordAudit(transaction, clock(), {
        actor: 'site',
        actorRole: 'system',
        action: 'photo.deleted',
        entityType: 'system',
        entityId: null,
        details: { name },
      });
    });
  }
}
