// Donor IDs and the participants that they lead to, and what donors say of themselves. One ID leads to one
// participant, however many donations bring it for the first time at once; what a sign-in says proves nothing.
import { and, asc, desc, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { busy } from '#server/http/capacity.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import type { DonorSignIn } from '#server/http/sessions.ts';
import { prepared } from '#server/prepared.ts';
import { participants, sessions, students } from '#server/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { donorIdFrom } from '#shared/fields.ts';
import { isSameEmail } from './rules.ts';

/** A merge takes an ID to another participant at most a few times while somebody waits for it. */
const MOST_LOOKS = 10;

/**
 * The participant of a donor ID, made at the first donation under it. It exists until the transaction ends: a merge of
 * it has to wait.
 *
 * @throws Refusal 503 if the ID is merged away again and again.
 */
export async function findOrCreateDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<number> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const [found] = await heldDonor(transaction, { studentId });
    const participantId = found?.participantId ?? (await createDonor(transaction, studentId, now));
    if (participantId !== undefined) return participantId;
    // The ID is there: another transaction has just made it, or merged its participant away while the look waited.
  }
  throw busy();
}

const heldDonor = prepared('donor by student ID', (executor) =>
  executor
    .select({ participantId: students.participantId })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(eq(students.studentId, sql.placeholder('studentId')))
    .for('key share', { of: participants }),
);

async function createDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<number | undefined> {
  const known = await findByEmail(transaction, studentId);
  const participantId = known?.id ?? (await createParticipant(transaction, studentId, now));
  const [donor] = await transaction
    .insert(students)
    .values({ studentId, participantId, createdAt: now })
    .onConflictDoNothing({ target: students.studentId })
    .returning({ participantId: students.participantId });
  if (!donor && !known) await transaction.delete(participants).where(eq(participants.id, participantId));
  return donor?.participantId;
}

/** Someone new, with what was said at a sign-in before this first donation. */
async function createParticipant(transaction: Transaction, studentId: string, now: Date): Promise<number> {
  const [said] = await transaction
    .select({ claimedName: sessions.claimedName, claimedEmail: sessions.claimedEmail })
    .from(sessions)
    .where(and(eq(sessions.studentId, studentId), gt(sessions.expiresAt, now), saysSomething))
    .orderBy(desc(sessions.id))
    .limit(1);
  const [made] = await transaction
    .insert(participants)
    .values({ ...said, shareToken: randomToken(), createdAt: now })
    .returning({ id: participants.id });
  if (!made) throw new Error('The new participant was not returned.');
  return made.id;
}

const saysSomething = or(isNotNull(sessions.claimedName), isNotNull(sessions.claimedEmail));

/** Has a donor ID lead to a participant, unless it leads to one already. */
export async function linkStudentId(
  transaction: Transaction,
  studentId: string,
  participantId: number,
  now: Date,
): Promise<void> {
  await transaction
    .insert(students)
    .values({ studentId, participantId, createdAt: now })
    .onConflictDoNothing({ target: students.studentId });
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
  const { studentId, participant, isByEmail } = await whoIsMeant(transaction, given);
  const { email, displayName } = given;
  if (participant?.email && email && !isSameEmail(participant.email, email)) {
    throw new Refusal('wrong_credentials', 'That email does not match this donor ID.');
  }
  if (participant) {
    await transaction
      .update(students)
      .set({ lastLoginAt: now })
      .where(and(eq(students.studentId, studentId), eq(students.participantId, participant.id)));
    await keepClaim(transaction, participant.id, { ...given, studentId }, now);
  }
  return {
    studentId,
    participantId: participant?.id ?? null,
    isByEmail,
    claimedName: displayName,
    claimedEmail: email,
  };
}

/** An email alone is the person's whose noted one it is; else it makes the donor ID, as beyond, section 1 has it. */
async function whoIsMeant(transaction: Transaction, { studentId, email = '' }: DonorCredentials) {
  if (studentId !== undefined) {
    const owner = await findByStudentId(transaction, studentId);
    // An address that is noted with someone leads to them before anybody donated under it.
    const participant = owner ?? (await findByEmail(transaction, studentId));
    return { studentId, participant, isByEmail: !owner && participant !== undefined };
  }
  const noted = await findByEmail(transaction, email);
  if (noted) {
    const [first] = await transaction
      .select({ studentId: students.studentId })
      .from(students)
      .where(eq(students.participantId, noted.id))
      .orderBy(asc(students.id))
      .limit(1);
    return { studentId: first?.studentId ?? donorIdFrom(email), participant: noted, isByEmail: true };
  }
  const [name = ''] = email.split('@');
  const short = donorIdFrom(name) || donorIdFrom(email);
  if (short === '') throw invalidFields({ email: 'Please enter a donor ID.' });
  const owner = await findByStudentId(transaction, short);
  const known = owner?.email ?? owner?.claimedEmail;
  if (!known || isSameEmail(known, email)) return { studentId: short, participant: owner, isByEmail: false };
  const whole = donorIdFrom(email);
  return { studentId: whole, participant: await findByStudentId(transaction, whole), isByEmail: false };
}

const profile = {
  id: participants.id,
  email: participants.email,
  claimedEmail: participants.claimedEmail,
};

async function findByStudentId(executor: Executor, studentId: string) {
  const [found] = await executor
    .select(profile)
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(eq(students.studentId, studentId));
  return found;
}

async function findByEmail(executor: Executor, email: string) {
  if (!email.includes('@')) return undefined;
  const [found] = await executor.select(profile).from(participants).where(hasEmail(email));
  return found;
}

/** Whose noted email it is, however it is written. */
export function hasEmail(email: string): SQL {
  return sql`lower(${participants.email}) = lower(${email})`;
}

/**
 * Keeps what a sign-in says as the newest claim, where it says more than what is noted. A claim that contradicts the
 * one before replaces it whole: a name of one person and an email of another would be nobody's.
 */
async function keepClaim(
  transaction: Transaction,
  participantId: number,
  { studentId, email, displayName }: DonorCredentials & { studentId: string },
  now: Date,
): Promise<void> {
  const { displayName: notedName, email: notedEmail, claimedName, claimedEmail } = participants;
  const saidName = sql`nullif(${displayName ?? null}::text, ${notedName})`;
  const saidEmail = sql`case when lower(${email ?? null}::text) = lower(${notedEmail}) then null else ${email ?? null}::text end`;
  const contradicts = sql`(${saidName} <> ${claimedName} or lower(${saidEmail}) <> lower(${claimedEmail})) is true`;
  const newName = sql`case when ${contradicts} then ${saidName} else coalesce(${claimedName}, ${saidName}) end`;
  const newEmail = sql`case when ${contradicts} then ${saidEmail} else coalesce(${claimedEmail}, ${saidEmail}) end`;
  const changed = await transaction
    .update(participants)
    .set({ claimedName: newName, claimedEmail: newEmail })
    .where(
      and(
        eq(participants.id, participantId),
        sql`(${claimedName}, ${claimedEmail}) is distinct from (${newName}, ${newEmail})`,
      ),
    )
    .returning({ name: claimedName, email: claimedEmail });
  const [claim] = changed;
  if (!claim) return;
  const fields = [...(claim.name ? ['displayName'] : []), ...(claim.email ? ['email'] : [])];
  await recordAudit(transaction, now, {
    actor: studentId,
    actorRole: 'donor',
    action: 'participant.claimed',
    entityType: 'participant',
    entityId: participantId,
    details: { fields },
  });
}
