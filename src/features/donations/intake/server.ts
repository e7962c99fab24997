// Donations taken in at the table, for the participant who stands there, and confirmed at once if so wished.
import { recordAudit } from '#features/audit/server.ts';
import { confirmPending } from '#features/donations/deciding/server.ts';
import { whyNotDate } from '#features/donations/rules.ts';
import { aboutDonation, addDonation } from '#features/donations/server.ts';
import { tellLogged, tellMeasured } from '#features/donations/serverNews.ts';
import { lockExistingParticipant } from '#features/donors/server.ts';
import { linkStudentId } from '#features/donors/serverDonors.ts';
import { recordAttachedPhoto } from '#features/donations/photos/server.ts';
import { codeSeenBy } from '#features/rewards/serverRows.ts';
import { dayOf } from '#shared/dates.ts';
import { implement } from '#server/http/call.ts';
import { invalidFields } from '#server/http/refusal.ts';
import { contract } from './contract.ts';

export const intakeFeature = implement(contract, {
  createDonation: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const wrongDate = whyNotDate(body.date, dayOf(now, site.timeZone));
    if (wrongDate) throw invalidFields({ date: wrongDate });
    const { confirmNow, ...donation } = body;
    await lockExistingParticipant(transaction, donation.participantId);
    if (donation.studentId) {
      await linkStudentId(transaction, donation.studentId, donation.participantId, now);
    }
    const photo = body.photoUrl
      ? { photoUploadedAt: now, photoUploadedBy: admin.username }
      : { photoUploadedAt: null, photoUploadedBy: null };
    const id = await addDonation(transaction, { ...donation, ...photo, loggedBy: admin.username }, now);
    const { participantId, weight } = donation;
    const entry = aboutDonation(admin, 'donation.created', { id, participantId }, { weight });
    if (body.photoUrl) await recordAttachedPhoto(transaction, body.photoUrl, admin.username, now);
    await recordAudit(transaction, now, entry);
    const codes = confirmNow ? await confirmPending(transaction, site, [id], admin, now) : undefined;
    // What is confirmed in the same breath is told once.
    if (!confirmNow) await tellLogged(transaction, site, { ...donation, id }, now);
    await tellMeasured(transaction, site, { ...donation, id }, now);
    afterCommit(async () => site.wakeMail());
    const code = codes?.get(id);
    return { ok: true as const, id, discountCode: code === undefined ? null : codeSeenBy(admin, code) };
  },
});
