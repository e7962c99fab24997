// Photos and measured weights of confirmed donations.
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { aboutDonation, lockDonors, noSuchDonation } from '#features/donations/server.ts';
import { tellMeasured } from '#features/donations/serverNews.ts';
import { donationRows } from '#features/donations/serverRows.ts';
import { withdrawNews } from '#features/mail/serverOutbox.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { deleteUnusedPhotos, recordAttachedPhoto } from '#features/donations/photos/server.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';
import { photoPage } from './serverPhotos.ts';

export const photoProofFeature = implement(contract, {
  photoDonations: async ({ database, query, reply, admin }) => {
    const [rows, total] = await photoPage(database, query);
    reply.header('x-total-count', total);
    return rows.map((row) => asSeenBy(admin, row));
  },

  attachPhoto: async ({ transaction, params: { id }, body, admin, site, request, afterCommit, now }) => {
    const { actualWeight } = body;
    // Whoever waits for a removal looks after it.
    await lockDonors(transaction, eq(donations.id, id));
    const before = transaction
      .select({ id: donations.id, photoUrl: donations.photoUrl, actualWeight: donations.actualWeight })
      .from(donations)
      .where(eq(donations.id, id))
      .for('update')
      .as('before');
    const [attached] = await transaction
      .update(donations)
      .set({
        ...body,
        weightDiscrepancy: sql`${donations.weight} <> ${actualWeight}`,
        photoUploadedAt: now,
        photoUploadedBy: admin.username,
      })
      .from(before)
      .where(and(eq(donations.id, before.id), eq(donations.isConfirmed, true)))
      .returning({
        id: donations.id,
        participantId: donations.participantId,
        photoBefore: before.photoUrl,
        measuredBefore: before.actualWeight,
      });
    const [row] = await donationRows(transaction, eq(donations.id, id));
    if (!row) throw noSuchDonation();
    if (row.participantRemovedAt) {
      throw new Refusal('wrong_state', 'This person was removed: no photo is kept of what they gave.');
    }
    if (!attached) {
      throw new Refusal('wrong_state', consoleOnly('A photo can be attached to a confirmed donation only.'));
    }
    const { photoBefore, measuredBefore } = attached;
    await recordAttachedPhoto(transaction, body.photoUrl, admin.username, now);
    if (photoBefore !== null && photoBefore !== row.photoUrl) {
      afterCommit(() => deleteUnusedPhotos(site, request.log));
    }
    const details = { actualWeight, weightDiscrepancy: row.weightDiscrepancy };
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.photo_attached', attached, details));
    if (row.actualWeight !== measuredBefore) {
      await withdrawNews(transaction, site, ['donation_measured'], [id]);
      await tellMeasured(transaction, site, { ...row, ...attached }, now);
      afterCommit(async () => site.wakeMail());
    }
    return { ok: true as const, donation: asSeenBy(admin, row) };
  },
});
