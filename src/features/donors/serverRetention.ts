// What sign-ins leave behind, removed once it is old.
import { and, eq, gte, inArray, isNull, lt, notExists } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { auditLog, donations, isClaiming, participants, students } from '#server/db/schema.ts';

/**
 * Forgets when donor IDs were last signed in with, where it was before. No index finds them: each sign-in would pay for
 * it, and with it for those of the same row. Gives how many.
 */
export async function forgetSignIns(transaction: Transaction, before: Date, most: number): Promise<number> {
  const due = transaction
    .select({ id: students.id })
    .from(students)
    .where(lt(students.lastLoginAt, before))
    .limit(most);
  const forgotten = await transaction
    .update(students)
    .set({ lastLoginAt: null })
    .where(and(inArray(students.id, due), lt(students.lastLoginAt, before)))
    .returning({ id: students.id });
  return forgotten.length;
}

/**
 * Drops what somebody claimed and nobody decided, where they have neither signed in nor given since. A sign-in by email
 * is no donor ID's: the log has when it was, and what was claimed by it. To be asked before the sign-ins are forgotten.
 * Gives how many.
 */
export async function dropOldClaims(transaction: Transaction, before: Date, most: number): Promise<number> {
  const signedInSince = transaction
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.participantId, participants.id), gte(students.lastLoginAt, before)));
  const donatedSince = transaction
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.participantId, participants.id),
        isNull(donations.rejectedAt),
        gte(donations.createdAt, before),
      ),
    );
  const claimedSince = transaction
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.participantId, participants.id),
        inArray(auditLog.action, ['donor.signed_in', 'participant.claimed']),
        gte(auditLog.createdAt, before),
      ),
    );
  const isDue = and(
    isClaiming(participants),
    lt(participants.createdAt, before),
    notExists(donatedSince),
    notExists(signedInSince),
    notExists(claimedSince),
  );
  const due = transaction.select({ id: participants.id }).from(participants).where(isDue).limit(most);
  const dropped = await transaction
    .update(participants)
    .set({ claimedName: null, claimedEmail: null, isClaimProven: false })
    .where(and(inArray(participants.id, due), isDue))
    .returning({ id: participants.id });
  return dropped.length;
}
