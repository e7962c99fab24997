// The daily list of what waits, mailed in the morning to admins and volunteers who chose it.
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { findActiveBins } from '#features/bins/server.ts';
import { findProblems } from '#features/health/server.ts';
import { queueMails } from '#features/mail/serverOutbox.ts';
import { newStaffMail } from '#features/mail/serverStaffMail.ts';
import { type Executor, inTransaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { admins, donations, overflowAlerts, pickups } from '#server/db/schema.ts';
import { addDays } from '#shared/dates.ts';
import { dailyListDay } from './rules.ts';

/**
 * Queues the daily list once a day to each reader if something waits, and to admins also if the site has a problem. Each
 * process calls this once a minute. If the site starts after 7 o'clock, the list is queued then.
 */
export async function notifyDaily(site: Site): Promise<void> {
  if (!site.mailer) return;
  const now = site.clock();
  const today = dailyListDay(now, site.timeZone);
  if (today === null) return;
  await inTransaction(site.database, async (transaction) => {
    // Skips readers whose mail another process is queueing.
    const readers = await transaction
      .select({ adminId: admins.id, email: sql<string>`${admins.email}`, role: admins.role })
      .from(admins)
      .where(
        and(
          eq(admins.notifyDaily, true),
          eq(admins.isActive, true),
          isNotNull(admins.email),
          or(isNull(admins.dailyListOn), lt(admins.dailyListOn, today)),
        ),
      )
      .orderBy(asc(admins.id))
      .for('no key update', { skipLocked: true });
    if (readers.length === 0) return;
    await transaction
      .update(admins)
      .set({ dailyListOn: today })
      .where(
        inArray(
          admins.id,
          readers.map(({ adminId }) => adminId),
        ),
      );
    const waiting = await countWaiting(transaction, now, site.timeZone);
    const waitingTotal = waiting.donations + waiting.bins + waiting.overdueBins + waiting.pickups;
    const problems = await findProblems(transaction, site, now);
    const mails = readers.flatMap(({ role, ...reader }) => {
      // Only admins may see problems of the site.
      const content = { ...waiting, problems: role === 'admin' ? problems : [] };
      if (waitingTotal === 0 && content.problems.length === 0) return [];
      // After a day the next list is due, and this one is out of date.
      return [{ ...newStaffMail('staff_daily', reader, content), sendBefore: addDays(now, 1) }];
    });
    await queueMails(transaction, site, mails, now);
  });
  site.wakeMail();
}

async function countWaiting(executor: Executor, now: Date, timeZone: string) {
  const active = await findActiveBins(executor, now, timeZone);
  const isPending = and(eq(donations.isConfirmed, false), isNull(donations.rejectedAt));
  return {
    donations: await executor.$count(donations, isPending),
    bins: await executor.$count(overflowAlerts, ne(overflowAlerts.status, 'resolved')),
    overdueBins: active.filter(({ isOverdue }) => isOverdue).length,
    pickups: await executor.$count(pickups, eq(pickups.status, 'pending')),
  };
}
