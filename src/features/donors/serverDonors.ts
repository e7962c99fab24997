// Donor IDs and the participants that they lead to. One ID leads to one participant, even if several first donations under it
// arrive at the same time.
import { consoleOnly } from '#shared/sentence.ts';
import { and, count, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { DonorCaller, Site } from '#server/http/call.ts';
import { busy } from '#server/http/queue.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, participants, sessions, students } from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { readSettings, type SettingsRow } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import { nameAndNumber } from './participantName.ts';
import { plainDonorId } from './rules.ts';

/** How often a lookup is tried, because a merge may move the donor ID meanwhile. */
export const MOST_ATTEMPTS = 10;

/**
 * Whether a sign-in opens what only the donor may see. A site without mail cannot prove who somebody is, so there a donor ID
 * is enough.
 */
export function isTrusted({ mailer }: Pick<Site, 'mailer'>, { isProven }: DonorCaller): boolean {
  return mailer === null || isProven;
}

interface LoggedDonor {
  studentId: string;
  /** Null if somebody other than the donor enters the donor ID. */
  language: Language | null;
  /** The token of this browser's donor session, if there is one. */
  sessionToken?: string | undefined;
}

/**
 * The participant of a donor ID, created at the first donation under it. An ID that is a noted email leads to its owner.
 * Locked until the transaction ends: a merge or removal has to wait.
 *
 * @throws Refusal 503 if the ID is merged away again and again.
 */
export async function findOrCreateDonor(
  transaction: Transaction,
  donor: LoggedDonor,
  now: Date,
): Promise<number> {
  const { studentId } = donor;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const byEmail = await lockByEmail(transaction, studentId);
    const found = byEmail ?? (await lockDonor(transaction, studentId));
    if (found) return found.id;
    const participantId = await createDonor(transaction, donor, now);
    if (participantId !== undefined) return participantId;
    // Another transaction has just created the ID, or merged its participant away.
  }
  throw busy();
}

async function lockDonor(transaction: Transaction, studentId: string) {
  const [locked] = await transaction
    .select({ id: participants.id })
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    // PostgreSQL checks this again after waiting for a removal.
    .where(and(eq(students.studentId, studentId), isNull(participants.removedAt)))
    .for('key share', { of: participants });
  return locked;
}

/** Records the language in which a donor with a proven identity made the last request; used for mail. */
export async function recordLanguage(
  transaction: Transaction,
  id: number,
  language: Language,
): Promise<void> {
  const isNewLanguage = sql`${participants.language} is distinct from ${language}`;
  await transaction
    .update(participants)
    .set({ language })
    .where(and(eq(participants.id, id), isNull(participants.removedAt), isNewLanguage));
}

/** Creates a participant with this donor ID. Returns undefined if the ID exists by now. */
async function createDonor(
  transaction: Transaction,
  donor: LoggedDonor,
  now: Date,
): Promise<number | undefined> {
  const { studentId, language } = donor;
  const claim = await findClaim(transaction, donor, now);
  const [participant] = await transaction
    .insert(participants)
    .values({
      claimedName: claim?.claimedName,
      claimedEmail: claim?.claimedEmail,
      isClaimProven: claim?.isEmailProven,
      language,
      shareToken: randomToken(),
      createdAt: now,
    })
    .returning({ id: participants.id });
  if (!participant) throw new Error('The new participant was not returned.');
  const [linked] = await transaction
    .insert(students)
    .values({ studentId, participantId: participant.id, createdAt: now })
    .onConflictDoNothing({ target: students.studentId })
    .returning({ participantId: students.participantId });
  if (!linked) await transaction.delete(participants).where(eq(participants.id, participant.id));
  return linked?.participantId;
}

/** A claim typed before the first donation: this browser's if with an email, else the newest proven one, else this browser's. */
async function findClaim(transaction: Transaction, { studentId, sessionToken }: LoggedDonor, now: Date) {
  // No session has the hash of an empty token.
  const browserHash = digest(sessionToken ?? '');
  const isOpen = and(eq(sessions.studentId, studentId), gt(sessions.expiresAt, now));
  const claims = await transaction
    .select({
      tokenHash: sessions.tokenHash,
      claimedName: sessions.claimedName,
      claimedEmail: sessions.claimedEmail,
      isEmailProven: sessions.isEmailProven,
    })
    .from(sessions)
    .where(and(isOpen, or(eq(sessions.tokenHash, browserHash), sessions.isEmailProven)))
    .orderBy(desc(sessions.id));
  const browserClaim = claims.find(({ tokenHash }) => tokenHash === browserHash);
  return browserClaim?.claimedEmail
    ? browserClaim
    : (claims.find(({ isEmailProven }) => isEmailProven) ?? browserClaim);
}

/** A donor ID in the form that the settings require. */
export function donorIdBySettings({ donorIdDigits }: SettingsRow, studentId: string): string {
  return plainDonorId(studentId, donorIdDigits);
}

/**
 * Links a donor ID to a participant.
 *
 * @returns the donor ID in the form that the settings require.
 * @throws Refusal 409 at the field if it is somebody else's donor ID or noted email.
 */
export async function linkStudentId(
  transaction: Transaction,
  typedId: string,
  participantId: number,
  now: Date,
): Promise<string> {
  const studentId = donorIdBySettings(await readSettings(transaction), typedId);
  const byEmail = await lockByEmail(transaction, studentId);
  // A noted email gets no row, which would still open the dashboard after the email is changed.
  if (!byEmail) {
    await transaction
      .insert(students)
      .values({ studentId, participantId, createdAt: now })
      .onConflictDoNothing({ target: students.studentId });
  }
  const owner = byEmail ?? (await findByStudentId(transaction, studentId));
  if (!owner || owner.id === participantId) return studentId;
  const taken = consoleOnly(`${nameAndNumber(owner)} has this donor ID.`);
  throw new Refusal('duplicate', taken, {
    fields: { studentId: taken },
    participant: { id: owner.id, displayName: owner.displayName },
  });
}

export const signInColumns = {
  id: participants.id,
  displayName: participants.displayName,
  email: participants.email,
  claimedEmail: participants.claimedEmail,
};

/** The number of the participant to whom a donor ID leads, without a lock. Undefined while it is nobody's. */
export async function findParticipantByDonorId(
  executor: Executor,
  studentId: string,
): Promise<number | undefined> {
  const found = (await findByEmail(executor, studentId)) ?? (await findByStudentId(executor, studentId));
  return found?.id;
}

async function findByStudentId(executor: Executor, studentId: string) {
  const [found] = await executor
    .select(signInColumns)
    .from(students)
    .innerJoin(participants, eq(participants.id, students.participantId))
    .where(eq(students.studentId, studentId));
  return found;
}

/** The participant with this noted email, without a lock. */
export async function findByEmail(executor: Executor, email: string) {
  const [found] = await executor.select(signInColumns).from(participants).where(hasEmail(email));
  return found;
}

/**
 * Locks the participant with this noted email. If it finds none it tries again, because a merge or an undo that it waited for
 * may have given the email another owner.
 */
export async function lockByEmail(transaction: Transaction, email: string) {
  if (!email.includes('@')) return undefined;
  const lock = async () =>
    await transaction.select(signInColumns).from(participants).where(hasEmail(email)).for('key share');
  const [locked] = await lock();
  return locked ?? (await lock())[0];
}

/** Whether a participant has this noted email, regardless of case. */
export function hasEmail(email: string): SQL {
  return sql`lower(${participants.email}) = lower(${email})`;
}

/** Records the badges that donors have, so that they keep them when the milestones rise. */
export async function recordBadges(transaction: Transaction, milestones: readonly number[]): Promise<void> {
  const counted = transaction
    .select({ participantId: donations.participantId, total: count().as('total') })
    .from(donations)
    .where(isNull(donations.rejectedAt))
    .groupBy(donations.participantId)
    .as('counted');
  const reached = milestones.map((milestone) => sql`(${counted.total} >= ${milestone})::int`);
  const badgeCount = sql`(${sql.join(reached, sql` + `)})`;
  await transaction
    .update(participants)
    .set({ keptBadges: badgeCount })
    .from(counted)
    .where(and(eq(counted.participantId, participants.id), sql`${badgeCount} > ${participants.keptBadges}`));
}
