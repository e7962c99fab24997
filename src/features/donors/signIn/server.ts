// How donors sign in: by a donor ID, an email or both, and a mailed code where the site sends mail.
import { recordDonor } from '#features/audit/server.ts';
import { lookUpDonor, noteLanguage, sayName, signInDonor } from '#features/donors/serverDonors.ts';
import { type DonorCaller, implement, withSlowStep, type WriteCall } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import {
  type DonorSignIn,
  endSession,
  endSessionOf,
  findDonor,
  sessionToken,
  startDonorSession,
} from '#server/http/sessions.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { contract } from './contract.ts';
import { proofOfSignIn, spendPending, startPending } from './serverPendingSignIns.ts';
import { isTrusted, trustBrowser } from './serverTrustedBrowsers.ts';

export const donorSignInFeature = implement(contract, {
  studentLogin: async (call) => {
    const { transaction, body, site, request, changeCookie, afterCommit, now } = call;
    const { studentId, email, displayName } = body;
    const given = { studentId, email, displayName, language: languageOf(request) };
    if (!site.post) return await beginSession(call, await signInDonor(transaction, given, now));
    const meant = await lookUpDonor(transaction, given);
    const trusted = sessionToken(site, request, 'trusted');
    if (trusted !== undefined && (await isTrusted(transaction, trusted, meant.participantId, now))) {
      const signIn = await signInDonor(transaction, given, now);
      // Asked once more, now that the donor is held: another email that was noted meanwhile has ended the trust.
      const isSame =
        signIn.participantId === meant.participantId &&
        (await isTrusted(transaction, trusted, meant.participantId, now));
      if (isSame && signIn.participantId !== null) {
        await noteLanguage(transaction, signIn.participantId, given.language);
      }
      return await beginSession(call, { ...signIn, opensCodes: isSame });
    }
    const waiting = sessionToken(site, request, 'pending');
    const token = await startPending(transaction, site, { meant, given, token: waiting }, now);
    changeCookie({ name: 'pending', token });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, codeSent: true as const };
  },

  // A try counts whatever comes of it, so it is taken before the transaction that signs in.
  studentLoginCode: withSlowStep(contract.studentLoginCode, {
    slowStep: ({ database, site, request, body: { code }, now }) =>
      proofOfSignIn(
        database,
        site,
        { token: sessionToken(site, request, 'pending'), code, language: languageOf(request) },
        now,
      ),
    handle: async (call) => {
      const { transaction, fromSlowStep, site, request, body, changeCookie, now } = call;
      const signIn = await spendPending(transaction, fromSlowStep, languageOf(request), now);
      changeCookie({ name: 'pending', token: null });
      const answer = await beginSession(call, signIn);
      if (body.trust && signIn.participantId !== null && signIn.opensCodes) {
        const before = sessionToken(site, request, 'trusted');
        const token = await trustBrowser(transaction, before, signIn.participantId, now);
        changeCookie({ name: 'trusted', token });
      }
      return answer;
    },
  }),

  studentName: async ({ transaction, donor, body: { displayName }, now }) => {
    await sayName(transaction, donor, displayName, now);
    return { ok: true as const, ...publicDonor({ ...donor, displayName: donor.displayName ?? displayName }) };
  },

  studentMe: async ({ database, site, request, now }) => {
    const donor = await findDonor(database, sessionToken(site, request, 'donor'), now);
    return donor
      ? { ok: true as const, authenticated: true as const, ...publicDonor(donor) }
      : { ok: false as const, authenticated: false as const };
  },

  studentLogout: async ({ transaction, site, request, changeCookie, now }) => {
    const donor = await findDonor(transaction, sessionToken(site, request, 'donor'), now);
    if (donor) await endSession(transaction, donor.sessionId);
    changeCookie({ name: 'donor', token: null });
    return { ok: true as const };
  },
});

/** Begins a donor's session in the place of the browser's one before, and answers whose it is. */
async function beginSession(
  { transaction, site, request, changeCookie, now }: WriteCall<Endpoint, unknown>,
  signIn: DonorSignIn,
) {
  await endSessionOf(transaction, sessionToken(site, request, 'donor'));
  const token = await startDonorSession(transaction, signIn, now);
  await recordDonor(transaction, now, signIn.participantId, {
    action: 'donor.signed_in',
    entityType: 'participant',
    entityId: signIn.participantId,
  });
  changeCookie({ name: 'donor', token });
  const donor = await findDonor(transaction, token, now);
  if (!donor) throw new Error('The session just made was not found.');
  return { ok: true as const, ...publicDonor(donor) };
}

function publicDonor(donor: DonorCaller) {
  const { studentId, participantId, displayName } = donor;
  return { studentId, participantId, displayName };
}
