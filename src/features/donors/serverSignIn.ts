// Donors sign in by a donor ID, an email or both, and by a mailed code if the site sends mail. What they type is a claim and
// proves nothing.
import { and, eq, inArray } from 'drizzle-orm';
import { recordDonorAction } from '#features/audit/server.ts';
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
  deletePendingSignIn,
  startPendingSignIn,
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
    const trustedToken = sessionToken(site, request, 'trusted');
    if (!(await isTrustedBrowser(transaction, trustedToken, match.participantId, now))) {
      return await mailCode(call, credentials, match);
    }
    const signIn = await signInDonor(transaction, credentials, now);
    // Checked again now that the donor is locked, because a change of the noted email ends the trust.
    const opensCodes = await isTrustedBrowser(transaction, trustedToken, signIn.participantId, now);
    if (opensCodes && signIn.participantId !== null) {
      await recordLanguage(transaction, signIn.participantId, languageOf(request));
    }
    return await beginSession(call, { ...signIn, opensCodes });
  },

  // A try counts even if the sign-in fails, so it is counted before the transaction of the sign-in.
  studentLoginCode: withSlowStep(contract.studentLoginCode, {
    slowStep: ({ database, site, request, body: { code }, now }) => {
      const token = sessionToken(site, request, 'pending');
      return verifyCode(database, site, { token, code, language: languageOf(request) }, now);
    },
    handle: async (call) => {
      const { transaction, fromSlowStep: pending, site, request, body, changeCookie, now } = call;
      // Locks the participant before the pending sign-in, in the same order as a merge.
      const signIn = await signInProven(transaction, pending, languageOf(request), now);
      const isFirstUse = await deletePendingSignIn(transaction, pending);
      if (!signIn || !isFirstUse) throw expiredSignIn();
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
  { isByEmail, participantId, ...match }: Awaited<ReturnType<typeof findMatchingDonor>>,
) {
  const target = {
    ...match,
    participantId: isByEmail ? participantId : null,
    claimedName: credentials.displayName ?? null,
    claimedEmail: credentials.email ?? null,
  };
  const previousToken = sessionToken(site, request, 'pending');
  const language = languageOf(request);
  const token = await startPendingSignIn(transaction, site, { target, token: previousToken, language }, now);
  changeCookie({ name: 'pending', token });
  afterCommit(async () => site.wakeMail());
  return { ok: true as const, codeSent: true as const };
}

/** Replaces the browser's donor session, and returns the donor as the answer. */
async function beginSession(
  { transaction, site, request, changeCookie, now }: WriteCall<Endpoint, unknown>,
  signIn: DonorSignIn,
) {
  await endSessionOf(transaction, sessionToken(site, request, 'donor'));
  const token = await startDonorSession(transaction, signIn, now);
  await recordDonorAction(transaction, now, signIn.participantId, {
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
 * Signs in without a mailed code and records what was typed as a claim. It creates no participant, even if the donor ID is new.
 *
 * @throws Refusal 401 if the donor has another noted email; 400 if no donor ID can be made of the email.
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
 * Signs in after a mailed code. Only a code to the noted email opens reward codes. Any other proven email is a claim until
 * an admin accepts it.
 *
 * @returns undefined if by now the sign-in leads to somebody else, or another email is noted.
 * @throws Refusal 400 if no donor ID can be made of the email.
 */
async function signInProven(
  transaction: Transaction,
  pending: ProvenSignIn,
  language: Language,
  now: Date,
): Promise<DonorSignIn | undefined> {
  const { studentId, email, participantId } = pending;
  // Refused only after the code, so that nobody but the owner of the email sees this.
  if (donorIdFrom(studentId) === undefined && participantId === null) throw noDonorId();
  const resolved = await lockMatchingDonor(transaction, { studentId });
  const { participant } = resolved;
  if (participantId !== null && participant?.id !== participantId) return undefined;
  if (hasOtherEmail(participant, email)) return undefined;
  // Recorded even without a noted email, because an admin may accept the claimed one later.
  if (participant) await recordLanguage(transaction, participant.id, language);
  // A noted email is the one that got the code, because any other was refused above.
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
 * Finds to whom a sign-in leads and where its code goes, without a lock. It always runs two statements, so that the time taken
 * does not reveal who has donated. The email is null if there is none, or if another one is noted than was typed.
 */
async function findMatchingDonor(transaction: Transaction, credentials: Credentials) {
  const byEmail = await findByEmail(transaction, credentials.studentId ?? credentials.email ?? '');
  // If no donor ID can be made of the email, a code is mailed all the same, and the sign-in is refused after it.
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
 * Finds to whom a sign-in leads and locks them until the transaction ends. A merge or removal has to wait, and then ends the
 * session that begins here.
 *
 * @throws Refusal 400 if no donor ID can be made of the email; 503 if the donor is merged away again and again.
 */
async function lockMatchingDonor(transaction: Transaction, credentials: Credentials) {
  let lockedId: number | undefined;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const byEmail = await lockByEmail(transaction, credentials.studentId ?? credentials.email ?? '');
    const resolved = await resolveCredentials(transaction, credentials, byEmail);
    if (!resolved) throw noDonorId();
    if (resolved.participant === undefined || resolved.participant.id === lockedId) return resolved;
    lockedId = resolved.participant.id;
    await lockParticipant(transaction, lockedId);
  }
  throw busy();
}

/** Finds the owners of the typed donor ID, or of those made of the email. Decides to whom the sign-in leads. */
async function resolveCredentials(
  executor: Executor,
  { studentId, email }: Credentials,
  byEmail: SignInMatch | undefined,
) {
  const localPartId = email && donorIdFrom(email.split('@')[0] ?? '');
  const fullEmailId = email && donorIdFrom(email);
  const ids = studentId === undefined ? [localPartId, fullEmailId] : [studentId];
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
  return resolveSignIn({ studentId, email, localPartId, fullEmailId, byEmail, byDonorId });
}

/** Records a sign-in if the donor exists already. Returns what its session needs. */
async function recordSignIn(
  transaction: Transaction,
  { studentId, participant, isByEmail }: ResolvedSignIn,
  { claim, opensCodes }: { claim: TypedClaim; opensCodes: boolean },
  now: Date,
): Promise<DonorSignIn> {
  if (participant) {
    // Locks the participant before the donor ID, in the same order as a merge.
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
