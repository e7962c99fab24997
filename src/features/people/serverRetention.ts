// What goes by itself once it is older than the settings say.
import { and, inArray, lt, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { removeAuditBefore } from '#features/audit/serverSeals.ts';
import { dropOldClaims, forgetSignIns } from '#features/participants/serverRetention.ts';
import { deletePickups } from '#features/pickups/server.ts';
import { readSettings } from '#features/site/server.ts';
import { inTransaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { pickups } from '#server/schema.ts';
import { type Day, dayOf, startOfDay } from '#shared/dates.ts';

/**
 * Removes what has served its time as its day ends, so that of a day's runs the first has something to do. Of several processes
 * that do so at once each counts what it removed itself: the log's rows add up.
 */
export async function keepRetention(site: Pick<Site, 'database' | 'clock' | 'timeZone'>): Promise<void> {
  const now = site.clock();
  const today = dayOf(now, site.timeZone);
  const startOf = (months: number) => startOfDay(monthsBefore(today, months), site.timeZone);
  const { auditMonths, pickupMonths, signInMonths } = await readSettings(site.database);
  const removed = { auditRows: 0, pickups: 0, claims: 0, signIns: 0 };
  if (auditMonths !== null) {
    removed.auditRows = await removeAuditBefore(site.database, monthsBefore(today, auditMonths), now);
  }
  await inTransaction(site.database, async (transaction) => {
    if (pickupMonths !== null) {
      const lastMoment = sql`greatest(${pickups.createdAt}, ${pickups.scheduledAt})`;
      removed.pickups = await deletePickups(
        transaction,
        and(
          // Somebody may still have to come for what is open.
          inArray(pickups.status, ['completed', 'cancelled']),
          lt(lastMoment, startOf(pickupMonths)),
        ),
      );
    }
    if (signInMonths !== null) {
      removed.claims = await dropOldClaims(transaction, startOf(signInMonths));
      removed.signIns = await forgetSignIns(transaction, startOf(signInMonths));
    }
    if (Object.values(removed).every((count) => count === 0)) return;
    await recordAudit(transaction, now, {
      actor: 'site',
      actorRole: 'system',
      action: 'retention.applied',
      entityType: 'system',
      entityId: null,
      details: removed,
    });
  });
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
