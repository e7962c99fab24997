// A visitor may leave an email with a report. They get one mail when the alert is resolved, and the address is deleted.
import { and, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import {
  equalsAnyEmail,
  findSwitchedOffNews,
  type Mailing,
  queueMails,
} from '#features/mail/serverOutbox.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { addDays } from '#shared/dates.ts';

const RETENTION_DAYS = 30;

/**
 * Queues a mail to each address that was left with a report of a bin, and deletes the addresses. The caller has locked
 * the bin's row and resolved its open alert, so that no report comes in between.
 */
export async function notifyReporters(
  transaction: Transaction,
  mailing: Mailing,
  bin: { id: number; name: string },
  now: Date,
): Promise<void> {
  const alertIds = transaction
    .select({ id: overflowAlerts.id })
    .from(overflowAlerts)
    .where(eq(overflowAlerts.binId, bin.id));
  const reporters = [
    ...(await takeReporters(transaction, overflowAlerts, eq(overflowAlerts.binId, bin.id))),
    ...(await takeReporters(transaction, overflowReports, inArray(overflowReports.alertId, alertIds))),
  ];
  const byAddress = new Map(reporters.map((reporter) => [reporter.email?.toLowerCase(), reporter]));
  const mails = [];
  for (const { email: recipient, language } of byAddress.values()) {
    if (recipient === null || (await findSwitchedOffNews(transaction, recipient)).includes('bin_emptied'))
      continue;
    mails.push({
      kind: 'bin_emptied' as const,
      // The addresses are deleted at the same time, so no second mail can follow.
      occasion: null,
      participantId: null,
      recipient,
      language,
      content: { bin: bin.name },
    });
  }
  await queueMails(transaction, mailing, mails, now);
}

/** Reads the addresses and their languages from the reports of a bin, and deletes the addresses. */
async function takeReporters(
  transaction: Transaction,
  table: typeof overflowAlerts | typeof overflowReports,
  isOfBin: SQL,
) {
  const hasEmail = and(isOfBin, isNotNull(table.email));
  const reporters = await transaction
    .select({ email: table.email, language: table.language })
    .from(table)
    .where(hasEmail)
    .orderBy(table.id);
  await transaction.update(table).set({ email: null }).where(hasEmail);
  return reporters;
}

/** Deletes the addresses in reports older than 30 days, whose senders no longer expect an answer. */
export async function deleteOldReporterEmails({
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

export async function deleteReporterEmails(
  transaction: Transaction,
  emails: readonly string[],
): Promise<void> {
  for (const table of [overflowAlerts, overflowReports]) {
    await transaction.update(table).set({ email: null }).where(equalsAnyEmail(table.email, emails));
  }
}
