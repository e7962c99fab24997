// How donors sign in: by a donor ID, an email or both, and a mailed code if the site sends mail. What they type is a claim;
// it proves nothing.
import { and, eq, inArray } from 'drizzle-orm';
import { recordDonor } from '#features/audit/server.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type DonorCaller, implement, withSlowStep, type WriteCall } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { busy } from '#server/http/queue.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import {
  type DonorSignIn,
  endSession,
  endSessionOf,
  findDonor,
  sessionToken,
  startDonorSession,
} from '#server/http/sessions.ts';
import { participants, sessions, students } from '#server/db/schema.ts';
import { readSettings } from '#server/settings.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { donorIdFrom } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import { signInContract as contract } from './contract.ts';
import {
  isSameEmail,
  type ResolvedSignIn,
  resolveSignIn,
  type SignInMatch,
  type TypedClaim,
} from './rules.ts';
import { recordClaim } from './serverClaims.ts';
import {
  donorIdBySettings,
  findByEmail,
  lockByEmail,
  MOST_ATTEMPTS,
  recordLanguage,
  signInColumns,
} from './serverDonors.ts';
import {
  expiredSignIn,
  isTrustedBrowser,
  type ProvenSignIn,
  spendPending,
  startPending,
  trustBrowser,
  verifyCode,
} from './serverPendingSignIns.ts';
import { lockParticipant } from './serverRemoval.ts';

export const donorSignInFeature = implement(contract, {
  studentLogin: async (call) => {
    const { transaction, site, request, now } = call;
    const settings = await readSettings(transaction);
    const studentId = call.body.studentId && donorIdBySettings(settings, call.body.studentId);
    const credentials = { ...call.body, studentId };
    if (!site.mailer) return await beginSession(call, await signInDonor(transaction, credentials, now));
    const match = await findMatchingDonor(transaction, credentials);
    const trusted = sessionToken(site, request, 'trusted');
    if (!(await isTrustedBrowser(transaction, trusted, match.participantId, now))) {
      return await mailCode(call, credentials, match);
    }
    const signIn = await signInDonor(transaction, credentials, now);
    // Checked again now that the donor is locked, because a change of the noted email ends the trust.
    const opensCodes = await isTrustedBrowser(transaction, trusted, signIn.participantId, now);
    if (opensCodes && signIn.participantId !== null) {
      await recordLanguage(transaction, signIn.participantId, languageOf(request));
    }
    return await beginSession(call, { ...signIn, opensCodes });
  },

  // A try counts even if the sign-in fails, so it is taken before the transaction of the sign-in.
  studentLoginCode: withSlowStep(contract.studentLoginCode, {
    slowStep: ({ database, site, request, body: { code }, now }) => {
      const token = sessionToken(site, request, 'pending');
      return verifyCode(database, site, { token, code, language: languageOf(request) }, now);
    },
    handle: async (call) => {
      const { transaction, fromSlowStep: pending, site, request, body, changeCookie, now } = call;
      // Before the pending sign-in is locked, because a merge locks the participant first, too.
      const signIn = await signInProven(transaction, pending, languageOf(request), now);
      const isSpent = await spendPending(transaction, pending);
      if (!signIn || !isSpent) throw expiredSignIn();
      changeCookie({ name: 'pending', token: null });
      const answer = await beginSession(call, signIn);
      if (body.trust && signIn.participantId !== null && signIn.opensCodes) {
        const previousToken = sessionToken(site, request, 'trusted');
        const token = await trustBrowser(transaction, previousToken, signIn.participantId, now);
        changeCookie({ name: 'trusted', token });
      }
      return answer;
    },
  }),

  studentName: async ({ transaction, donor, body: { displayName }, now }) => {
    const [session] = await transaction
      .update(sessions)
      .set({ claimedName: displayName })
      .where(eq(sessions.id, donor.sessionId))
      .returning({ email: sessions.claimedEmail, isEmailProven: sessions.isEmailProven });
    if (session && donor.participantId !== null) {
      const claim = { ...session, name: displayName };
      await recordClaim(transaction, donor.participantId, claim, now);
    }
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

/** Mails a code if there is an address for it. The answer is the same for everybody. */
async function mailCode(
  { transaction, site, request, changeCookie, afterCommit, now }: WriteCall<Endpoint, unknown>,
  credentials: Credentials,
  { isByEmail, participantId, ...target }: Awaited<ReturnType<typeof findMatchingDonor>>,
) {
  const pending = {
    ...target,
    participantId: isByEmail ? participantId : null,
    claimedName: credentials.displayName ?? null,
    claimedEmail: credentials.email ?? null,
  };
  const previousToken = sessionToken(site, request, 'pending');
  const language = languageOf(request);
  const token = await startPending(transaction, site, { pending, token: previousToken, language }, now);
  changeCookie({ name: 'pending', token });
  afterCommit(async () => site.wakeMail());
  return { ok: true as const, codeSent: true as const };
}

/** Replaces the browser's donor session, and answers whose it is. */
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

function publicDonor({ studentId, participantId, displayName }: DonorCaller) {
  return { studentId, participantId, displayName };
}

interface Credentials {
  studentId: string | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
}

/**
 * Signs in without a mailed code and records what was typed as a claim. Creates nobody: a donor ID under which nobody donated
 * leads to no participant.
 *
 * @throws Refusal 401 if the donor's noted email is another one; 400 if the email makes no donor ID.
 */
async function signInDonor(
  transaction: Transaction,
  credentials: Credentials,
  now: Date,
): Promise<DonorSignIn> {
  const resolved = await lockMatchingDonor(transaction, credentials);
  const { displayName: name = null, email = null } = credentials;
  if (hasOtherEmail(resolved.participant, email)) {
    throw new Refusal('wrong_credentials', 'That email does not match this donor ID.');
  }
  const claim = { name, email, isEmailProven: false };
  return await recordSignIn(transaction, resolved, { claim, opensCodes: false }, now);
}

/**
 * Signs in after a mailed code. Only a code to the noted email opens codes; any other proven email is a claim until an admin
 * accepts it.
 *
 * @returns undefined if by now the sign-in means somebody else, or another email is noted.
 * @throws Refusal 400 if the email makes no donor ID.
 */
async function signInProven(
  transaction: Transaction,
  pending: ProvenSignIn,
  language: Language,
  now: Date,
): Promise<DonorSignIn | undefined> {
  const { studentId, email, participantId } = pending;
  // Refused only after the code, so that only the owner of the email learns of it.
  if (donorIdFrom(studentId) === undefined && participantId === null) throw noDonorId();
  const resolved = await lockMatchingDonor(transaction, { studentId });
  const { participant } = resolved;
  if (participantId !== null && participant?.id !== participantId) return undefined;
  if (hasOtherEmail(participant, email)) return undefined;
  // Without a noted email no mail is written yet, but the claimed one may be accepted.
  if (participant) await recordLanguage(transaction, participant.id, language);
  const isNoted = Boolean(participant?.email);
  const claim = {
    name: pending.claimedName,
    email: isNoted ? pending.claimedEmail : email,
    isEmailProven: !isNoted,
  };
  return await recordSignIn(transaction, resolved, { claim, opensCodes: isNoted }, now);
}

function hasOtherEmail(participant: SignInMatch | undefined, email: string | null): boolean {
  return Boolean(participant?.email && email && !isSameEmail(participant.email, email));
}

function noDonorId(): Refusal {
  return invalidFields({ email: 'No donor ID can be made of this email. Please enter your donor ID.' });
}

/**
 * Finds whom a sign-in means and where its code goes, without a lock. It always runs two statements, so that the time taken
 * does not reveal who has donated before. The email is null if there is none, or if the typed one is not the noted one.
 */
async function findMatchingDonor(transaction: Transaction, credentials: Credentials) {
  const byEmail = await findByEmail(transaction, credentials.studentId ?? credentials.email ?? '');
  // An email that makes no donor ID gets a code like any other, and is refused after it.
  const unresolved = {
    studentId: (credentials.email ?? '').toUpperCase(),
    participant: undefined,
    isByEmail: false,
  };
  const resolved = (await resolveCredentials(transaction, credentials, byEmail)) ?? unresolved;
  const { studentId, participant, isByEmail } = resolved;
  const notedEmail = participant?.email ?? null;
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    email: hasOtherEmail(participant, credentials.email ?? null)
      ? null
      : (notedEmail ?? credentials.email ?? null),
    isNotedEmail: notedEmail !== null,
  };
}

/**
 * Finds whom a sign-in means and locks them until the transaction ends. A merge or removal either came before, or waits and
 * ends the session that begins here.
 *
 * @throws Refusal 400 if the email makes no donor ID; 503 if the donor is merged away again and again.
 */
async function lockMatchingDonor(transaction: Transaction, credentials: Credentials) {
  let lockedId: number | undefined;
  for (let attempt = 0; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const byEmail = await lockByEmail(transaction, credentials.studentId ?? credentials.email ?? '');
    const resolved = await resolveCredentials(transaction, credentials, byEmail);
    if (!resolved) throw noDonorId();
    if (resolved.participant === undefined || resolved.participant.id === lockedId) return resolved;
    lockedId = resolved.participant.id;
    await lockParticipant(transaction, lockedId);
  }
  throw busy();
}

/** Finds the owners of the donor IDs that were typed or that the email makes, and decides whom the sign-in means. */
async function resolveCredentials(
  executor: Executor,
  { studentId, email }: Credentials,
  byEmail: SignInMatch | undefined,
) {
  const shortId = email && donorIdFrom(email.split('@')[0] ?? '');
  const wholeId = email && donorIdFrom(email);
  const ids = studentId === undefined ? [shortId, wholeId] : [studentId];
  const isCandidate = inArray(
    students.studentId,
    ids.filter((id) => id !== undefined),
  );
  const owners = await executor
    .select({ donorId: students.studentId, ...signInColumns })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(isCandidate);
  const byDonorId = new Map(owners.map((owner) => [owner.donorId, owner]));
  return resolveSignIn({ studentId, email, shortId, wholeId, byEmail, byDonorId });
}

/** Records a sign-in, unless the donor does not exist yet. @returns what its session needs. */
async function recordSignIn(
  transaction: Transaction,
  { studentId, participant, isByEmail }: ResolvedSignIn,
  { claim, opensCodes }: { claim: TypedClaim; opensCodes: boolean },
  now: Date,
): Promise<DonorSignIn> {
  if (participant) {
    // In the order in which a merge locks: the participant, then the donor IDs.
    await recordClaim(transaction, participant.id, claim, now);
    await transaction
      .update(students)
      .set({ lastLoginAt: now })
      .where(and(eq(students.studentId, studentId), eq(students.participantId, participant.id)));
  }
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    claimedName: claim.name ?? undefined,
    claimedEmail: claim.email ?? undefined,
    isEmailProven: claim.isEmailProven,
    opensCodes,
  };
}
