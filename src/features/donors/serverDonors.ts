// Donor IDs and the participants that they lead to, and what donors say of themselves. One ID leads to one
// participant, however many donations bring it for the first time at once; what a sign-in says proves nothing.
import { consoleOnly } from '#shared/sentence.ts';
import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { recordDonor } from '#features/audit/server.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { DonorCaller } from '#server/http/call.ts';
import { busy } from '#server/http/queue.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import type { DonorSignIn } from '#server/http/sessions.ts';
import { donations, participants, sessions, students } from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { donorIdFrom } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import { isSameEmail } from './rules.ts';
import { waitForRemoval } from './serverRemoval.ts';

/** A merge takes an ID to another participant at most a few times while somebody waits for it. */
const MOST_LOOKS = 10;

/** Who logs a donation, and how. */
interface Logging {
  studentId: string;
  language: Language;
  /** Of the donor who is signed in where the donation comes from, if any. */
  sessionToken?: string | undefined;
}

/**
 * The participant of a donor ID, made at the first donation under it: the one whose noted email the ID is, else the one
 * to whom it leads. It exists until the transaction ends: a merge or removal of it has to wait.
 *
 * @throws Refusal 503 if the ID is merged away again and again.
 */
export async function findOrCreateDonor(
  transaction: Transaction,
  logging: Logging,
  now: Date,
): Promise<number> {
  const { studentId } = logging;
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const noted = await findByEmail(transaction, studentId);
    const [found] = noted ? [noted] : await lockDonor(transaction, studentId);
    if (found) return found.id;
    const participantId = await createDonor(transaction, logging, now);
    if (participantId !== undefined) return participantId;
    // The ID is there: another transaction has just made it, or merged its participant away while the look waited.
  }
  throw busy();
}

async function lockDonor(transaction: Transaction, studentId: string) {
  return await transaction
    .select({ id: participants.id })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    // Looked at anew after the wait for a removal, which takes the ID away.
    .where(and(eq(students.studentId, studentId), isNull(participants.removedAt)))
    .for('key share', { of: participants });
}

/** Keeps the language in which somebody asks who has proven who they are: mail to them is written in it. */
export async function noteLanguage(transaction: Transaction, id: number, language: Language): Promise<void> {
  const isOther = sql`${participants.language} is distinct from ${language}`;
  await transaction
    .update(participants)
    .set({ language })
    .where(and(eq(participants.id, id), isNull(participants.removedAt), isOther));
}

async function createDonor(
  transaction: Transaction,
  { studentId, language, sessionToken }: Logging,
  now: Date,
): Promise<number | undefined> {
  const here = sessionToken ? await saidAtSignIn(transaction, studentId, sessionToken, now) : undefined;
  const said = here?.claimedEmail ? here : ((await provenAtSignIn(transaction, studentId, now)) ?? here);
  const { claimedName = null, claimedEmail = null } = said ?? {};
  const [participant] = await transaction
    .insert(participants)
    .values({
      claimedName,
      claimedEmail,
      isClaimProven: Boolean(said?.isEmailProven && claimedEmail !== null),
      language,
      shareToken: randomToken(),
      createdAt: now,
    })
    .returning({ id: participants.id });
  if (!participant) throw new Error('The new participant was not returned.');
  const [donor] = await transaction
    .insert(students)
    .values({ studentId, participantId: participant.id, createdAt: now })
    .onConflictDoNothing({ target: students.studentId })
    .returning({ participantId: students.participantId });
  if (!donor) await transaction.delete(participants).where(eq(participants.id, participant.id));
  return donor?.participantId;
}

/** What was typed when this browser signed in with the ID, before its first donation. */
async function saidAtSignIn(transaction: Transaction, studentId: string, token: string, now: Date) {
  const [said] = await transaction
    .select(saidAt)
    .from(sessions)
    .where(and(eq(sessions.tokenHash, digest(token)), isOpenWith(studentId, now)));
  return said;
}

/** The newest email that was proven for this ID in any browser. */
async function provenAtSignIn(transaction: Transaction, studentId: string, now: Date) {
  const [said] = await transaction
    .select(saidAt)
    .from(sessions)
    .where(and(isOpenWith(studentId, now), eq(sessions.isEmailProven, true)))
    .orderBy(desc(sessions.id))
    .limit(1);
  return said;
}

const saidAt = {
  claimedName: sessions.claimedName,
  claimedEmail: sessions.claimedEmail,
  isEmailProven: sessions.isEmailProven,
};

const isOpenWith = (studentId: string, now: Date) =>
  and(eq(sessions.studentId, studentId), gt(sessions.expiresAt, now));

/**
 * Has a donor ID lead to a participant.
 *
 * @throws Refusal 409 at the field where it is somebody else's, or somebody else's noted email.
 */
export async function linkStudentId(
  transaction: Transaction,
  studentId: string,
  participantId: number,
  now: Date,
): Promise<void> {
  const noted = await findByEmail(transaction, studentId);
  // No row is kept for a noted email: it would go on opening the dashboard once another one is noted.
  if (!noted) {
    await transaction
      .insert(students)
      .values({ studentId, participantId, createdAt: now })
      .onConflictDoNothing({ target: students.studentId });
  }
  const owner = noted ?? (await findByStudentId(transaction, studentId));
  if (!owner || owner.id === participantId) return;
  const taken = consoleOnly(`${nameAndNumber(owner)} has this donor ID.`);
  throw new Refusal('duplicate', taken, { fields: { studentId: taken }, participant: publicOf(owner) });
}

/** A participant in a sentence, by name and number, for there may be two of the name. */
export function nameAndNumber({ id, displayName }: { id: number; displayName: string | null }): string {
  return displayName ? `${displayName} (No. ${id})` : `No. ${id}`;
}

function publicOf({ id, displayName }: { id: number; displayName: string | null }) {
  return { id, displayName };
}

/** What someone types to sign in as a donor: a donor ID, an email, or both. */
export interface DonorCredentials {
  studentId: string | undefined;
  email: string | undefined;
  displayName: string | undefined;
}

/**
 * Finds out who signs in, and keeps what they say of themselves as a claim. Makes nobody: a donor ID under which
 * nobody donated leads to no participant.
 *
 * @throws Refusal 401 if the donor's noted email is another one (decisions, "Sign-in and safety"); 400 if the email
 * makes no donor ID.
 */
export async function signInDonor(
  transaction: Transaction,
  given: DonorCredentials,
  now: Date,
): Promise<DonorSignIn> {
  const { studentId, participant, isByEmail } = await whoIsMeantForGood(transaction, given);
  const { email, displayName } = given;
  if (participant?.email && email && !isSameEmail(participant.email, email)) {
    throw new Refusal('wrong_credentials', 'That email does not match this donor ID.');
  }
  if (participant) {
    const said = { ...given, isEmailProven: false };
    await noteSignIn(transaction, { studentId, participant }, said, now);
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

/** What a sign-in says of who it is, and whether a mailed code has proven the email of it. */
type Said = DonorCredentials & { isEmailProven: boolean };

/** In the order in which a merge locks: the participant, then the IDs. */
async function noteSignIn(
  transaction: Transaction,
  { studentId, participant }: { studentId: string; participant: NonNullable<Found> },
  said: Said,
  now: Date,
): Promise<void> {
  await keepClaim(transaction, participant.id, said, now);
  await transaction
    .update(students)
    .set({ lastLoginAt: now })
    .where(and(eq(students.studentId, studentId), eq(students.participantId, participant.id)));
}

/** Keeps what somebody who has signed in wants to be called as if it had been said then. */
export async function sayName(
  transaction: Transaction,
  { sessionId, participantId }: Pick<DonorCaller, 'sessionId' | 'participantId'>,
  displayName: string,
  now: Date,
): Promise<void> {
  const [said] = await transaction
    .update(sessions)
    .set({ claimedName: displayName })
    .where(eq(sessions.id, sessionId))
    .returning({ email: sessions.claimedEmail, isEmailProven: sessions.isEmailProven });
  if (!said || participantId === null) return;
  const { email, isEmailProven } = said;
  const claim = { studentId: undefined, email: email ?? undefined, displayName, isEmailProven };
  await keepClaim(transaction, participantId, claim, now);
}

/** Whom a sign-in means, and where its code goes. */
export interface Meant {
  studentId: string;
  participantId: number | null;
  isByEmail: boolean;
  /** Null where there is none, and where the one given is not the noted one: that may be anybody's. */
  email: string | null;
  isNotedEmail: boolean;
}

/**
 * The same as a sign-in finds, without holding anybody: two statements for everyone, so that time does not tell who has
 * given here before.
 */
export async function lookUpDonor(transaction: Transaction, given: DonorCredentials): Promise<Meant> {
  const { studentId: id, email = '' } = given;
  const ids = [id ?? donorIdFrom(email.split('@')[0] ?? ''), id ?? donorIdFrom(email)];
  const [noted] = await transaction
    .select(profile)
    .from(participants)
    .where(hasEmail(id ?? email));
  const known = await transaction
    .select({ studentId: students.studentId, ...profile })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(inArray(students.studentId, [ids[0] ?? '', ids[1] ?? '']));
  const { studentId, participant, isByEmail } = await namesakeOf(given, {
    byEmail: async () => noted,
    byStudentId: async (name) => known.find((row) => row.studentId === name),
    // Whoever gets the code is told.
    nameless: () => ({ studentId: email.toUpperCase(), participant: undefined, isByEmail: false }),
  });
  const target = participant?.email ?? given.email ?? null;
  const isOther = Boolean(participant?.email && given.email && !isSameEmail(participant.email, given.email));
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    email: isOther ? null : target,
    isNotedEmail: Boolean(participant?.email),
  };
}

/** A sign-in whose mailed code came back. */
export interface ProvenSignIn {
  studentId: string;
  /** Whom it meant by a noted email. */
  participantId: number | null;
  email: string | null;
  claimedName: string | null;
  claimedEmail: string | null;
  /** In which it asks. */
  language: Language;
}

/**
 * Signs in after a mailed code. Codes open to the noted email alone; any other proven email is a claim until an admin
 * accepts it.
 *
 * @returns undefined where somebody else is meant since, or another email is noted: the code proves nothing of that.
 * @throws Refusal 400 if the email makes no donor ID.
 */
export async function signInProven(
  transaction: Transaction,
  proven: ProvenSignIn,
  now: Date,
): Promise<DonorSignIn | undefined> {
  const { email, language } = proven;
  const claimedName = proven.claimedName ?? undefined;
  if (donorIdFrom(proven.studentId) === undefined && proven.participantId === null) throw noDonorId();
  const { studentId, participant, isByEmail } = await whoIsMeantForGood(transaction, {
    studentId: proven.studentId,
    email: undefined,
    displayName: undefined,
  });
  if (proven.participantId !== null && participant?.id !== proven.participantId) return undefined;
  const noted = participant?.email ?? null;
  if (email !== null && noted !== null && !isSameEmail(noted, email)) return undefined;
  const claimedEmail = (noted === null ? email : null) ?? proven.claimedEmail ?? undefined;
  const isEmailProven = email !== null && noted === null;
  const opensCodes = email !== null && noted !== null;
  if (participant) {
    const said = { studentId, email: claimedEmail, displayName: claimedName, isEmailProven };
    // Where no email is noted no mail is written yet: the language is the claim's, as long as it is the newest.
    if (email !== null) await noteLanguage(transaction, participant.id, language);
    await noteSignIn(transaction, { studentId, participant }, said, now);
  }
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    claimedName,
    claimedEmail,
    isEmailProven,
    opensCodes,
  };
}

/**
 * The same as `whoIsMeant`, until the transaction ends: a merge or removal comes before the sign-in, which then means
 * whoever is there after it, or waits and ends the session that begins here.
 *
 * @throws Refusal 503 if who is meant is merged away again and again.
 */
async function whoIsMeantForGood(transaction: Transaction, given: DonorCredentials) {
  let meant = await whoIsMeant(transaction, given);
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const id = meant.participant?.id;
    if (id === undefined) return meant;
    await waitForRemoval(transaction, id);
    meant = await whoIsMeant(transaction, given);
    if (meant.participant?.id === id) return meant;
  }
  throw busy();
}

/**
 * A noted email is its person's, whoever has an ID of that spelling; any other email alone makes the donor ID, as beyond,
 * section 1 has it.
 */
function whoIsMeant(transaction: Transaction, given: DonorCredentials) {
  return namesakeOf(given, {
    byEmail: (email) => findByEmail(transaction, email),
    byStudentId: (studentId) => findByStudentId(transaction, studentId),
    nameless: () => {
      throw noDonorId();
    },
  });
}

type Found = Awaited<ReturnType<typeof findByStudentId>>;

interface Finding<Nameless> {
  byEmail: (email: string) => Promise<Found>;
  byStudentId: (studentId: string) => Promise<Found>;
  /** What becomes of an email that makes no donor ID. */
  nameless: () => Nameless;
}

async function namesakeOf<Nameless>(
  { studentId, email = '' }: DonorCredentials,
  { byEmail, byStudentId, nameless }: Finding<Nameless>,
) {
  const noted = await byEmail(studentId ?? email);
  // Under the address, not under a donor ID of theirs: that one stays good where an email is corrected.
  if (noted) return { studentId: studentId ?? email.toUpperCase(), participant: noted, isByEmail: true };
  if (studentId !== undefined) {
    return { studentId, participant: await byStudentId(studentId), isByEmail: false };
  }
  const [name = ''] = email.split('@');
  const short = donorIdFrom(name);
  const owner = short && (await byStudentId(short));
  const known = owner ? (owner.email ?? owner.claimedEmail) : null;
  if (short && owner && (!known || isSameEmail(known, email))) {
    return { studentId: short, participant: owner, isByEmail: false };
  }
  if (short && !owner) return { studentId: short, participant: undefined, isByEmail: false };
  const whole = donorIdFrom(email);
  if (whole) {
    return {
      studentId: whole,
      participant: await byStudentId(whole),
      isByEmail: false,
    };
  }
  return nameless();
}

function noDonorId(): Refusal {
  return invalidFields({ email: 'No donor ID can be made of this email. Please enter your donor ID.' });
}

const profile = {
  id: participants.id,
  displayName: participants.displayName,
  email: participants.email,
  claimedEmail: participants.claimedEmail,
  language: participants.language,
};

async function findByStudentId(executor: Executor, studentId: string) {
  const [found] = await executor
    .select(profile)
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(eq(students.studentId, studentId));
  return found;
}

/** Held. Whoever waited for a merge or its undoing asks a second time, for the email may be another's since. */
async function findByEmail(transaction: Transaction, email: string) {
  if (!email.includes('@')) return undefined;
  const look = async () =>
    await transaction.select(profile).from(participants).where(hasEmail(email)).for('key share');
  const [found] = await look();
  return found ?? (await look())[0];
}

/** Whose noted email it is, however it is written. */
export function hasEmail(email: string): SQL {
  return sql`lower(${participants.email}) = lower(${email})`;
}

/**
 * Keeps what a sign-in says as the newest claim, where that says more than what is noted and claimed, or proves it. It
 * replaces the one before whole: a name of one person and an email of another would be nobody's, nor is what one has
 * proven the next one's.
 */
async function keepClaim(
  transaction: Transaction,
  participantId: number,
  { email, displayName, isEmailProven }: Said,
  now: Date,
): Promise<void> {
  const {
    displayName: notedName,
    email: notedEmail,
    claimedName,
    claimedEmail,
    isClaimProven,
  } = participants;
  const saidName = sql`nullif(${displayName ?? null}::text, ${notedName})`;
  const saidEmail = sql`case when lower(${email ?? null}::text) = lower(${notedEmail}) then null else ${email ?? null}::text end`;
  const proves = sql`(${isEmailProven} and ${saidEmail} is not null)`;
  const isNew = sql`(${saidName} is not null and ${saidName} is distinct from ${claimedName}
    or ${saidEmail} is not null and lower(${saidEmail}) is distinct from lower(${claimedEmail})
    or ${proves} and not ${isClaimProven})`;
  const changed = await transaction
    .update(participants)
    .set({ claimedName: saidName, claimedEmail: saidEmail, isClaimProven: proves })
    .where(and(eq(participants.id, participantId), isNull(participants.removedAt), isNew))
    .returning({ name: claimedName, email: claimedEmail, isProven: isClaimProven });
  const [claim] = changed;
  if (!claim) return;
  const fields = [...(claim.name ? ['displayName'] : []), ...(claim.email ? ['email'] : [])];
  await recordDonor(transaction, now, participantId, {
    action: 'participant.claimed',
    entityType: 'participant',
    entityId: participantId,
    details: { fields, ...(claim.isProven && { isProven: true }) },
  });
}

/** Whoever has a milestone's badge keeps it, however far the milestones rise. */
export async function keepBadges(transaction: Transaction, milestones: readonly number[]): Promise<void> {
  const counted = transaction
    .select({ participantId: donations.participantId, total: count().as('total') })
    .from(donations)
    .where(isNull(donations.rejectedAt))
    .groupBy(donations.participantId)
    .as('counted');
  const reached = milestones.map((milestone) => sql`(${counted.total} >= ${milestone})::int`);
  const badges = sql`(${sql.join(reached, sql` + `)})`;
  await transaction
    .update(participants)
    .set({ keptBadges: badges })
    .from(counted)
    .where(and(eq(counted.participantId, participants.id), sql`${badges} > ${participants.keptBadges}`));
}
