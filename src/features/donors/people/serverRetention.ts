// Deletes what is older than the settings allow, each kind by itself: one that fails stops no other. Several processes may
// run at once: each records what it deleted, and the log's rows add up.
import { deleteEntriesBefore, recordRetention } from '#features/audit/server.ts';
import { dropOldClaims, forgetSignIns } from '#features/donors/serverRetention.ts';
import { deleteClosedPickups } from '#features/pickups/server.ts';
import { readSettings } from '#server/settings.ts';
import { type Database, inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { type Day, dayOf, startOfDay } from '#shared/dates.ts';

type RetentionSite = Pick<Site, 'database' | 'clock' | 'timeZone'>;

/** Few enough that no request waits long for a locked row. */
const BATCH_ROWS = 500;

/** Larger, because no request waits for a row of the log, and each batch adds one. */
const BATCH_ENTRIES = 10_000;

export async function applyAuditRetention({ database, clock, timeZone }: RetentionSite): Promise<void> {
  const { auditMonths } = await readSettings(database);
  if (auditMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), auditMonths), timeZone);
  await deleteInBatches(database, now, async (transaction) => ({
    auditRows: await deleteEntriesBefore(transaction, before, BATCH_ENTRIES),
  }));
}

export async function applyPickupRetention({ database, clock, timeZone }: RetentionSite): Promise<void> {
  const { pickupMonths } = await readSettings(database);
  if (pickupMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), pickupMonths), timeZone);
  await deleteInBatches(database, now, async (transaction) => ({
    pickups: await deleteClosedPickups(transaction, before, BATCH_ROWS),
  }));
}

export async function applySignInRetention({ database, clock, timeZone }: RetentionSite): Promise<void> {
  const { signInMonths } = await readSettings(database);
  if (signInMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), signInMonths), timeZone);
  await deleteInBatches(database, now, async (transaction) => ({
    claims: await dropOldClaims(transaction, before, BATCH_ROWS),
    signIns: await forgetSignIns(transaction, before, BATCH_ROWS),
  }));
}

/** Each batch and its audit row are one transaction. */
async function deleteInBatches(
  database: Database,
  now: Date,
  deleteBatch: (transaction: Transaction) => Promise<Record<string, number>>,
): Promise<void> {
  const deleteAndRecord = async (transaction: Transaction) => {
    const deleted = await deleteBatch(transaction);
    const isAnything = Object.values(deleted).some((count) => count > 0);
    if (isAnything) await recordRetention(transaction, now, deleted);
    return isAnything;
  };
  while (await inTransaction(database, deleteAndRecord));
}

/** The same day so many months ago, or the last one of that month where it has no such day. */
function monthsBefore(today: Day, months: number): Day {
  const date = new Date(`${today}T00:00:00Z`);
  const before = new Date(date);
  before.setUTCMonth(before.getUTCMonth() - months);
  // Past the end of a shorter month it went on into the next.
  if (before.getUTCDate() !== date.getUTCDate()) before.setUTCDate(0);
  return dayOf(before, 'UTC');
}
