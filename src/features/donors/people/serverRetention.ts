// What goes by itself once it is older than the settings say, each kind by itself: one that fails stops no other. It goes as
// its day ends, so that of a day's runs the first has something to do. Of several processes that do so at once each writes
// down what it removed itself: the log's rows add up.
import { deleteEntriesBefore, recordRetention } from '#features/audit/server.ts';
import { dropOldClaims, forgetSignIns } from '#features/donors/serverRetention.ts';
import { deleteClosedPickups } from '#features/pickups/server.ts';
import { readSettings } from '#server/settings.ts';
import { type Database, inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { type Day, dayOf, startOfDay } from '#shared/dates.ts';

type Keeping = Pick<Site, 'database' | 'clock' | 'timeZone'>;

/** So few rows at once that nobody waits long for one of them. */
const BATCH_ROWS = 500;

/** Larger, since nobody waits for a row of the log, and each batch adds one. */
const BATCH_ENTRIES = 10_000;

export async function keepAuditRetention({ database, clock, timeZone }: Keeping): Promise<void> {
  const { auditMonths } = await readSettings(database);
  if (auditMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), auditMonths), timeZone);
  await removeInBatches(database, now, async (transaction) => ({
    auditRows: await deleteEntriesBefore(transaction, before, BATCH_ENTRIES),
  }));
}

export async function keepPickupRetention({ database, clock, timeZone }: Keeping): Promise<void> {
  const { pickupMonths } = await readSettings(database);
  if (pickupMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), pickupMonths), timeZone);
  await removeInBatches(database, now, async (transaction) => ({
    pickups: await deleteClosedPickups(transaction, before, BATCH_ROWS),
  }));
}

export async function keepSignInRetention({ database, clock, timeZone }: Keeping): Promise<void> {
  const { signInMonths } = await readSettings(database);
  if (signInMonths === null) return;
  const now = clock();
  const before = startOfDay(monthsBefore(dayOf(now, timeZone), signInMonths), timeZone);
  await removeInBatches(database, now, async (transaction) => ({
    claims: await dropOldClaims(transaction, before, BATCH_ROWS),
    signIns: await forgetSignIns(transaction, before, BATCH_ROWS),
  }));
}

/** Until nothing is left: each batch with the row that tells of it, or not at all. */
async function removeInBatches(
  database: Database,
  now: Date,
  removeSome: (transaction: Transaction) => Promise<Record<string, number>>,
): Promise<void> {
  const removeAndTell = async (transaction: Transaction) => {
    const removed = await removeSome(transaction);
    const isAnything = Object.values(removed).some((count) => count > 0);
    if (isAnything) await recordRetention(transaction, now, removed);
    return isAnything;
  };
  while (await inTransaction(database, removeAndTell));
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
