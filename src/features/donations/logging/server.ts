// A donor's own word for a donation. It waits for an admin, and earns nothing until one confirms it.
import { recordDonor } from '#features/audit/server.ts';
import { addDonation, lockDonor } from '#features/donations/server.ts';
import { tellLogged } from '#features/donations/serverNews.ts';
import { nextGoal, rewardTier, whyNotDate } from '#features/donations/rules.ts';
import { donorStanding } from '#features/donations/serverRecord.ts';
import { findOrCreateDonor, recordLanguage } from '#features/donors/serverDonors.ts';
import { dayOf } from '#shared/dates.ts';
import { implement } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { invalidFields } from '#server/http/refusal.ts';
import { findDonor, sessionToken } from '#server/http/sessions.ts';
import { contract } from './contract.ts';

/** What an admin may find out, at the table or by a photo. */
const unknownYet = {
  actualWeight: null,
  notes: null,
  photoUrl: null,
  photoUploadedAt: null,
  photoUploadedBy: null,
};

/** What strangers are answered, whoever they log for. */
const noStanding = { all: 0, qualifyingThisYear: 0, confirmedThisMonth: 0 };

export const loggingFeature = implement(contract, {
  logDonation: async ({ transaction, body, site, request, afterCommit, now }) => {
    const { timeZone } = site;
    const wrongDate = whyNotDate(body.date, dayOf(now, timeZone));
    if (wrongDate) throw invalidFields({ date: wrongDate });
    const token = sessionToken(site, request, 'donor');
    const language = languageOf(request);
    const logging = { studentId: body.studentId, language, sessionToken: token };
    const participantId = await findOrCreateDonor(transaction, logging, now);
    const donor = await findDonor(transaction, token, now);
    const isOwn = donor?.participantId === participantId;
    if (isOwn && donor.isProven) await recordLanguage(transaction, participantId, language);
    const donation = { ...unknownYet, ...body, participantId, loggedBy: 'student' };
    const id = await addDonation(transaction, donation, now);
    await lockDonor(transaction, participantId);
    await recordDonor(transaction, now, participantId, {
      action: 'donation.logged',
      entityType: 'donation',
      entityId: id,
      details: { weight: body.weight, date: body.date },
    });
    // After the lock, which waits for this donor's other donations of this moment.
    const standing = isOwn
      ? await donorStanding(transaction, participantId, dayOf(now, timeZone))
      : noStanding;
    await tellLogged(transaction, site, { ...donation, id }, now);
    afterCommit(async () => site.wakeMail());
    return {
      ok: true as const,
      id,
      message: 'Thank you. Your donation is logged.' as const,
      stats: {
        totalDonations: standing.all,
        qualifyingDonations: standing.qualifyingThisYear,
        rewardTier: rewardTier(standing),
        nextGoal: nextGoal(standing),
      },
      pendingConfirmation: true as const,
      note: 'An admin confirms it, usually within two days. Your codes then appear on your dashboard.' as const,
      discountCode: null,
      discountMessage: 'Your reward code comes with the confirmation.' as const,
    };
  },
});
