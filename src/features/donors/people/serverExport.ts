// Everything that is stored about one person, as a file. The names of admins and clerks stay out.
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { isAmong, isMailOf, isNewsOffOf, isRefused } from '#features/mail/serverOutbox.ts';
import { noSuchParticipant } from '#features/donors/server.ts';
import { rowOf } from '#features/donors/serverRows.ts';
import { isMergeOf, isRemoved, mergedIds, profilesOf } from '#features/donors/serverRemoval.ts';
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

/** @throws Refusal 404, or 409 if the participant was removed. */
export async function personFile(
  { database, publicUrl, timeZone }: Site,
  id: number,
  now: Date,
): Promise<JsonFile<Person>> {
  const [found] = await database
    .select({
      ...columnsFor(participants, exportedPerson),
      shareToken: participants.shareToken,
      removedAt: participants.removedAt,
    })
    .from(participants)
    .where(eq(participants.id, id));
  if (!found) throw noSuchParticipant();
  const { shareToken, removedAt, ...person } = found;
  if (removedAt) throw isRemoved();
  const row = await rowOf(database, id);
  if (!row) throw noSuchParticipant();
  const participant = {
    ...person,
    totalDonations: row.total_donations,
    confirmedDonations: row.confirmed_donations,
    lastDonationAt: row.last_donation_at,
  };
  const [profiles, numbers] = await Promise.all([
    profilesOf(database, participant),
    numbersInLog(database, id),
  ]);
  const emails = profileEmails(profiles);
  const [donorIds, shareTokens, signedIn, trusted, merged, stopped, refused, subscribed, asked, reports] =
    await Promise.all([
      database
        .select(columnsFor(students, exportedDonorId))
        .from(students)
        .where(eq(students.participantId, id))
        .orderBy(asc(students.id)),
      database
        .select({ shareToken: mergedShareTokens.shareToken })
        .from(mergedShareTokens)
        .where(eq(mergedShareTokens.participantId, id)),
      sessionsOf(database, id),
      database
        .select(columnsFor(trustedBrowsers, exportedTrustedBrowser))
        .from(trustedBrowsers)
        .where(eq(trustedBrowsers.participantId, id))
        .orderBy(asc(trustedBrowsers.id)),
      mergesOf(database, id),
      database
        .select(columnsFor(addressNewsOff, exportedAddressNews))
        .from(addressNewsOff)
        .where(isNewsOffOf(emails))
        .orderBy(asc(addressNewsOff.id)),
      database
        .select(columnsFor(undeliverableAddresses, exportedUndeliverable))
        .from(undeliverableAddresses)
        .where(isRefused(emails))
        .orderBy(asc(undeliverableAddresses.id)),
      database
        .select(columnsFor(newsletterSubscribers, exportedSubscription))
        .from(newsletterSubscribers)
        .where(subscriptionsOf(profiles))
        .orderBy(asc(newsletterSubscribers.id)),
      database
        .select(columnsFor(pickups, exportedPickup))
        .from(pickups)
        .where(pickupsOf(profiles))
        .orderBy(asc(pickups.id)),
      binReportsOf(database, emails),
    ]);
  return {
    fileName: `participant-${id}-${dayOf(now, timeZone)}.json`,
    head: {
      ok: true,
      madeAt: now.toISOString(),
      participant,
      donorIds,
      shareLinks: [{ shareToken }, ...shareTokens].map((link) => `${publicUrl}/p/${link.shareToken}`),
      sessions: signedIn,
      trustedBrowsers: trusted,
      merges: merged,
      addressNewsOff: stopped,
      undeliverable: refused,
      newsletter: subscribed,
      pickups: asked,
      binReports: reports,
    },
    lists: {
      donations: inBatches(async (afterId, limit) => {
        const rows = await database
          .select(columnsFor(donations, exportedDonation))
          .from(donations)
          .where(and(eq(donations.participantId, id), gt(donations.id, afterId)))
          .orderBy(asc(donations.id))
          .limit(limit);
        return rows.map((donation) => ({
          ...donation,
          photoUrl: wholeAddress(donation.photoUrl, publicUrl),
        }));
      }),
      codes: inBatches((afterId, limit) =>
        database
          .select(columnsFor(discountCodes, exportedCode))
          .from(discountCodes)
          .where(and(eq(discountCodes.participantId, id), gt(discountCodes.id, afterId)))
          .orderBy(asc(discountCodes.id))
          .limit(limit),
      ),
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
          .where(and(inArray(auditLog.participantId, numbers), gt(auditLog.id, afterId)))
          .orderBy(asc(auditLog.id))
          .limit(limit),
      ),
    },
  };
}

function wholeAddress(photoUrl: string | null, publicUrl: string): string | null {
  return photoUrl?.startsWith(UPLOADS_PATH) ? `${publicUrl}${photoUrl}` : photoUrl;
}

async function binReportsOf(executor: Executor, emails: readonly string[]) {
  const { name: bin } = dropBins;
  const first = await executor
    .select({ bin, ...columnsFor(overflowAlerts, exportedBinReport) })
    .from(overflowAlerts)
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(isAmong(overflowAlerts.email, emails))
    .orderBy(asc(overflowAlerts.id));
  const further = await executor
    .select({ bin, ...columnsFor(overflowReports, exportedBinReport) })
    .from(overflowReports)
    .innerJoin(overflowAlerts, eq(overflowAlerts.id, overflowReports.alertId))
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(isAmong(overflowReports.email, emails))
    .orderBy(asc(overflowReports.id));
  return [...first, ...further];
}

async function sessionsOf(executor: Executor, id: number) {
  const donorIds = executor
    .select({ studentId: students.studentId })
    .from(students)
    .where(eq(students.participantId, id));
  return await executor
    .select(columnsFor(sessions, exportedSession))
    .from(sessions)
    .where(or(eq(sessions.participantId, id), inArray(sessions.studentId, donorIds)))
    .orderBy(asc(sessions.id));
}

async function mergesOf(executor: Executor, id: number): Promise<Person['merges']> {
  const ids = await mergedIds(executor, id);
  const rows = await executor
    .select({
      id: merges.id,
      fromId: merges.fromId,
      toId: merges.toId,
      mergedAt: merges.mergedAt,
      undoneAt: merges.undoneAt,
      source: merges.source,
    })
    .from(merges)
    .where(isMergeOf(ids))
    .orderBy(asc(merges.id));
  return rows.map(({ source, ...merge }) => {
    const { displayName, email, phone, claimedName, claimedEmail, isClaimProven = false } = source;
    return {
      ...merge,
      source: { displayName, email, phone, claimedName, claimedEmail, isClaimProven },
    };
  });
}

/** Without a sign-in code, and without the admin who sent a test mail. */
const ownContent = sql<Record<string, unknown>>`${mails.content} - 'sealedCode' - 'sentBy'`;

/** The address of an admin or a store is not the person's. */
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
