// Participants and the donor IDs that lead to them. One ID leads to one participant, however many
// donations and sign-ins bring it for the first time at once.
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database.ts';
import { participants, students } from '#server/schema.ts';
import { randomToken } from '#server/secrets.ts';

export interface Donor {
  /** The row of the donor ID. */
  studentRowId: number;
  participantId: number;
}

/** The donor of an ID, made with its participant at the ID's first appearance. */
export async function findOrCreateDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<Donor> {
  return (
    (await findDonor(transaction, studentId)) ??
    (await createDonor(transaction, studentId, now)) ??
    // Another transaction made the ID and has committed, or the insert would still be waiting for it.
    (await findDonor(transaction, studentId)) ??
    Promise.reject(new Error('A donor ID vanished while its donor was being made.'))
  );
}

async function findDonor(transaction: Transaction, studentId: string): Promise<Donor | undefined> {
  const [donor] = await transaction
    .select({ studentRowId: students.id, participantId: students.participantId })
    .from(students)
    .where(eq(students.studentId, studentId));
  return donor;
}

async function createDonor(
  transaction: Transaction,
  studentId: string,
  now: Date,
): Promise<Donor | undefined> {
  const [participant] = await transaction
    .insert(participants)
    .values({ shareToken: randomToken(), createdAt: now })
    .returning({ id: participants.id });
  if (!participant) return undefined;
  const [donor] = await transaction
    .insert(students)
    .values({ studentId, participantId: participant.id, createdAt: now })
    .onConflictDoNothing({ target: students.studentId })
    .returning({ studentRowId: students.id, participantId: students.participantId });
  if (!donor) await transaction.delete(participants).where(eq(participants.id, participant.id));
  return donor;
}

/**
 * Notes a sign-in: its time, and the email and name where there were none. False if the ID has an email
 * on file and another one was given, which is the one guard that donor sign-in has.
 */
export async function noteSignIn(
  transaction: Transaction,
  donor: Donor,
  given: { email: string | undefined; displayName: string | undefined },
  now: Date,
): Promise<boolean> {
  const emailFits = given.email
    ? or(isNull(emailOnFile), eq(sql`lower(${emailOnFile})`, sql`lower(${given.email})`))
    : undefined;
  const signedIn = await transaction
    .update(students)
    .set({
      lastLoginAt: now,
      ...(given.email && { email: sql`coalesce(${students.email}, ${given.email})` }),
    })
    .where(and(eq(students.id, donor.studentRowId), emailFits))
    .returning({ id: students.id });
  if (signedIn.length === 0) return false;
  await fillProfile(transaction, donor.participantId, given);
  return true;
}

const emailOnFile = sql`coalesce(${students.email}, (
  select ${participants.email} from ${participants} where ${participants.id} = ${students.participantId}
))`;

/** Fills the empty fields of a profile; what is there stays. */
async function fillProfile(
  transaction: Transaction,
  participantId: number,
  { email, displayName }: { email: string | undefined; displayName: string | undefined },
): Promise<void> {
  if (!email && !displayName) return;
  await transaction
    .update(participants)
    .set({
      ...(email && { email: sql`coalesce(${participants.email}, ${email})` }),
      ...(displayName && { displayName: sql`coalesce(${participants.displayName}, ${displayName})` }),
    })
    .where(eq(participants.id, participantId));
}
