// What goes by itself once it is older than the settings say.
import { and, inArray, lt, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { dropOldClaims, forgetSignIns } from '#features/participants/serverRetention.ts';
import { deletePickups } from '#features/pickups/server.ts';
import { readSettings } from '#features/site/server.ts';
import { inTransaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { pickups } from '#server/schema.ts';
import { wallTimeOf } from '#shared/dates.ts';

/** The hour of the site's clocks in which it is done. */
const QUIET_HOUR = '03';

/**
 * Removes what has served its time, in the quiet hour of each night. Of several processes that do so at once each counts
 * what it removed itself: the log's rows add up.
 */
export async function keepRetention(site: Pick<Site, 'database' | 'clock' | 'timeZone'>): Promise<void> {
  const now = site.clock();
  if (wallTimeOf(now, site.timeZone).slice(11, 13) !== QUIET_HOUR) return;
  await inTransaction(site.database, async (transaction) => {
    const { pickupMonths, signInMonths } = await readSettings(transaction);
    const removed = { pickups: 0, claims: 0, signIns: 0 };
    if (pickupMonths !== null) {
      const lastMoment = sql`greatest(${pickups.createdAt}, ${pickups.scheduledAt})`;
      removed.pickups = await deletePickups(
        transaction,
        and(
          // Somebody may still have to come for what is open.
          inArray(pickups.status, ['completed', 'cancelled']),
          lt(lastMoment, monthsBefore(now, pickupMonths)),
        ),
      );
    }
    if (signInMonths !== null) {
      const before = monthsBefore(now, signInMonths);
      removed.claims = await dropOldClaims(transaction, before);
      removed.signIns = await forgetSignIns(transaction, before);
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

/** The same day and time so many months ago, or the last day of that month where it has no such day. */
function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  // Past the end of a shorter month it went on into the next.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);

  return before;
}
