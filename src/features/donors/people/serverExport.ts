// Everything that is stored about one person, as a file. The names of admins and clerks stay out.
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { equalsAnyEmail, isMailOf, isNewsOffFor, isUndeliverableAmong } from '#features/mail/serverOutbox.ts';
import { noSuchParticipant, findRow } from '#features/donors/serverRows.ts';
import { isMergeOf, removedRefusal, findMergedIds, findProfiles } from '#features/donors/serverRemoval.ts';
import { shareUrl } from '#features/donors/serverShareLinks.ts';
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
import { isPickupOf, isSubscriptionOf, profileEmails } from './serverRemoval.ts';

type Person = EndpointAnswer<typeof contract.exportPerson>;

/**
 * The file with everything that is stored about a participant.
 *
 * @throws Refusal 404, or 409 if the participant was removed.
 */
export async function buildPersonFile(
  { database, publicUrl, timeZone }: Site,
  id: number,
  now: Date,
): Promise<JsonFile<Person>> {
  const { shareToken, ...participant } = await findProfile(database, id);
  const profiles = await findProfiles(database, participant);
  const emails = profileEmails(profiles);
  const idsInLog = await findIdsInLog(database, id);
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
      donorIds: await selectRows(database, students, exportedDonorId, eq(students.participantId, id)),
      shareLinks: [{ shareToken }, ...mergedLinks].map((link) => shareUrl(publicUrl, link.shareToken)),
      sessions: await selectRows(database, sessions, exportedSession, isSessionOf(database, id)),
      trustedBrowsers: await selectRows(
        database,
        trustedBrowsers,
        exportedTrustedBrowser,
        eq(trustedBrowsers.participantId, id),
      ),
      merges: await findMerges(database, id),
      addressNewsOff: await selectRows(database, addressNewsOff, exportedAddressNews, isNewsOffFor(emails)),
      undeliverable: await selectRows(
        database,
        undeliverableAddresses,
        exportedUndeliverable,
        isUndeliverableAmong(emails),
      ),
      newsletter: await selectRows(
        database,
        newsletterSubscribers,
        exportedSubscription,
        isSubscriptionOf(profiles),
      ),
      pickups: await selectRows(database, pickups, exportedPickup, isPickupOf(profiles)),
      binReports: await findBinReports(database, emails),
    },
    lists: {
      donations: inBatches(async (afterId, limit) => {
        const isNext = and(eq(donations.participantId, id), gt(donations.id, afterId));
        const rows = await selectRows(database, donations, exportedDonation, isNext).limit(limit);
        return rows.map((donation) => ({
          ...donation,
          photoUrl: absoluteUrl(donation.photoUrl, publicUrl),
        }));
      }),
      codes: inBatches((afterId, limit) => {
        const isNext = and(eq(discountCodes.participantId, id), gt(discountCodes.id, afterId));
        return selectRows(database, discountCodes, exportedCode, isNext).limit(limit);
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
          .where(and(inArray(auditLog.participantId, idsInLog), gt(auditLog.id, afterId)))
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
  const row = await findRow(executor, id);
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

/** Selects the columns of a table that the file contains, oldest rows first. */
function selectRows<Table extends PgTable & { id: PgColumn }, Shape extends z.core.$ZodShape>(
  executor: Executor,
  table: Table,
  fileSchema: z.ZodObject<Shape>,
  condition: SQL | undefined,
) {
  // Widened, because `from` rejects a generic table.
  const source: PgTable = table;
  return executor
    .select(columnsFor(table, fileSchema))
    .from(source)
    .where(condition)
    .orderBy(asc(table.id))
    .$dynamic();
}

function absoluteUrl(photoUrl: string | null, publicUrl: string): string | null {
  return photoUrl?.startsWith(UPLOADS_PATH) ? `${publicUrl}${photoUrl}` : photoUrl;
}

async function findBinReports(executor: Executor, emails: readonly string[]) {
  const { name: bin } = dropBins;
  const firstReports = await executor
    .select({ bin, ...columnsFor(overflowAlerts, exportedBinReport) })
    .from(overflowAlerts)
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(equalsAnyEmail(overflowAlerts.email, emails))
    .orderBy(asc(overflowAlerts.id));
  const furtherReports = await executor
    .select({ bin, ...columnsFor(overflowReports, exportedBinReport) })
    .from(overflowReports)
    .innerJoin(overflowAlerts, eq(overflowAlerts.id, overflowReports.alertId))
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(equalsAnyEmail(overflowReports.email, emails))
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

async function findMerges(executor: Executor, id: number): Promise<Person['merges']> {
  const ids = await findMergedIds(executor, id);
  const rows = await selectRows(executor, merges, exportedMerge, isMergeOf(ids));
  return rows.map(({ source, ...merge }) => {
    const { displayName, email, phone, claimedName, claimedEmail, isClaimProven = false, language } = source;
    return {
      ...merge,
      source: { displayName, email, phone, claimedName, claimedEmail, isClaimProven, language },
    };
  });
}

/** The content of a mail, without its sign-in code and without the admin who sent a test mail. */
const ownContent = sql<Record<string, unknown>>`${mails.content} - 'sealedCode' - 'sentBy'`;

/** The network address of an entry if the donor caused it. That of an admin or a store is not the person's. */
const ownAddress = sql<string | null>`case when ${auditLog.actorRole} = 'donor' then ${auditLog.address} end`;

/** The IDs of a participant and of all merged into it. Old merges are found in the audit log only. */
async function findIdsInLog(executor: Executor, id: number): Promise<number[]> {
  const { rows } = await executor.execute<{ id: number }>(sql`
    with recursive merged (id) as (
      select ${id}::int
      union select (${auditLog.details} ->> 'fromId')::int from merged
        join ${auditLog} on ${auditLog.participantId} = merged.id and ${auditLog.action} = 'participant.merged'
        where not exists (
          select from ${auditLog} undone
          where undone.participant_id = merged.id and undone.action = 'participant.merge_undone'
            and undone.details -> 'mergeId' = ${auditLog.details} -> 'mergeId'))
    select id from merged where id is not null`);
  return rows.map((row) => row.id);
}
