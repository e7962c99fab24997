// The console's endpoints for donations.
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { recordAudit, recordExport } from '#features/audit/server.ts';
import { findActiveBins } from '#features/bins/server.ts';
import { deleteUnusedPhotos, recordAttachedPhoto } from '#features/donations/photos/server.ts';
import {
  donationStatus,
  isDiscrepancy,
  needsReopenReason,
  earliestUndoable,
  whyInFuture,
  whyNotDecidable,
} from '#features/donations/rules.ts';
import {
  aboutDonation,
  createDonation,
  lockDonation,
  noSuchDonation,
  renewTakenMarks,
} from '#features/donations/server.ts';
import { notifyLogged, notifyMeasured, notifyRejected } from '#features/donations/serverNotifications.ts';
import {
  alike,
  donationRows,
  hasDonor,
  isConfirmed,
  isPending,
  isRejected,
} from '#features/donations/serverRows.ts';
import { lockExistingParticipant } from '#features/donors/server.ts';
import { decideClaim, type SeenClaim } from '#features/donors/serverClaims.ts';
import { linkStudentId } from '#features/donors/serverDonors.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { type Mailing, withdrawNews } from '#features/mail/serverOutbox.ts';
import { codeSeenBy } from '#features/rewards/serverRows.ts';
import { dayOf, startOfDay } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { bandOf } from '#shared/weights.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { checkYears, invalidFields, Refusal } from '#server/http/refusal.ts';
import { donations } from '#server/db/schema.ts';
import { contract, missingMeasuredWeight, invalidPhotoUrl } from './contract.ts';
import { confirmPending, donationsOfConfirmation, selectLastConfirmation } from './serverConfirmations.ts';
import { correctDonation, unconfirmDonation, undoConfirmation } from './serverCorrections.ts';
import {
  readAdminFigures,
  csvHeader,
  donationPage,
  exportedRows,
  findDecided,
  findPending,
  matchesSearch,
  matchesPhotoSearch,
  countWeeklyDonations,
  mentionsText,
  searchPage,
} from './serverLists.ts';
import { createUnclaimed } from './serverUnclaimed.ts';

const LATEST_PENDING = 50;

/** Volunteers get zeros instead of these figures. */
const figuresHiddenFromVolunteers = { provenClaims: 0, waitingMail: 0 };

export const donationConsoleFeature = implement(contract, {
  adminSummary: async ({ database, site: { timeZone }, admin, now }) => {
    const [figures, latest, bins] = await Promise.all([
      readAdminFigures(database, dayOf(now, timeZone)),
      donationRows(database, isPending).orderBy(desc(donations.id)).limit(LATEST_PENDING),
      findActiveBins(database, now, timeZone),
    ]);
    const stats = { ...figures, overdueBins: bins.filter(({ isOverdue }) => isOverdue).length };
    return {
      ok: true as const,
      stats: admin.role === 'admin' ? stats : { ...stats, ...figuresHiddenFromVolunteers },
      latestPending: latest.map((row) => asSeenBy(admin, row)),
      bins,
    };
  },

  charts: async ({ database, site: { timeZone }, now }) => ({
    ok: true as const,
    weeks: await countWeeklyDonations(database, dayOf(now, timeZone)),
  }),

  rejectedDonations: async ({ database, query, admin }) => {
    const order = [desc(donations.rejectedAt), desc(donations.id)];
    return await donationPage(database, admin, isRejected, order, query);
  },

  confirmedDonations: async ({ database, query, admin }) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    return await donationPage(database, admin, and(isConfirmed, mentionsText(query.q)), order, query);
  },

  searchDonations: async ({ database, query, admin }) => {
    checkYears({ from: query.from, to: query.to }, 'Please enter a valid date');
    return await searchPage(database, admin, query);
  },

  exportDonations: async (call) => {
    const { database, query, site, now } = call;
    checkYears({ from: query.from, to: query.to }, 'Please enter a valid date');
    const isFound = matchesSearch(query);
    const rowCount = await database.$count(donations, isFound);
    await recordExport(call, {
      action: 'donation.exported',
      entityType: 'donation',
      rows: rowCount,
      filters: query,
    });
    return {
      fileName: `donations-${dayOf(now, site.timeZone)}.csv`,
      header: csvHeader,
      batches: exportedRows(database, isFound, site.timeZone),
    };
  },

  photoDonations: async ({ database, query, reply, admin }) => {
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    const { items, total } = await donationPage(database, admin, matchesPhotoSearch(query), order, query);
    reply.header('x-total-count', total);
    return items;
  },

  findDonations: async ({ database, query: { q }, admin }) => {
    const [rows, total] = await Promise.all([
      findPending(database, q),
      database.$count(donations, isPending),
    ]);
    const decided = q && rows.length === 0 ? await findDecided(database, q) : [];
    return {
      ok: true as const,
      items: rows.map((row) => asSeenBy(admin, row)),
      total,
      decided: decided.map((row) => asSeenBy(admin, row)),
    };
  },

  confirmDonation: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const { id, kilograms, acceptClaim: acceptsClaim, ...claim } = body;
    if (acceptsClaim) await acceptClaim(transaction, id, claim, admin, now);
    if (kilograms !== undefined) await recordWeight(transaction, site, id, kilograms, now);
    const codes = await confirmPending(transaction, site, [id], admin, now);
    const discountCode = codes.get(id);
    if (!discountCode) throw alreadyDecided(await findDonation(transaction, id));
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, id, discountCode: codeSeenBy(admin, discountCode) };
  },

  confirmDonations: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const ids = [...new Set(body.ids)];
    const codes = await confirmPending(transaction, site, ids, admin, now);
    afterCommit(async () => site.wakeMail());
    const confirmed = ids.filter((id) => codes.has(id));
    const skippedIds = ids.filter((id) => !codes.has(id));
    return {
      ok: true as const,
      confirmed,
      skipped: await findSkipReasons(transaction, skippedIds),
      alike: await transaction.$count(donations, and(inArray(donations.id, confirmed), sql`${alike} > 0`)),
    };
  },

  rejectDonation: async ({ transaction, body: { id, reason }, admin, site, afterCommit, now }) => {
    const { donation, donor } = await lockPending(transaction, id);
    await transaction
      .update(donations)
      .set({
        rejectedAt: now,
        rejectedBy: admin.username,
        // A removal erased the texts about this donor, so no new one is stored.
        rejectionReason: donor.removedAt ? null : reason,
      })
      .where(eq(donations.id, id));
    const details = { fields: reason && ['reason'] };
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.rejected', donation, details));
    await notifyRejected(transaction, site, donation, reason ?? null, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, id };
  },

  reopenDonation: async ({ transaction, body: { id, reason }, admin, site, now }) => {
    const { donation, donor } = await lockDonation(transaction, id);
    const { rejectedAt, rejectedBy } = donation;
    if (!donor || !rejectedAt) {
      throw new Refusal('wrong_state', consoleOnly('This donation is not rejected.'));
    }
    if (reason === undefined && needsReopenReason({ rejectedBy, rejectedAt }, admin.username, now)) {
      throw invalidFields({
        reason: consoleOnly('Please say why: somebody else rejected it, or more than 15 minutes have passed'),
      });
    }
    await renewTakenMarks(transaction, eq(donations.id, id));
    await transaction
      .update(donations)
      .set({
        rejectedAt: null,
        rejectedBy: null,
        rejectionReason: null,
        reopenedAt: now,
        reopenedBy: admin.username,
        reopeningReason: donor.removedAt ? null : (reason ?? null),
      })
      .where(eq(donations.id, id));
    const details = { fields: reason && ['reason'] };
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.reopened', donation, details));
    await withdrawNews(transaction, site, ['donation_rejected'], [id]);
    return { ok: true as const, id };
  },

  correctDonation: async ({ transaction, params: { id }, body, admin, site, afterCommit, now }) => {
    await correctDonation(transaction, site, id, body, admin, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, row: await readRow(transaction, id, admin) };
  },

  unconfirmDonation: async ({ transaction, body, admin, site, request, afterCommit, now }) => {
    const { isDeleted } = await unconfirmDonation(transaction, site, body, admin, now);
    if (isDeleted) afterCommit(() => deleteUnusedPhotos(site, request.log));
    return { ok: true as const, id: body.id };
  },

  lastConfirmation: async ({ database, site: { timeZone }, admin, now }) => {
    const [last] = await selectLastConfirmation(database, admin);
    const startOfToday = startOfDay(dayOf(now, timeZone), timeZone);
    if (!last || last.confirmedAt < earliestUndoable(startOfToday, now)) {
      return { ok: true as const, confirmation: null };
    }
    const confirmed = await donationsOfConfirmation(database, last.id, admin);
    return { ok: true as const, confirmation: { ...last, donations: confirmed } };
  },

  undoLastConfirmation: async ({ transaction, body, admin, site, request, afterCommit, now }) => {
    const { deleted, pending } = await undoConfirmation(transaction, site, body.confirmationId, admin, now);
    if (deleted.length > 0) afterCommit(() => deleteUnusedPhotos(site, request.log));
    return { ok: true as const, undone: [...deleted, ...pending] };
  },

  createDonation: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const { confirmNow, kilograms: measuredKg, ...fields } = body;
    const measurement = measuredKg === undefined ? {} : { measuredKg, actualWeight: bandOf(measuredKg) };
    const donation = { ...fields, ...measurement };
    const { participantId, weight, photoUrl } = donation;
    const dateProblem = whyInFuture(donation.date, dayOf(now, site.timeZone));
    if (dateProblem) throw invalidFields({ date: dateProblem });
    await lockExistingParticipant(transaction, participantId);
    const studentId =
      donation.studentId && (await linkStudentId(transaction, donation.studentId, participantId, now));

    const photo = photoUrl ? { photoUploadedAt: now, photoUploadedBy: admin.username } : {};
    const values = { ...donation, studentId, ...photo, loggedBy: admin.username };
    const { id, mark } = await createDonation(transaction, values, now);
    if (photoUrl) await recordAttachedPhoto(transaction, photoUrl, admin.username, now);
    const entry = aboutDonation(admin, 'donation.created', { id, participantId }, { weight });
    await recordAudit(transaction, now, entry);
    const codes = confirmNow ? await confirmPending(transaction, site, [id], admin, now) : undefined;
    // A donation that is confirmed at once needs only the mail about its confirmation.
    if (!confirmNow) await notifyLogged(transaction, site, { ...donation, id, mark }, now);
    await notifyMeasured(transaction, site, { ...donation, id }, now);
    afterCommit(async () => site.wakeMail());
    const code = codes?.get(id);
    return { ok: true as const, id, discountCode: code === undefined ? null : codeSeenBy(admin, code) };
  },

  createUnclaimed: async ({ transaction, body, admin, site, now }) => {
    const id = await createUnclaimed(transaction, body, dayOf(now, site.timeZone), admin, now);
    return { ok: true as const, id };
  },

  attachPhoto: async ({ transaction, params: { id }, body, admin, site, request, afterCommit, now }) => {
    const { donation, donor } = await lockDonation(transaction, id);
    if (donor?.removedAt) {
      throw new Refusal('wrong_state', 'This person was removed, so no photo of their donations is kept.');
    }
    if (!donation.isConfirmed) {
      throw new Refusal('wrong_state', consoleOnly('A photo can be attached to a confirmed donation only.'));
    }
    const photoUrl = body.photoUrl ?? donation.photoUrl;
    const actualWeight = body.actualWeight ?? donation.actualWeight;
    if (photoUrl === null || actualWeight === null) {
      throw invalidFields({
        ...(photoUrl === null && { photoUrl: consoleOnly(invalidPhotoUrl) }),
        ...(actualWeight === null && { actualWeight: consoleOnly(missingMeasuredWeight) }),
      });
    }
    // An unclaimed bag has no claim, so its weight is the measured one.
    const weight = donor === null ? actualWeight : donation.weight;
    const weightDiscrepancy = isDiscrepancy(weight, actualWeight);
    // Kilograms outside the new band would contradict it.
    const isInNewBand = donation.measuredKg !== null && bandOf(donation.measuredKg) === actualWeight;
    const measuredKg = isInNewBand ? donation.measuredKg : null;
    await transaction
      .update(donations)
      .set({
        photoUrl,
        weight,
        actualWeight,
        measuredKg,
        weightDiscrepancy,
        ...(body.photoUrl && { photoUploadedAt: now, photoUploadedBy: admin.username }),
      })
      .where(eq(donations.id, id));
    if (body.photoUrl) await recordAttachedPhoto(transaction, photoUrl, admin.username, now);
    if (donation.photoUrl !== null && donation.photoUrl !== photoUrl) {
      afterCommit(() => deleteUnusedPhotos(site, request.log));
    }
    const details = { actualWeight, weightDiscrepancy };
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.photo_attached', donation, details));
    if (donor !== null && actualWeight !== donation.actualWeight) {
      await withdrawNews(transaction, site, ['donation_measured'], [id]);
      await notifyMeasured(transaction, site, { ...donation, actualWeight }, now);
      afterCommit(async () => site.wakeMail());
    }
    return { ok: true as const, donation: await readRow(transaction, id, admin) };
  },
});

async function readRow(executor: Executor, id: number, admin: AdminCaller) {
  const [row] = await donationRows(executor, eq(donations.id, id));
  if (!row) throw noSuchDonation();
  return asSeenBy(admin, row);
}

/**
 * Locks the donor of a pending donation, then the donation.
 *
 * @throws Refusal 404, or 409 if it is decided.
 */
async function lockPending(transaction: Transaction, id: number) {
  const { donation, donor } = await lockDonation(transaction, id);
  if (donor === null || donationStatus(donation) !== 'pending') throw alreadyDecided(donation);
  return { donation, donor };
}

/** Records the weight of a pending donation, and mails its donor if the band differs from the claimed one. */
async function recordWeight(
  transaction: Transaction,
  mailing: Mailing,
  id: number,
  measuredKg: number,
  now: Date,
): Promise<void> {
  const { donation } = await lockPending(transaction, id);
  const actualWeight = bandOf(measuredKg);
  await transaction
    .update(donations)
    .set({ measuredKg, actualWeight, weightDiscrepancy: isDiscrepancy(donation.weight, actualWeight) })
    .where(eq(donations.id, id));
  await notifyMeasured(transaction, mailing, { ...donation, actualWeight }, now);
}

async function findDonation(executor: Executor, id: number) {
  const [donation] = await executor.select().from(donations).where(eq(donations.id, id));
  if (!donation) throw noSuchDonation();
  return donation;
}

/**
 * Accepts the name and email that a donation's donor claims.
 *
 * @throws Refusal 403 for a volunteer, 404 for an unknown donation, 409 if the claim cannot be accepted.
 */
async function acceptClaim(
  transaction: Transaction,
  id: number,
  claim: SeenClaim,
  admin: AdminCaller,
  now: Date,
): Promise<void> {
  if (admin.role !== 'admin') {
    throw new Refusal('not_allowed', consoleOnly('Only an admin may do this. Please ask one.'));
  }
  const donation = await findDonation(transaction, id);
  if (!hasDonor(donation)) throw alreadyDecided(donation);
  await decideClaim(transaction, donation.participantId, { accept: true, ...claim }, admin, now);
}

type Decidable = Parameters<typeof donationStatus>[0];

function alreadyDecided(donation: Decidable): Refusal {
  const reason =
    whyNotDecidable(donationStatus(donation)) ?? 'This donation is being changed by someone else.';
  return new Refusal(decidedErrorCode(donation), consoleOnly(reason));
}

function decidedErrorCode(donation: Decidable): 'already_rejected' | 'already_confirmed' {
  return donationStatus(donation) === 'rejected' ? 'already_rejected' : 'already_confirmed';
}

async function findSkipReasons(executor: Executor, ids: readonly number[]) {
  const rows = await executor
    .select({ id: donations.id, isConfirmed: donations.isConfirmed, rejectedAt: donations.rejectedAt })
    .from(donations)
    .where(inArray(donations.id, [...ids]));
  const donationsById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const donation = donationsById.get(id);
    return { id, reason: donation ? decidedErrorCode(donation) : ('not_found' as const) };
  });
}
