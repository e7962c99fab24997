// Corrections of a donation's fields and of its confirmation.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { recordAudit } from '#features/audit/server.ts';
import { donationStatus, isDiscrepancy, whyNotCorrectable, whyInFuture } from '#features/donations/rules.ts';
import {
  aboutDonation,
  lockDonation,
  lockDonors,
  noSuchDonation,
  placeOfBin,
  renewTakenMarks,
} from '#features/donations/server.ts';
import { hasDonor } from '#features/donations/serverRows.ts';
import { notifyCorrected } from '#features/donations/serverNotifications.ts';
import {
  donorIdBySettings,
  findParticipantByDonorId,
  findOrCreateDonor,
} from '#features/donors/serverDonors.ts';
import { removeFromMerges } from '#features/donors/serverMerge.ts';
import { withdrawNews } from '#features/mail/serverOutbox.ts';
import {
  issueCodes,
  moveCodes,
  revokeDonationCode,
  findUsableCode,
  withdrawCodes,
} from '#features/rewards/server.ts';
import { dayOf, yearOf } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { blankAsNull } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller, Site } from '#server/http/call.ts';
import { busy } from '#server/http/queue.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import { readSettings } from '#server/settings.ts';
import { confirmations, donations } from '#server/db/schema.ts';
import type { correctDonationBody } from './contract.ts';
import { selectLastConfirmation } from './serverConfirmations.ts';
import { deleteUnclaimed } from './serverUnclaimed.ts';

/**
 * Corrects a donation. If its donor changes, its code moves too. The first donor of an unclaimed bag gets a new code.
 *
 * @throws Refusal 400, 403, 404, 409 or 503.
 */
export async function correctDonation(
  transaction: Transaction,
  site: Site,
  id: number,
  { reason, studentId: typedDonorId, weight, date, ...places }: z.output<typeof correctDonationBody>,
  admin: AdminCaller,
  now: Date,
): Promise<void> {
  const dateProblem = date && whyInFuture(date, dayOf(now, site.timeZone));
  if (dateProblem) throw invalidFields({ date: dateProblem });
  const settings = await readSettings(transaction);
  const studentId = typedDonorId && donorIdBySettings(settings, typedDonorId);
  const { donation, chosenDonorId } = await lockForCorrection(transaction, id, studentId, admin, now);

  const before = await readFactsForLog(transaction, id);
  const corrected = {
    ...donation,
    ...blankAsNull(places),
    participantId: chosenDonorId ?? donation.participantId,
    studentId: studentId ?? donation.studentId,
    weight: weight ?? donation.weight,
    date: date ?? donation.date,
  };
  const { participantId } = corrected;
  await transaction
    .update(donations)
    .set({
      participantId,
      studentId: corrected.studentId,
      weight: corrected.weight,
      weightDiscrepancy: isDiscrepancy(corrected.weight, donation.actualWeight),
      date: corrected.date,
      year: yearOf(corrected.date),
      binLocation: corrected.binLocation,
      dropSite: corrected.dropSite,
    })
    .where(eq(donations.id, id));

  const isOtherDonor = participantId !== null && participantId !== donation.participantId;
  if (isOtherDonor && !(await moveCodes(transaction, site, id, participantId))) {
    throw new Refusal(
      'code_already_used',
      consoleOnly('The reward code of this donation was already used, so its donor stays.'),
    );
  }
  if (isOtherDonor && donation.participantId === null) {
    await issueCodes(transaction, [{ id, participantId }], settings, now);
  }
  if (isOtherDonor || corrected.studentId !== donation.studentId) await removeFromMerges(transaction, id);

  const details = {
    fields: correctedFields.filter((field) => corrected[field] !== donation[field]),
    ...differences(before, await readFactsForLog(transaction, id)),
    reason,
  };
  // The log entry belongs to the donor before the correction, or to the first donor of an unclaimed bag.
  const loggedDonation = { id, participantId: donation.participantId ?? participantId };
  await recordAudit(transaction, now, aboutDonation(admin, 'donation.corrected', loggedDonation, details));
  if (!hasDonor(corrected)) return;
  const code = await findUsableCode(transaction, id, now);
  await notifyCorrected(transaction, site, { donation: corrected, code, isOtherDonor }, now);
}

/**
 * Locks a donation, its donor, and the donor with the given donor ID. A new donor ID creates its donor.
 *
 * @throws Refusal 403, 404, 409; 503 if the donor ID has just been merged away or removed.
 */
async function lockForCorrection(
  transaction: Transaction,
  id: number,
  studentId: string | undefined,
  admin: AdminCaller,
  now: Date,
) {
  const donationBefore = await lockConfirmationOf(transaction, id);
  let chosenDonorId: number | undefined;
  if (studentId !== undefined) {
    // Not locked here, because `lockDonation` locks both donors in one order.
    chosenDonorId =
      (await findParticipantByDonorId(transaction, studentId)) ??
      (await findOrCreateDonor(transaction, { studentId, language: null }, now));
  }
  const { donation, donor } = await lockDonation(transaction, id, chosenDonorId);
  if (studentId !== undefined && (await findParticipantByDonorId(transaction, studentId)) !== chosenDonorId)
    throw busy();
  const status = donationStatus(donation);
  const reason = whyNotCorrectable(status, admin.role);
  if (reason !== null) {
    throw new Refusal(status === 'rejected' ? 'wrong_state' : 'not_allowed', consoleOnly(reason));
  }
  if (donationBefore.participantId === null && donor !== null) {
    throw new Refusal('wrong_state', consoleOnly('Somebody has just given this bag to its donor.'));
  }
  if (donor?.removedAt) {
    throw new Refusal('wrong_state', consoleOnly('Donations of a removed person cannot be corrected.'));
  }
  return { donation, chosenDonorId };
}

/**
 * Makes a confirmed donation pending again and revokes its unused code, regardless of when and by whom it was confirmed.
 * An unclaimed bag is deleted.
 *
 * @throws Refusal 404, 409, or 503 if its donor changes meanwhile.
 */
export async function unconfirmDonation(
  transaction: Transaction,
  site: Site,
  { id, reason }: { id: number; reason: string },
  admin: AdminCaller,
  now: Date,
): Promise<{ isDeleted: boolean }> {
  const { confirmationId } = await lockConfirmationOf(transaction, id);
  const { donation } = await lockDonation(transaction, id);
  if (!donation.isConfirmed || donation.confirmationId !== confirmationId) {
    throw new Refusal('wrong_state', consoleOnly('This donation is not confirmed.'));
  }
  if (!hasDonor(donation)) {
    // Without a donor it cannot be pending.
    await deleteUnclaimed(transaction, eq(donations.id, id), admin, now, reason);
    if (confirmationId !== null) await endEmptyConfirmation(transaction, confirmationId, now);
    return { isDeleted: true };
  }
  await makePending(transaction, eq(donations.id, id));
  if (!(await revokeDonationCode(transaction, site, id, admin, now))) {
    throw new Refusal('code_already_used', consoleOnly('The reward code of this donation was already used.'));
  }
  if (confirmationId !== null) await endEmptyConfirmation(transaction, confirmationId, now);
  await recordAudit(transaction, now, aboutDonation(admin, 'donation.unconfirmed', donation, { reason }));
  await withdrawNews(transaction, site, ['donation_confirmed'], [id]);
  return { isDeleted: false };
}

/**
 * Takes back a confirmation of the calling admin. All its donations are pending again without codes, and its unclaimed bags
 * are deleted.
 *
 * @param id the confirmation; the admin's last one if it is left out.
 * @returns the ids of the deleted bags and of the pending donations.
 * @throws Refusal 409 if there is none, or if a code was used.
 */
export async function undoConfirmation(
  transaction: Transaction,
  site: Site,
  id: number | null | undefined,
  admin: AdminCaller,
  now: Date,
): Promise<{ deleted: number[]; pending: number[] }> {
  const last = sql`(select id from (${selectLastConfirmation(transaction, admin)}) last)`;
  // The second of two simultaneous presses waits, finds the confirmation undone and stops. With a lock in the sub-select it
  // would undo the previous confirmation too.
  const [undone] = await transaction
    .update(confirmations)
    .set({ undoneAt: now })
    .where(
      and(
        eq(confirmations.id, id ?? last),
        eq(confirmations.adminId, admin.adminId),
        isNull(confirmations.undoneAt),
      ),
    )
    .returning({ id: confirmations.id });
  if (!undone) {
    throw new Refusal('nothing_to_undo', consoleOnly('There is no confirmation of yours to undo.'));
  }
  const isOfConfirmation = eq(donations.confirmationId, undone.id);
  await lockDonors(transaction, isOfConfirmation);
  const deleted = await deleteUnclaimed(transaction, isOfConfirmation, admin, now);
  const pending = await makePending(transaction, isOfConfirmation);
  const ids = pending.map((donation) => donation.id);
  if (!(await withdrawCodes(transaction, site, ids, admin, now))) {
    throw new Refusal(
      'code_already_used',
      consoleOnly('A reward code of that confirmation was already used.'),
    );
  }
  const entries = pending.map((donation) => aboutDonation(admin, 'donation.confirmation_undone', donation));
  await recordAudit(transaction, now, ...entries);
  await withdrawNews(transaction, site, ['donation_confirmed'], ids);
  return { deleted, pending: ids };
}

/** Makes confirmed donations pending again. Each gets a new mark if a pending donation already has its mark. */
async function makePending(transaction: Transaction, condition: SQL) {
  await renewTakenMarks(transaction, condition);
  const pending = await transaction
    .update(donations)
    .set({ isConfirmed: false, confirmedAt: null, confirmedBy: null, confirmationId: null })
    .where(condition)
    .returning({ id: donations.id, participantId: donations.participantId });
  return pending.toSorted((one, other) => one.id - other.id);
}

/**
 * Locks a donation's confirmation. This must happen before its donors are locked, as in an undo, to avoid deadlocks.
 *
 * @returns the donation, which is not locked.
 */
async function lockConfirmationOf(transaction: Transaction, id: number) {
  const [donation] = await transaction
    .select({ participantId: donations.participantId, confirmationId: donations.confirmationId })
    .from(donations)
    .where(eq(donations.id, id));
  if (!donation) throw noSuchDonation();
  const { confirmationId } = donation;
  if (confirmationId !== null) {
    await transaction
      .select({ id: confirmations.id })
      .from(confirmations)
      .where(eq(confirmations.id, confirmationId))
      .for('update');
  }
  return donation;
}

/** Ends a confirmation that has no donations left, so that no undo is offered for it. */
async function endEmptyConfirmation(transaction: Transaction, id: number, now: Date): Promise<void> {
  const remaining = transaction
    .select({ id: donations.id })
    .from(donations)
    .where(eq(donations.confirmationId, id));
  await transaction
    .update(confirmations)
    .set({ undoneAt: now })
    .where(and(eq(confirmations.id, id), sql`not exists ${remaining}`));
}

const correctedFields = ['studentId', 'weight', 'date', 'binLocation', 'dropSite'] as const;

/** Reads what the log may store about a donation: its donor's number, and a place's name only if it is a bin's. */
async function readFactsForLog(executor: Executor, id: number) {
  const loggedPlace = (column: PgColumn) =>
    sql<string | null>`case when ${column} is not null then coalesce(${placeOfBin(column)}, 'in words') end`;
  const [facts] = await executor
    .select({
      participantId: donations.participantId,
      weight: donations.weight,
      date: donations.date,
      binLocation: loggedPlace(donations.binLocation),
      dropSite: loggedPlace(donations.dropSite),
    })
    .from(donations)
    .where(eq(donations.id, id));
  if (!facts) throw noSuchDonation();
  return facts;
}

type LoggedFacts = Awaited<ReturnType<typeof readFactsForLog>>;

function differences(before: LoggedFacts, after: LoggedFacts) {
  const names = Object.keys(before) as (keyof LoggedFacts)[];
  const changedNames = names.filter((name) => before[name] !== after[name]);
  const pickChanged = (facts: LoggedFacts) =>
    Object.fromEntries(changedNames.map((name) => [name, facts[name]]));
  return { before: pickChanged(before), after: pickChanged(after) };
}
