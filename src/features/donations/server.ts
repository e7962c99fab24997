// Logging a donation and the donor's dashboard. Other handlers use the functions that create, lock and erase donations.
import { and, type AnyColumn, asc, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordDonorAction } from '#features/audit/server.ts';
import { findBinOfPlace } from '#features/bins/serverVisits.ts';
import {
  donorIdBySettings,
  findOrCreateDonor,
  isTrusted,
  recordLanguage,
} from '#features/donors/serverDonors.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { findShareUrl } from '#features/donors/serverShareLinks.ts';
import { listDonorCodes } from '#features/rewards/server.ts';
import { dayOf, startOfDay, yearOf } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { busy } from '#server/http/queue.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import { findDonor, sessionToken } from '#server/http/sessions.ts';
import { randomText } from '#server/secrets.ts';
import { readSettings } from '#server/settings.ts';
import { donations, dropBins, participants } from '#server/db/schema.ts';
import { contract, recentDonation } from './contract.ts';
import {
  isDiscrepancy,
  MARK_ALPHABET,
  MARK_CHARACTERS,
  nextGoal,
  rewardTier,
  whyInFuture,
  whyTooOld,
} from './rules.ts';
import { notifyLogged } from './serverNotifications.ts';
import { buildOwnExport } from './serverOwnExport.ts';
import {
  findAlike,
  donationRows,
  donorRecord,
  hasDonor,
  isPending,
  isQualifyingIn,
  isRejected,
  NOBODY,
} from './serverRows.ts';

const RECENT_DONATIONS = 10;

/** The figures in the answer if the donor of the donation is not signed in. */
const noFigures = { all: 0, qualifyingThisYear: 0, confirmedThisMonth: 0 };

export const donationsFeature = implement(contract, {
  logDonation: async ({ transaction, body, site, request, afterCommit, now }) => {
    const today = dayOf(now, site.timeZone);
    const settings = await readSettings(transaction);
    const dateError = whyInFuture(body.date, today) ?? whyTooOld(body.date, today, settings.maxDaysBack);
    if (dateError) throw invalidFields({ date: dateError });
    const studentId = donorIdBySettings(settings, body.studentId);

    const token = sessionToken(site, request, 'donor');
    const language = languageOf(request);
    const participantId = await findOrCreateDonor(
      transaction,
      { studentId, language, sessionToken: token },
      now,
    );
    const signedInDonor = await findDonor(transaction, token, now);
    const isOwnDonation = signedInDonor?.participantId === participantId;
    if (isOwnDonation && signedInDonor.isProven) await recordLanguage(transaction, participantId, language);

    if (settings.maxLoggedPerDay !== null) {
      // Waits until donations that this donor logs at the same time are committed, so that the limit counts them.
      await lockDonor(transaction, participantId);
      const startOfToday = startOfDay(today, site.timeZone);
      const loggedToday = await countLoggedSince(transaction, participantId, studentId, startOfToday);
      if (loggedToday >= settings.maxLoggedPerDay) {
        throw new Refusal(
          'enough_today',
          'That is enough for today under this donor ID. Please log this donation tomorrow.',
        );
      }
    }
    const binLocation = (await findBinLocation(transaction, body)) ?? body.binLocation;
    const donation = { ...body, studentId, binLocation, participantId, loggedBy: SELF_LOGGED };
    const { id, mark } = await createDonation(transaction, donation, now);
    // With a daily limit, the donor is already locked. Else this lock makes the figures complete: it waits for donations that
    // are logged at the same time. It comes after the insert, so that no call waits for two locks.
    await lockDonor(transaction, participantId);
    await recordDonorAction(transaction, now, participantId, {
      action: 'donation.logged',
      entityType: 'donation',
      entityId: id,
      details: { weight: body.weight, date: body.date },
    });
    const figures = isOwnDonation ? await donorRecord(transaction, participantId, today) : noFigures;
    await notifyLogged(transaction, site, { ...donation, id, mark }, now);
    afterCommit(async () => site.wakeMail());
    return {
      ok: true as const,
      id,
      mark,
      message: 'Thank you. Your donation is logged.' as const,
      stats: {
        totalDonations: figures.all,
        qualifyingDonations: figures.qualifyingThisYear,
        rewardTier: rewardTier(figures),
        nextGoal: nextGoal(figures),
      },
      pendingConfirmation: true as const,
      note: 'An admin confirms it, usually within two days. Your codes then appear on your dashboard.' as const,
      discountCode: null,
      discountMessage: 'Your reward code comes with the confirmation.' as const,
    };
  },

  donorSummary: async ({ database, donor, site, now }) => {
    const { studentId, displayName } = donor;
    const participantId = donor.participantId ?? NOBODY;
    const isByDonor = eq(donations.participantId, participantId);
    const today = dayOf(now, site.timeZone);
    const opensCodes = isTrusted(site, donor);
    const [record, codes, recent, qualifying, shareUrl] = await Promise.all([
      donorRecord(database, participantId, today),
      listDonorCodes(database, { participantId: opensCodes ? participantId : NOBODY, now }),
      database
        .select({ ...columnsFor(donations, recentDonation), isRejected })
        .from(donations)
        .where(isByDonor)
        .orderBy(desc(donations.date), desc(donations.id))
        .limit(RECENT_DONATIONS),
      database
        .select({ date: donations.date })
        .from(donations)
        .where(and(isByDonor, isQualifyingIn(yearOf(today))))
        .orderBy(asc(donations.date), asc(donations.id)),
      opensCodes ? findShareUrl(database, site.publicUrl, participantId) : undefined,
    ]);
    return {
      ok: true as const,
      studentId,
      displayName,
      totals: { all: record.all, confirmed: record.confirmed, pending: record.all - record.confirmed },
      codes,
      opensCodes,
      shareLink: shareUrl === undefined ? null : { url: shareUrl },
      recent,
      keptBadges: record.keptBadges,
      rewardTier: rewardTier(record),
      nextGoal: nextGoal(record),
      qualifyingDates: qualifying.map(({ date }) => date),
      kilogramsThisMonth: record.kilogramsThisMonth,
      waiting: {
        kilogramsThisMonth: record.waitingKilogramsThisMonth,
        qualifyingThisYear: record.waitingQualifyingThisYear,
      },
    };
  },

  exportOwn: async ({ site, donor, now }) => buildOwnExport(site, donor, now),

  donationDetails: async ({ database, params, admin }) => {
    const [row] = await donationRows(database, eq(donations.id, params.id));
    if (!row) throw noSuchDonation();
    const alike = row.alike > 0 ? await findAlike(database, row.id) : [];
    return {
      ok: true as const,
      row: asSeenBy(admin, row),
      alike: alike.map((other) => asSeenBy(admin, other)),
    };
  },
});

type NewDonation = Omit<
  typeof donations.$inferInsert,
  'participantId' | 'mark' | 'year' | 'weightDiscrepancy' | 'createdAt'
> & { participantId: number };

/** How many marks of a length are tried. With 20,000 marks in use, one in fifty donations gets a fourth character. */
const MARK_ATTEMPTS = 10;

/** Creates a pending donation under a mark that no other pending one has. */
export async function createDonation(
  transaction: Transaction,
  donation: NewDonation,
  now: Date,
): Promise<{ id: number; mark: string }> {
  for (let attempt = 0; ; attempt += 1) {
    const mark = randomMark(attempt);
    const [created] = await transaction
      .insert(donations)
      .values({
        ...donation,
        mark,
        year: yearOf(donation.date),
        weightDiscrepancy: isDiscrepancy(donation.weight, donation.actualWeight ?? null),
        createdAt: now,
      })
      .onConflictDoNothing({ target: donations.mark, where: isPending })
      .returning({ id: donations.id });
    if (created) return { id: created.id, mark };
  }
}

/** A mark that grows by a character each time `MARK_ATTEMPTS` marks were taken. */
function randomMark(attempt: number): string {
  return randomText(MARK_ALPHABET, MARK_CHARACTERS + Math.floor(attempt / MARK_ATTEMPTS));
}

/**
 * Gives a new mark to each donation without one, or whose mark a pending donation uses by now. Call it before the
 * donations become pending again.
 */
export async function renewTakenMarks(transaction: Transaction, condition: SQL): Promise<void> {
  const isTaken = sql`exists (select from donations pending
    where not pending.is_confirmed and pending.rejected_at is null and pending.mark = donations.mark)`;
  const donationsToMark = await transaction
    .select({ id: donations.id })
    .from(donations)
    .where(and(condition, or(isNull(donations.mark), isTaken)));
  for (const { id } of donationsToMark) {
    let attempt = 0;
    let mark = randomMark(attempt);
    while ((await transaction.$count(donations, and(isPending, eq(donations.mark, mark)))) > 0) {
      attempt += 1;
      mark = randomMark(attempt);
    }
    await transaction.update(donations).set({ mark }).where(eq(donations.id, id));
  }
}

/** Makes other changes of this donor's donations wait until the transaction has ended. */
async function lockDonor(transaction: Transaction, participantId: number): Promise<void> {
  await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.id, participantId))
    .for('no key update');
}

/** The value of `loggedBy` if the donor logged the donation. */
const SELF_LOGGED = 'student';

/** How many donations a donor has logged under a donor ID since an instant. Rejected ones do not count. */
async function countLoggedSince(
  transaction: Transaction,
  participantId: number,
  studentId: string,
  since: Date,
): Promise<number> {
  return await transaction.$count(
    donations,
    and(
      eq(donations.participantId, participantId),
      eq(donations.studentId, studentId),
      eq(donations.loggedBy, SELF_LOGGED),
      gte(donations.createdAt, since),
      isNull(donations.rejectedAt),
    ),
  );
}

/** While this waits for a lock, merges may move donations to other participants, but rarely more than once. */
const MAX_LOCK_ATTEMPTS = 10;

/**
 * Locks the donors of donations. All transactions lock participants first, then donations, then codes, so that no two
 * deadlock.
 *
 * @param newDonorId the participant who becomes the donor, also locked.
 */
export async function lockDonors(
  transaction: Transaction,
  condition: SQL,
  newDonorId?: number,
): Promise<{ id: number; removedAt: Date | null }[]> {
  for (let attempt = 1; attempt <= MAX_LOCK_ATTEMPTS; attempt += 1) {
    const donorIds = transaction.select({ id: donations.participantId }).from(donations).where(condition);
    const locked = await transaction
      .select({ id: participants.id, removedAt: participants.removedAt })
      .from(participants)
      .where(
        or(
          inArray(participants.id, donorIds),
          newDonorId === undefined ? undefined : eq(participants.id, newDonorId),
        ),
      )
      .orderBy(participants.id)
      .for('no key update');
    const lockedIds = locked.map(({ id }) => id);
    const wasMoved = sql`${donations.participantId} is not null and ${donations.participantId} <> all(${sql.param(lockedIds)}::int[])`;
    if ((await transaction.$count(donations, and(condition, wasMoved))) === 0) return locked;
  }
  throw busy();
}

/**
 * Locks the donor of a donation, then the donation. The donor is null for an unclaimed bag.
 *
 * @param newDonorId the participant who becomes the donor, also locked.
 * @throws Refusal 404; 503 if the donor changes meanwhile.
 */
export async function lockDonation(transaction: Transaction, id: number, newDonorId?: number) {
  const donors = await lockDonors(transaction, eq(donations.id, id), newDonorId);
  const [donation] = await transaction.select().from(donations).where(eq(donations.id, id)).for('update');
  if (!donation) throw noSuchDonation();
  if (!hasDonor(donation)) return { donation, donor: null };
  const donor = donors.find((locked) => locked.id === donation.participantId);
  if (!donor) throw busy();
  return { donation, donor };
}

export function noSuchDonation(): Refusal {
  return new Refusal('not_found', consoleOnly('There is no such donation.'));
}

/** The audit entry of what an admin did to a donation. */
export function aboutDonation(
  admin: AdminCaller,
  action: string,
  { id, participantId }: { id: number; participantId: number | null },
  details: Record<string, unknown> = {},
) {
  return {
    ...doneBy(admin),
    action,
    entityType: 'donation' as const,
    entityId: id,
    participantId,
    details,
  };
}

/**
 * The location of the bin that the drop site names, since the location in a printed code may be outdated. Undefined if
 * location or drop site was not sent, or if no bin matches.
 */
async function findBinLocation(
  executor: Executor,
  { binLocation, dropSite }: { binLocation?: string | undefined; dropSite?: string | undefined },
): Promise<string | undefined> {
  if (binLocation === undefined || dropSite === undefined) return undefined;
  return (await findBinOfPlace(executor, { dropSite }))?.location;
}

/** The column if it is a bin's name, location or code, else null: a donor may have typed "at Jo's". */
export const placeOfBin = (column: AnyColumn): SQL => sql`case when exists (
  select from ${dropBins}
  where lower(${column}) in (lower(${dropBins.name}), lower(${dropBins.location}), lower(${dropBins.binCode}))
) then ${column} end`;

/** Whether a donation has texts that `eraseDonor` erases. */
export const hasText = sql`(num_nonnulls(${donations.notes}, ${donations.rejectionReason}, ${donations.reopeningReason}) > 0
  or ${donations.binLocation} is distinct from ${placeOfBin(donations.binLocation)}
  or ${donations.dropSite} is distinct from ${placeOfBin(donations.dropSite)})`;

/** Erases donor IDs, texts and photos from a participant's donations. Weights, days and bins stay for statistics. */
export async function eraseDonor(transaction: Transaction, participantId: number): Promise<void> {
  await transaction
    .update(donations)
    .set({
      studentId: null,
      notes: null,
      rejectionReason: null,
      reopeningReason: null,
      photoUrl: null,
      binLocation: placeOfBin(donations.binLocation),
      dropSite: placeOfBin(donations.dropSite),
    })
    .where(eq(donations.participantId, participantId));
}
