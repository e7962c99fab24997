// Who reported a bin may leave an email, hears once that the bin was looked after, and is forgotten then.
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import { addressNewsOf, isAmong, type Mailing, queueMails } from '#features/mail/serverOutbox.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { addDays } from '#shared/dates.ts';

/** After so many days nobody waits for the news any more. */
const RETENTION_DAYS = 30;

/**
 * Queues a mail to everyone who left an email with a report of a bin, one an address, and deletes the addresses. To be called
 * once the bin has no open alert, with its row held: no report may come between.
 */
export async function notifyReporters(
  transaction: Transaction,
  mailing: Mailing,
  binId: number,
  now: Date,
): Promise<void> {
  const ofBin = transaction
    .select({ id: overflowAlerts.id })
    .from(overflowAlerts)
    .where(eq(overflowAlerts.binId, binId));
  const isOfAlert = and(eq(overflowAlerts.binId, binId), isNotNull(overflowAlerts.email));
  const isOfReport = and(inArray(overflowReports.alertId, ofBin), isNotNull(overflowReports.email));
  const { email, language } = overflowAlerts;
  const reporters = [
    ...(await transaction.select({ email, language }).from(overflowAlerts).where(isOfAlert)),
    ...(await transaction
      .select({ email: overflowReports.email, language: overflowReports.language })
      .from(overflowReports)
      .where(isOfReport)
      .orderBy(overflowReports.id)),
  ];
  if (reporters.length === 0) return;
  await transaction.update(overflowAlerts).set({ email: null }).where(isOfAlert);
  await transaction.update(overflowReports).set({ email: null }).where(isOfReport);
  const [bin] = await transaction
    .select({ name: dropBins.name })
    .from(dropBins)
    .where(eq(dropBins.id, binId));
  if (!bin) throw new Error('The bin was not found.');
  const byAddress = new Map(reporters.map((reporter) => [reporter.email?.toLowerCase(), reporter]));
  const letters = [];
  for (const { email: recipient, language: ownLanguage } of byAddress.values()) {
    if (recipient === null || (await addressNewsOf(transaction, recipient)).includes('bin_emptied')) continue;
    letters.push({
      kind: 'bin_emptied' as const,
      // The address is deleted with it, so there is no second one.
      occasion: null,
      participantId: null,
      recipient,
      language: ownLanguage,
      content: { bin: bin.name },
    });
  }
  await queueMails(transaction, mailing, letters, now);
}

/** Deletes addresses of reports that nobody has looked after for 30 days. */
export async function forgetOldReporters({
  database,
  clock,
}: Pick<Site, 'database' | 'clock'>): Promise<void> {
  const before = addDays(clock(), -RETENTION_DAYS);
  for (const table of [overflowAlerts, overflowReports]) {
    await database
      .update(table)
      .set({ email: null })
      .where(and(isNotNull(table.email), lt(table.reportedAt, before)));
  }
}

/** Deletes some addresses from all reports. */
export async function forgetReporters(transaction: Transaction, emails: readonly string[]): Promise<void> {
  for (const table of [overflowAlerts, overflowReports]) {
    await transaction.update(table).set({ email: null }).where(isAmong(table.email, emails));
  }
}
