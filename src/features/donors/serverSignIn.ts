// How donors sign in: by a donor ID, an email or both, and a mailed code if the site sends mail. What they type is a claim;
// it proves nothing.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
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
import { isSameEmail, resolveSignIn } from './rules.ts';
import {
  donorIdBySettings,
  findByEmail,
  hasEmail,
  MOST_ATTEMPTS,
  recordLanguage,
  signInColumns,
} from './serverDonors.ts';
import {
  expiredSignIn,
  isTrusted,
  type PendingSignIn,
  spendPending,
  startPending,
  trustBrowser,
  verifyCode,
} from './serverPendingSignIns.ts';
import { lockParticipant } from './serverRemoval.ts';

export const donorSignInFeature = implement(contract, {
  studentLogin: async (call) => {
    const { transaction, site, request, changeCookie, afterCommit, now } = call;
    const settings = await readSettings(transaction);
    const studentId = call.body.studentId && donorIdBySettings(settings, call.body.studentId);
    const body = { ...call.body, studentId };
    const language = languageOf(request);
    if (!site.post) return await beginSession(call, await signInDonor(transaction, body, now));
    const match = await findMatchingDonor(transaction, body);
    const trusted = sessionToken(site, request, 'trusted');
    if (trusted !== undefined && (await isTrusted(transaction, trusted, match.participantId, now))) {
      const signIn = await signInDonor(transaction, body, now);
      // Once more, now that the donor is locked: another noted email ends the trust.
      const opensCodes =
        signIn.participantId === match.participantId &&
        (await isTrusted(transaction, trusted, match.participantId, now));
      if (opensCodes && signIn.participantId !== null) {
        await recordLanguage(transaction, signIn.participantId, language);
      }
      return await beginSession(call, { ...signIn, opensCodes });
    }
    const { isByEmail, participantId, ...target } = match;
    const pending = {
      ...target,
      participantId: isByEmail ? participantId : null,
      claimedName: body.displayName ?? null,
      claimedEmail: body.email ?? null,
    };
    const before = sessionToken(site, request, 'pending');
    const token = await startPending(transaction, site, { pending, token: before, language }, now);
    changeCookie({ name: 'pending', token });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, codeSent: true as const };
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
        const before = sessionToken(site, request, 'trusted');
        const token = await trustBrowser(transaction, before, signIn.participantId, now);
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
  email: string | undefined;
  displayName?: string | undefined;
}

/**
 * Signs in without a mailed code and records what was typed as a claim. Creates nobody: a donor ID under which nobody donated
 * leads to no participant.
 *
 * @throws Refusal 401 if the donor's noted email is another one; 400 if the email makes no donor ID.
 */
async function signInDonor(transaction: Transaction, given: Credentials, now: Date): Promise<DonorSignIn> {
  const { studentId, participant, isByEmail } = await lockMatchingDonor(transaction, given);
  const { email, displayName } = given;
  if (participant?.email && email && !isSameEmail(participant.email, email)) {
    throw new Refusal('wrong_credentials', 'That email does not match this donor ID.');
  }
  if (participant) {
    const claim = { name: displayName ?? null, email: email ?? null, isEmailProven: false };
    await recordSignIn(transaction, studentId, participant.id, claim, now);
  }
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    claimedName: displayName,
    claimedEmail: email,
    isEmailProven: false,
    opensCodes: false,
  };
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
  pending: PendingSignIn,
  language: Language,
  now: Date,
): Promise<DonorSignIn | undefined> {
  const { email } = pending;
  if (donorIdFrom(pending.studentId) === undefined && pending.participantId === null) throw noDonorId();
  const { studentId, participant, isByEmail } = await lockMatchingDonor(transaction, {
    studentId: pending.studentId,
    email: undefined,
  });
  if (pending.participantId !== null && participant?.id !== pending.participantId) return undefined;
  const ownEmail = participant?.email ?? null;
  if (email !== null && ownEmail !== null && !isSameEmail(ownEmail, email)) return undefined;
  const claimedEmail = (ownEmail === null ? email : null) ?? pending.claimedEmail;
  const isEmailProven = email !== null && ownEmail === null;
  if (participant) {
    // Without a noted email no mail is written yet, but the claimed one may be accepted.
    if (email !== null) await recordLanguage(transaction, participant.id, language);
    const claim = { name: pending.claimedName, email: claimedEmail, isEmailProven };
    await recordSignIn(transaction, studentId, participant.id, claim, now);
  }
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    claimedName: pending.claimedName ?? undefined,
    claimedEmail: claimedEmail ?? undefined,
    isEmailProven,
    opensCodes: email !== null && ownEmail !== null,
  };
}

function noDonorId(): Refusal {
  return invalidFields({ email: 'No donor ID can be made of this email. Please enter your donor ID.' });
}

/**
 * Finds whom a sign-in means and where its code goes, without a lock. Two statements for everybody, so that the time taken
 * does not reveal who has donated before. The email is null if there is none, or if the typed one is not the noted one.
 */
async function findMatchingDonor(transaction: Transaction, given: Credentials) {
  const [byEmail] = await transaction
    .select(signInColumns)
    .from(participants)
    .where(hasEmail(given.studentId ?? given.email ?? ''));
  const resolved = resolveSignIn({ ...(await donorIdFacts(transaction, given)), byEmail });
  // An email that makes no donor ID is refused only after the code, to its owner.
  const unusable = { studentId: (given.email ?? '').toUpperCase(), participant: undefined, isByEmail: false };
  const { studentId, participant, isByEmail } = resolved ?? unusable;
  const ownEmail = participant?.email ?? null;
  const isOther = ownEmail !== null && given.email !== undefined && !isSameEmail(ownEmail, given.email);
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    email: isOther ? null : (ownEmail ?? given.email ?? null),
    isNotedEmail: ownEmail !== null,
  };
}

/**
 * Finds whom a sign-in means and locks them until the transaction ends. A merge or removal either came before, or waits and
 * ends the session that begins here.
 *
 * @throws Refusal 400 if the email makes no donor ID; 503 if the donor is merged away again and again.
 */
async function lockMatchingDonor(transaction: Transaction, given: Credentials) {
  let lockedId: number | undefined;
  for (let attempt = 0; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const byEmail = await findByEmail(transaction, given.studentId ?? given.email ?? '');
    const resolved = resolveSignIn({ ...(await donorIdFacts(transaction, given)), byEmail });
    if (!resolved) throw noDonorId();
    if (resolved.participant === undefined || resolved.participant.id === lockedId) return resolved;
    lockedId = resolved.participant.id;
    await lockParticipant(transaction, lockedId);
  }
  throw busy();
}

/** What was typed, the donor IDs that it makes, and whose they are. */
async function donorIdFacts(executor: Executor, { studentId, email }: Credentials) {
  const shortId = email && donorIdFrom(email.split('@')[0] ?? '');
  const wholeId = email && donorIdFrom(email);
  const ids = studentId === undefined ? [shortId, wholeId] : [studentId];
  const rows = await executor
    .select({ studentId: students.studentId, ...signInColumns })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(
      inArray(
        students.studentId,
        ids.filter((id) => id !== undefined),
      ),
    );
  const byDonorId = new Map(rows.map((row) => [row.studentId, row]));
  return { studentId, email, shortId, wholeId, byDonorId };
}

/** What a donor claims at a sign-in, and whether a mailed code has proven the email. */
interface Claim {
  name: string | null;
  email: string | null;
  isEmailProven: boolean;
}

/** In the order in which a merge locks: the participant, then the donor IDs. */
async function recordSignIn(
  transaction: Transaction,
  studentId: string,
  participantId: number,
  claim: Claim,
  now: Date,
): Promise<void> {
  await recordClaim(transaction, participantId, claim, now);
  await transaction
    .update(students)
    .set({ lastLoginAt: now })
    .where(and(eq(students.studentId, studentId), eq(students.participantId, participantId)));
}

/**
 * Records a claim if it says more than the profile and the claim before, or proves it. It replaces the claim before as a
 * whole: a name and an email, or a proof, of two people must not be mixed.
 */
async function recordClaim(
  transaction: Transaction,
  participantId: number,
  { name, email, isEmailProven }: Claim,
  now: Date,
): Promise<void> {
  const {
    displayName: profileName,
    email: profileEmail,
    claimedName,
    claimedEmail,
    isClaimProven,
  } = participants;
  const newName = sql`nullif(${name}::text, ${profileName})`;
  const newEmail = sql`case when lower(${email}::text) = lower(${profileEmail}) then null else ${email}::text end`;
  const proves = sql`(${isEmailProven} and ${newEmail} is not null)`;
  const isNew = sql`(${newName} is not null and ${newName} is distinct from ${claimedName}
    or ${newEmail} is not null and lower(${newEmail}) is distinct from lower(${claimedEmail})
    or ${proves} and not ${isClaimProven})`;
  const [claim] = await transaction
    .update(participants)
    .set({ claimedName: newName, claimedEmail: newEmail, isClaimProven: proves })
    .where(and(eq(participants.id, participantId), isNull(participants.removedAt), isNew))
    .returning({ name: claimedName, email: claimedEmail, isProven: isClaimProven });
  if (!claim) return;
  const fields = [...(claim.name ? ['displayName'] : []), ...(claim.email ? ['email'] : [])];
  await recordDonor(transaction, now, participantId, {
    action: 'participant.claimed',
    entityType: 'participant',
    entityId: participantId,
    details: { fields, ...(claim.isProven && { isProven: true }) },
  });
}
