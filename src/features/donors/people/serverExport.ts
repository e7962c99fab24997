// Everything that is stored about one person, as a file. The names of admins and clerks stay out.
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isAmong, isMailOf, isNewsOffFor, isRefused } from '#features/mail/serverOutbox.ts';
import { noSuchParticipant, rowOf } from '#features/donors/serverRows.ts';
import { isMergeOf, removedRefusal, mergedIds, profilesOf } from '#features/donors/serverRemoval.ts';
import { shareAddress } from '#features/donors/serverShareLinks.ts';
import { columnsFor, inBatches } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import type { JsonFile } from '#server/http/downloads.ts';
import {
  addressNewsOff,
  auditLog,
  codeRedemptions,
  discountCodes,
  donations,
  dropBins,
  mails,
  mergedShareTokens,
  merges,
  newsletterSubscribers,
  overflowAlerts,
  overflowReports,
  participants,
  partners,
  pickups,
  sessions,
  students,
  trustedBrowsers,
  undeliverableAddresses,
} from '#server/db/schema.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { UPLOADS_PATH } from '#shared/fields.ts';
import { dayOf } from '#shared/dates.ts';
import {
  type contract,
  exportedAddressNews,
  exportedAuditRow,
  exportedBinReport,
  exportedCode,
  exportedDonation,
  exportedDonorId,
  exportedMail,
  exportedMerge,
  exportedPerson,
  exportedPickup,
  exportedRedemption,
  exportedSession,
  exportedSubscription,
  exportedTrustedBrowser,
  exportedUndeliverable,
} from './contract.ts';
import { profileEmails, pickupsOf, subscriptionsOf } from './serverRemoval.ts';

type Person = EndpointAnswer<typeof contract.exportPerson>;

/**
 * The file with everything that is stored about a participant.
 *
 * @throws Refusal 404, or 409 if the participant was removed.
 */
export async function personFile(
  { database, publicUrl, timeZone }: Site,
  id: number,
  now: Date,
): Promise<JsonFile<Person>> {
  const { shareToken, ...participant } = await findProfile(database, id);
  const profiles = await profilesOf(database, participant);
  const emails = profileEmails(profiles);
  const numbersWithMerged = await numbersInLog(database, id);
  const mergedLinks = await database
    .select({ shareToken: mergedShareTokens.shareToken })
    .from(mergedShareTokens)
    .where(eq(mergedShareTokens.participantId, id));
  return {
    fileName: `participant-${id}-${dayOf(now, timeZone)}.json`,
    head: {
      ok: true,
      madeAt: now.toISOString(),
      participant,
      donorIds: await rowsOf(database, students, exportedDonorId, eq(students.participantId, id)),
      shareLinks: [{ shareToken }, ...mergedLinks].map((link) => shareAddress(publicUrl, link.shareToken)),
      sessions: await rowsOf(database, sessions, exportedSession, isSessionOf(database, id)),
      trustedBrowsers: await rowsOf(
        database,
        trustedBrowsers,
        exportedTrustedBrowser,
        eq(trustedBrowsers.participantId, id),
      ),
      merges: await mergesOf(database, id),
      addressNewsOff: await rowsOf(database, addressNewsOff, exportedAddressNews, isNewsOffFor(emails)),
      undeliverable: await rowsOf(database, undeliverableAddresses, exportedUndeliverable, isRefused(emails)),
      newsletter: await rowsOf(
        database,
        newsletterSubscribers,
        exportedSubscription,
        subscriptionsOf(profiles),
      ),
      pickups: await rowsOf(database, pickups, exportedPickup, pickupsOf(profiles)),
      binReports: await binReportsOf(database, emails),
    },
    lists: {
      donations: inBatches(async (afterId, limit) => {
        const isNext = and(eq(donations.participantId, id), gt(donations.id, afterId));
        const rows = await rowsOf(database, donations, exportedDonation, isNext).limit(limit);
        return rows.map((donation) => ({
          ...donation,
          photoUrl: absoluteUrl(donation.photoUrl, publicUrl),
        }));
      }),
      codes: inBatches((afterId, limit) => {
        const isNext = and(eq(discountCodes.participantId, id), gt(discountCodes.id, afterId));
        return rowsOf(database, discountCodes, exportedCode, isNext).limit(limit);
      }),
      redemptions: inBatches((afterId, limit) =>
        database
          .select({ ...columnsFor(codeRedemptions, exportedRedemption), store: partners.name })
          .from(codeRedemptions)
          .innerJoin(discountCodes, eq(discountCodes.id, codeRedemptions.codeId))
          .innerJoin(partners, eq(partners.id, codeRedemptions.partnerId))
          .where(and(eq(discountCodes.participantId, id), gt(codeRedemptions.id, afterId)))
          .orderBy(asc(codeRedemptions.id))
          .limit(limit),
      ),
      mails: inBatches((afterId, limit) =>
        database
          .select({ ...columnsFor(mails, exportedMail), content: ownContent })
          .from(mails)
          .where(and(isMailOf(id, emails), gt(mails.id, afterId)))
          .orderBy(asc(mails.id))
          .limit(limit),
      ),
      audit: inBatches((afterId, limit) =>
        database
          .select({ ...columnsFor(auditLog, exportedAuditRow), address: ownAddress })
          .from(auditLog)
          .where(and(inArray(auditLog.participantId, numbersWithMerged), gt(auditLog.id, afterId)))
          .orderBy(asc(auditLog.id))
          .limit(limit),
      ),
    },
  };
}

/** @throws Refusal 404, or 409 if the participant was removed. */
async function findProfile(executor: Executor, id: number) {
  const [found] = await executor
    .select({
      ...columnsFor(participants, exportedPerson),
      shareToken: participants.shareToken,
      removedAt: participants.removedAt,
    })
    .from(participants)
    .where(eq(participants.id, id));
  const row = await rowOf(executor, id);
  if (!found || !row) throw noSuchParticipant();
  const { removedAt, ...profile } = found;
  if (removedAt) throw removedRefusal();
  return {
    ...profile,
    totalDonations: row.total_donations,
    confirmedDonations: row.confirmed_donations,
    lastDonationAt: row.last_donation_at,
  };
}

/** A table's rows as the file has them, oldest first. */
function rowsOf<Table extends PgTable & { id: PgColumn }, Answer extends z.core.$ZodShape>(
  executor: Executor,
  table: Table,
  answer: z.ZodObject<Answer>,
  condition: SQL | undefined,
) {
  const source: PgTable = table;
  return executor
    .select(columnsFor(table, answer))
    .from(source)
    .where(condition)
    .orderBy(asc(table.id))
    .$dynamic();
}

function absoluteUrl(photoUrl: string | null, publicUrl: string): string | null {
  return photoUrl?.startsWith(UPLOADS_PATH) ? `${publicUrl}${photoUrl}` : photoUrl;
}

async function binReportsOf(executor: Executor, emails: readonly string[]) {
  const { name: bin } = dropBins;
  const firstReports = await executor
    .select({ bin, ...columnsFor(overflowAlerts, exportedBinReport) })
    .from(overflowAlerts)
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(isAmong(overflowAlerts.email, emails))
    .orderBy(asc(overflowAlerts.id));
  const furtherReports = await executor
    .select({ bin, ...columnsFor(overflowReports, exportedBinReport) })
    .from(overflowReports)
    .innerJoin(overflowAlerts, eq(overflowAlerts.id, overflowReports.alertId))
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(isAmong(overflowReports.email, emails))
    .orderBy(asc(overflowReports.id));
  return [...firstReports, ...furtherReports];
}

/** Sign-ins by the person's email, or by one of their donor IDs. */
function isSessionOf(executor: Executor, id: number): SQL | undefined {
  const donorIds = executor
    .select({ studentId: students.studentId })
    .from(students)
    .where(eq(students.participantId, id));
  return or(eq(sessions.participantId, id), inArray(sessions.studentId, donorIds));
}

async function mergesOf(executor: Executor, id: number): Promise<Person['merges']> {
  const ids = await mergedIds(executor, id);
  const rows = await rowsOf(executor, merges, exportedMerge, isMergeOf(ids));
  return rows.map(({ source, ...merge }) => {
    const { displayName, email, phone, claimedName, claimedEmail, isClaimProven = false } = source;
    return {
      ...merge,
      source: { displayName, email, phone, claimedName, claimedEmail, isClaimProven },
    };
  });
}

/** The content of a mail without its sign-in code, and without the admin who sent a test mail. */
const ownContent = sql<Record<string, unknown>>`${mails.content} - 'sealedCode' - 'sentBy'`;

/** The network address of an entry, if the donor caused it: one of an admin or a store is not the person's. */
const ownAddress = sql<string | null>`case when ${auditLog.actorRole} = 'donor' then ${auditLog.address} end`;

/** The numbers of a participant and of all who were merged into it, also by merges that only the audit log still has. */
async function numbersInLog(executor: Executor, id: number): Promise<number[]> {
  const { rows } = await executor.execute<{ id: number }>(sql`
    with recursive inside (id) as (
      select ${id}::int
      union select (${auditLog.details} ->> 'fromId')::int from inside
        join ${auditLog} on ${auditLog.participantId} = inside.id and ${auditLog.action} = 'participant.merged'
        where not exists (
          select from ${auditLog} undone
          where undone.participant_id = inside.id and undone.action = 'participant.merge_undone'
            and undone.details -> 'mergeId' = ${auditLog.details} -> 'mergeId'))
    select id from inside where id is not null`);
  return rows.map((row) => row.id);
}
