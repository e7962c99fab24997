// Deletes what is older than the settings allow. Each kind is a separate job, so that a failure does not stop the others.
// Concurrent processes each record what they deleted themselves.
import { and, eq, gte, inArray, isNull, lt, notExists } from 'drizzle-orm';
import { deleteEntriesBefore, recordRetention } from '#features/audit/server.ts';
import { noClaim } from '#features/donors/rules.ts';
import { deleteClosedPickups } from '#features/pickups/server.ts';
import { readSettings } from '#server/settings.ts';
import { inTransaction, type Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { auditLog, donations, isClaiming, participants, students } from '#server/db/schema.ts';
import { type Day, dayOf, startOfDay } from '#shared/dates.ts';

type RetentionSite = Pick<Site, 'database' | 'clock' | 'timeZone'>;

/** Small, so that nobody waits long for a locked row. */
const BATCH_ROWS = 500;

/** Larger, because nobody waits for an audit entry, and each batch adds another entry. */
const BATCH_ENTRIES = 10_000;

export async function deleteOldAuditEntries(site: RetentionSite): Promise<void> {
  await deleteOlder(site, 'auditMonths', async (transaction, before) => ({
    auditRows: await deleteEntriesBefore(transaction, before, BATCH_ENTRIES),
  }));
}

export async function deleteOldPickups(site: RetentionSite): Promise<void> {
  await deleteOlder(site, 'pickupMonths', async (transaction, before) => ({
    pickups: await deleteClosedPickups(transaction, before, BATCH_ROWS),
  }));
}

export async function deleteOldSignInData(site: RetentionSite): Promise<void> {
  await deleteOlder(site, 'signInMonths', async (transaction, before) => ({
    claims: await dropOldClaims(transaction, before),
    signIns: await eraseSignInTimes(transaction, before),
  }));
}

/** Deletes what is older than a setting allows, until nothing is left. Each batch is one transaction with its audit row. */
async function deleteOlder(
  { database, clock, timeZone }: RetentionSite,
  setting: 'auditMonths' | 'pickupMonths' | 'signInMonths',
  deleteBatch: (transaction: Transaction, before: Date) => Promise<Record<string, number>>,
): Promise<void> {
  const months = (await readSettings(database))[setting];
  if (months === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), months), timeZone);
  const deleteAndRecord = async (transaction: Transaction) => {
    const deleted = await deleteBatch(transaction, before);
    const hasDeleted = Object.values(deleted).some((count) => count > 0);
    if (hasDeleted) await recordRetention(transaction, now, deleted);
    return hasDeleted;
  };
  let hasMore = true;
  while (hasMore) hasMore = await inTransaction(database, deleteAndRecord);
}

/** The same day some months ago, or the last day of that month. */
function monthsBefore(today: Day, months: number): Day {
  const date = new Date(`${today}T00:00:00Z`);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // A day that the month does not have overflows into the next month. Day 0 is the last day of the month before it.
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return dayOf(date, 'UTC');
}

/** Erases old times of last sign-ins and returns how many. They have no index, which every sign-in would have to update. */
async function eraseSignInTimes(transaction: Transaction, before: Date): Promise<number> {
  const due = transaction
    .select({ id: students.id })
    .from(students)
    .where(lt(students.lastLoginAt, before))
    .limit(BATCH_ROWS);
  const erased = await transaction
    .update(students)
    .set({ lastLoginAt: null })
    .where(and(inArray(students.id, due), lt(students.lastLoginAt, before)))
    .returning({ id: students.id });
  return erased.length;
}

/**
 * Drops undecided claims of participants who have neither signed in nor donated since `before`, and returns how many.
 * Sign-ins by email are found in the audit log.
 */
async function dropOldClaims(transaction: Transaction, before: Date): Promise<number> {
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
  const actedSince = transaction
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
    notExists(actedSince),
  );
  const due = transaction.select({ id: participants.id }).from(participants).where(isDue).limit(BATCH_ROWS);
  const dropped = await transaction
    .update(participants)
    .set(noClaim)
    .where(and(inArray(participants.id, due), isDue))
    .returning({ id: participants.id });
  return dropped.length;
}
