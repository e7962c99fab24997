// Donations from the claim to the verdict. A donation leaves pending once, by one conditional statement;
// with its confirmation comes exactly one reward code, and undo takes both back.
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import { countDonations, forgetDonationTime, holdParticipant } from '#features/participants/server.ts';
import { findOrCreateDonor, linkStudentId } from '#features/participants/serverDonors.ts';
import { codesOf, issueCodes, withdrawCodes } from '#features/rewards/server.ts';
import { readSettings } from '#features/site/server.ts';
import { type Day, dayOf, monthOf, yearOf } from '#shared/dates.ts';
import { QUALIFYING_KILOGRAMS } from '#shared/weights.ts';
import { type Executor, together, type Transaction } from '#server/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { checkYears, invalidFields, Refusal } from '#server/http/refusal.ts';
import { sessionToken } from '#server/http/sessions.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { confirmations, donations } from '#server/schema.ts';
import { contract } from './contract.ts';
import { confirmedPage, isFound, photoPage, rejectedPage, searchPage } from './serverLists.ts';
import { activeBins, adminFigures, latestPending } from './serverSummary.ts';
import { codesByWeek, donationsByWeek, lastWeeks, topDropSites } from './serverCharts.ts';
import {
  donationStatus,
  isDiscrepancy,
  nextGoal,
  REOPEN_FREELY_MILLISECONDS,
  rewardTier,
  whyNotDate,
  whyNotDecidable,
} from './rules.ts';
import { csvHeader, donationRows, exportedRows, isPending, onWire, searchRowOnWire } from './serverRows.ts';

const RECENT_DONATIONS = 10;
const CHART_WEEKS = 12;

/** Rows are numbered from 1: a donor ID under which nobody donated yet has nothing. */
const NOBODY = 0;

export const donationsFeature = implement(contract, {
  logDonation: async ({ transaction, body, site, request, now }) => {
    const { timeZone } = site;
    const wrongDate = whyNotDate(body.date, dayOf(now, timeZone));
    if (wrongDate) throw invalidFields({ date: wrongDate });
    const signedIn = sessionToken(site, request, 'donor');
    const participantId = await findOrCreateDonor(transaction, body.studentId, now, signedIn);
    const id = await addDonation(transaction, { ...body, participantId }, now);
    const [, , record] = await together(transaction, () => [
      countNew(transaction, participantId, now),
      recordAudit(transaction, now, {
        actor: body.studentId,
        actorRole: 'donor',
        action: 'donation.logged',
        entityType: 'donation',
        entityId: id,
        details: { weight: body.weight, date: body.date },
      }),
      // After the count, which waits for this donor's other donations of this moment.
      donorRecord(transaction, participantId, dayOf(now, timeZone)),
    ]);
    return {
      ok: true as const,
      id,
      message: 'Thank you. Your donation is logged.',
      stats: {
        totalDonations: record.all,
        qualifyingDonations: record.qualifyingThisYear,
        rewardTier: rewardTier(record),
        nextGoal: nextGoal(record),
      },
      pendingConfirmation: true as const,
      note: 'An admin confirms it, usually within two days. Your codes then appear on your dashboard.',
      discountCode: null,
      discountMessage: 'Your reward code comes with the confirmation.',
    };
  },

  donorSummary: async ({ database, donor, site: { timeZone }, now }) => {
    const { studentId, displayName } = donor;
    const participantId = donor.participantId ?? NOBODY;
    const today = dayOf(now, timeZone);
    const [record, codes, recent, qualifyingDates] = await Promise.all([
      donorRecord(database, participantId, today),
      codesOf(database, participantId, now),
      recentDonations(database, { participantId }),
      qualifyingDatesOf(database, participantId, today),
    ]);
    return {
      ok: true as const,
      studentId,
      displayName,
      totals: { all: record.all, confirmed: record.confirmed, pending: record.all - record.confirmed },
      codes: codes.map((code) => ({
        ...code,
        expiresAt: code.expiresAt.toISOString(),
        usedAt: code.usedAt?.toISOString() ?? null,
      })),
      recent: recent.map(({ rejectedAt, ...donation }) => ({ ...donation, isRejected: rejectedAt !== null })),
      rewardTier: rewardTier(record),
      nextGoal: nextGoal(record),
      qualifyingDates,
      kilogramsThisMonth: record.kilogramsThisMonth,
    };
  },

  adminSummary: async ({ database, site: { timeZone }, now }) => {
    const [stats, latest, bins] = await Promise.all([
      adminFigures(database, dayOf(now, timeZone)),
      latestPending(database),
      activeBins(database),
    ]);
    return {
      ok: true as const,
      stats,
      latestPending: latest.map(onWire),
      bins: bins.map((bin) => ({ ...bin, lastEmptied: bin.lastEmptied?.toISOString() ?? null })),
    };
  },

  donationDetails: async ({ database, params }) => {
    const [row] = await donationRows(database, eq(donations.id, params.id));
    if (!row) throw noSuchDonation();
    return { ok: true as const, row: onWire(row) };
  },

  confirmDonation: async ({ transaction, body, admin, now }) => {
    const codes = await confirmPending(transaction, [body.id], admin, now);
    const discountCode = codes.get(body.id);
    if (!discountCode) throw await whyUndecided(transaction, body.id);
    return { ok: true as const, id: body.id, discountCode };
  },

  rejectDonation: async ({ transaction, body, admin, now }) => {
    const { id, reason } = body;
    const rejected = await transaction
      .update(donations)
      .set({ rejectedAt: now, rejectedBy: admin.username, rejectionReason: reason })
      .where(and(eq(donations.id, id), isPending))
      .returning({ participantId: donations.participantId, createdAt: donations.createdAt });
    const [donation] = rejected;
    if (!donation) throw await whyUndecided(transaction, id);
    await countEach(transaction, rejected, { total: -1, confirmed: 0 });
    await forgetDonationTime(transaction, donation.participantId, donation.createdAt);
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.rejected', id, { reason }));
    return { ok: true as const, id };
  },

  reopenDonation: async ({ transaction, body: { id, reason }, admin, now }) => {
    const isOwnAndRecent = and(
      eq(donations.rejectedBy, admin.username),
      gt(donations.rejectedAt, new Date(now.getTime() - REOPEN_FREELY_MILLISECONDS)),
    );
    const [donation] = await transaction
      .update(donations)
      .set({ rejectedAt: null, rejectedBy: null, rejectionReason: null })
      .where(
        and(
          eq(donations.id, id),
          isNotNull(donations.rejectedAt),
          reason === undefined ? isOwnAndRecent : undefined,
        ),
      )
      .returning({ participantId: donations.participantId, lastDonationAt: donations.createdAt });
    if (!donation) throw await whyNotReopened(transaction, id);
    await countDonations(transaction, [{ ...donation, total: 1, confirmed: 0 }]);
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.reopened', id, { reason }));
    return { ok: true as const, id };
  },

  confirmDonations: async ({ transaction, body, admin, now }) => {
    const ids = [...new Set(body.ids)];
    const codes = await confirmPending(transaction, ids, admin, now);
    const skipped = ids.filter((id) => !codes.has(id));
    return {
      ok: true as const,
      confirmed: ids.filter((id) => codes.has(id)),
      skipped: await skipReasons(transaction, skipped),
    };
  },

  undoLastConfirmation: async ({ transaction, admin, now }) => {
    const nothing = new Refusal('nothing_to_undo', 'There is no confirmation of yours to undo.');
    const last = transaction
      .select({ id: confirmations.id })
      .from(confirmations)
      .where(and(eq(confirmations.adminId, admin.adminId), isNull(confirmations.undoneAt)))
      .orderBy(desc(confirmations.id))
      .limit(1);
    // The second of two presses at once waits for the first, then finds its row undone and stops. Locking in
    // the sub-select would instead have it go on to the action before, and undo that one too.
    const [undone] = await transaction
      .update(confirmations)
      .set({ undoneAt: now })
      .where(and(eq(confirmations.id, sql`(${last})`), isNull(confirmations.undoneAt)))
      .returning({ id: confirmations.id });
    if (!undone) throw nothing;
    const back = await transaction
      .update(donations)
      .set({ isConfirmed: false, confirmedAt: null, confirmedBy: null, confirmationId: null })
      .where(eq(donations.confirmationId, undone.id))
      .returning({ id: donations.id, participantId: donations.participantId });
    await countEach(transaction, back, { total: 0, confirmed: -1 });
    const ids = back.map(({ id }) => id).toSorted((one, other) => one - other);
    if (!(await withdrawCodes(transaction, ids))) {
      throw new Refusal('code_already_used', 'A reward code of that confirmation was already used.');
    }
    const entries = ids.map((id) => aboutDonation(admin, 'donation.confirmation_undone', id));
    await recordAudit(transaction, now, ...entries);
    return { ok: true as const, undone: ids };
  },

  charts: async ({ database, site: { timeZone }, now }) => {
    const weeks = lastWeeks(dayOf(now, timeZone), CHART_WEEKS);
    const [byWeek, dropSites, codes] = await Promise.all([
      donationsByWeek(database, weeks),
      topDropSites(database, weeks),
      codesByWeek(database, weeks, timeZone),
    ]);
    return { ok: true as const, weeks: byWeek, dropSites, codes };
  },

  rejectedDonations: async ({ database, query: { limit, offset } }) => {
    const [rows, total] = await rejectedPage(database, { limit, offset });
    return { ok: true as const, items: rows.map(onWire), total, limit, offset };
  },

  confirmedDonations: async ({ database, query: { limit, offset, q } }) => {
    const [rows, total] = await confirmedPage(database, q, { limit, offset });
    return { ok: true as const, items: rows.map(onWire), total, limit, offset };
  },

  searchDonations: async ({ database, query: { limit, offset, ...filters } }) => {
    const { from, to } = filters;
    checkYears({ from, to }, 'Please enter a valid date');
    const [rows, total] = await searchPage(database, filters, { limit, offset });
    return { ok: true as const, items: rows.map(searchRowOnWire), total, limit, offset };
  },

  exportDonations: async ({ database, query, site: { timeZone }, now }) => {
    const { from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    return {
      fileName: `donations-${dayOf(now, timeZone)}.csv`,
      header: csvHeader,
      batches: exportedRows(database, isFound(query)),
    };
  },

  createDonation: async ({ transaction, body, admin, site: { timeZone }, now }) => {
    const wrongDate = whyNotDate(body.date, dayOf(now, timeZone));
    if (wrongDate) throw invalidFields({ date: wrongDate });
    const { confirmNow, ...donation } = body;
    await holdParticipant(transaction, donation.participantId);
    if (donation.studentId) {
      await linkStudentId(transaction, donation.studentId, donation.participantId, now);
    }
    const photo = body.photoUrl ? { photoUploadedAt: now, photoUploadedBy: admin.username } : {};
    const id = await addDonation(transaction, { ...donation, ...photo, loggedBy: admin.username }, now);
    const entry = aboutDonation(admin, 'donation.created', id, { weight: body.weight });
    await together(transaction, () => [
      countNew(transaction, donation.participantId, now),
      recordAudit(transaction, now, entry),
    ]);
    const codes = confirmNow ? await confirmPending(transaction, [id], admin, now) : undefined;
    return { ok: true as const, id, discountCode: codes?.get(id) ?? null };
  },

  photoDonations: async ({ database, query, reply }) => {
    const [rows, total] = await photoPage(database, query, query);
    reply.header('x-total-count', total);
    return rows.map(onWire);
  },

  attachPhoto: async ({ transaction, params: { id }, body: { photoUrl, actualWeight }, admin, now }) => {
    const attached = await transaction
      .update(donations)
      .set({
        photoUrl,
        actualWeight,
        weightDiscrepancy: sql`${donations.weight} <> ${actualWeight}`,
        photoUploadedAt: now,
        photoUploadedBy: admin.username,
      })
      .where(and(eq(donations.id, id), eq(donations.isConfirmed, true)))
      .returning({ id: donations.id });
    const [row] = await donationRows(transaction, eq(donations.id, id));
    if (!row) throw noSuchDonation();
    if (attached.length === 0) {
      throw new Refusal('wrong_state', 'A photo can be attached to a confirmed donation only.');
    }
    const details = { actualWeight, weightDiscrepancy: row.donation.weightDiscrepancy };
    await recordAudit(transaction, now, aboutDonation(admin, 'donation.photo_attached', id, details));
    return { ok: true as const, donation: onWire(row) };
  },
});

type NewDonation = Omit<typeof donations.$inferInsert, 'year' | 'createdAt'>;

/** Adds a donation that is still to be counted. */
async function addDonation(transaction: Transaction, donation: NewDonation, now: Date): Promise<number> {
  const [added] = await newDonation(transaction, {
    studentId: null,
    binLocation: null,
    dropSite: null,
    notes: null,
    photoUrl: null,
    photoUploadedAt: null,
    photoUploadedBy: null,
    actualWeight: null,
    loggedBy: 'student',
    ...donation,
    year: yearOf(donation.date),
    weightDiscrepancy: isDiscrepancy(donation.weight, donation.actualWeight ?? null),
    createdAt: now,
  });
  if (!added) throw new Error('The new donation was not returned.');
  return added.id;
}

/** Counts a donation that was added. */
async function countNew(transaction: Transaction, participantId: number, now: Date): Promise<void> {
  await countDonations(transaction, [{ participantId, total: 1, confirmed: 0, lastDonationAt: now }]);
}

const newDonation = prepared('new donation', (executor) =>
  executor
    .insert(donations)
    .values({
      participantId: sql.placeholder('participantId'),
      studentId: sql.placeholder('studentId'),
      weight: sql.placeholder('weight'),
      actualWeight: sql.placeholder('actualWeight'),
      weightDiscrepancy: sql.placeholder('weightDiscrepancy'),
      date: sql.placeholder('date'),
      year: sql.placeholder('year'),
      binLocation: sql.placeholder('binLocation'),
      dropSite: sql.placeholder('dropSite'),
      notes: sql.placeholder('notes'),
      photoUrl: sql.placeholder('photoUrl'),
      photoUploadedAt: parameter('photoUploadedAt'),
      photoUploadedBy: sql.placeholder('photoUploadedBy'),
      loggedBy: sql.placeholder('loggedBy'),
      createdAt: parameter('createdAt'),
    })
    .returning({ id: donations.id }),
);

/** Confirms those of the donations that are pending. Gives each one's reward code. */
async function confirmPending(
  transaction: Transaction,
  ids: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<Map<number, string>> {
  const [confirmation] = await newConfirmation(transaction, { adminId: admin.adminId, confirmedAt: now });
  if (!confirmation) throw new Error('The new confirmation was not returned.');
  const confirmed = await confirmedDonations(transaction, {
    ids: [...ids],
    confirmedAt: now,
    confirmedBy: admin.username,
    confirmationId: confirmation.id,
  });
  if (confirmed.length === 0) {
    // Nothing to undo later.
    await transaction.delete(confirmations).where(eq(confirmations.id, confirmation.id));
    return new Map();
  }
  const entries = confirmed.map(({ id }) => aboutDonation(admin, 'donation.confirmed', id));
  const [settings] = await together(transaction, () => [
    readSettings(transaction),
    countEach(transaction, confirmed, { total: 0, confirmed: 1 }),
    recordAudit(transaction, now, ...entries),
  ]);
  return await issueCodes(transaction, confirmed, settings, now);
}

const newConfirmation = prepared('new confirmation', (executor) =>
  executor
    .insert(confirmations)
    .values({ adminId: sql.placeholder('adminId'), confirmedAt: parameter('confirmedAt') })
    .returning({ id: confirmations.id }),
);

const confirmedDonations = prepared('confirmed donations', (executor) => {
  const isAsked = sql`${donations.id} = any(${sql.placeholder('ids')}::int[])`;
  // Locked in one order, so that two overlapping bulk confirms wait for each other instead of deadlocking.
  const pending = executor
    .select({ id: donations.id })
    .from(donations)
    .where(and(isAsked, isPending))
    .orderBy(asc(donations.id))
    .for('update');
  return executor
    .update(donations)
    .set({
      isConfirmed: true,
      confirmedAt: parameter('confirmedAt'),
      confirmedBy: parameter('confirmedBy'),
      confirmationId: parameter('confirmationId'),
    })
    .where(and(inArray(donations.id, pending), isPending))
    .returning({ id: donations.id, participantId: donations.participantId });
});

/** Changes the counts of the donations' participants, once for each donation. */
async function countEach(
  transaction: Transaction,
  changed: readonly { participantId: number }[],
  change: { total: number; confirmed: number },
): Promise<void> {
  const changes = changed.map(({ participantId }) => ({ participantId, ...change }));
  await countDonations(transaction, changes);
}

async function whyUndecided(executor: Executor, id: number): Promise<Refusal> {
  const [row] = await executor.select().from(donations).where(eq(donations.id, id));
  if (!row) return noSuchDonation();
  const status = donationStatus(row);
  const reason = whyNotDecidable(status) ?? 'This donation is being changed by someone else.';
  return new Refusal(status === 'rejected' ? 'already_rejected' : 'already_confirmed', reason);
}

async function whyNotReopened(executor: Executor, id: number): Promise<Refusal> {
  const [row] = await executor.select().from(donations).where(eq(donations.id, id));
  if (!row) return noSuchDonation();
  if (!row.rejectedAt) return new Refusal('wrong_state', 'This donation is not rejected.');
  return invalidFields({
    reason: 'Please say why: somebody else rejected it, or more than 15 minutes have passed',
  });
}

async function skipReasons(executor: Executor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await executor
    .select({ id: donations.id, isConfirmed: donations.isConfirmed, rejectedAt: donations.rejectedAt })
    .from(donations)
    .where(inArray(donations.id, [...ids]));
  const found = new Map(rows.map((row) => [row.id, donationStatus(row)]));
  return ids.map((id) => {
    const status = found.get(id);
    if (!status) return { id, reason: 'not_found' as const };
    return {
      id,
      reason: status === 'rejected' ? ('already_rejected' as const) : ('already_confirmed' as const),
    };
  });
}

function noSuchDonation(): Refusal {
  return new Refusal('not_found', 'There is no such donation.');
}

function aboutDonation(
  admin: AdminCaller,
  action: string,
  entityId: number,
  details: Record<string, unknown> = {},
) {
  const { username: actor } = admin;
  return { actor, actorRole: 'admin' as const, action, entityType: 'donation' as const, entityId, details };
}

const isQualifying = sql`${donations.kilograms} >= ${sql.raw(String(QUALIFYING_KILOGRAMS))}`;

/** A donor's figures as of a day: rejected donations count nowhere. */
async function donorRecord(executor: Executor, participantId: number, today: Day) {
  const { from, before } = monthOf(today);
  const [record] = await recordOfParticipant(executor, { participantId, from, before, year: yearOf(today) });
  if (!record) throw new Error('A count came back without a row.');
  return record;
}

const recordOfParticipant = prepared('record of a participant', (executor) => {
  const inYear = sql`${donations.year} = ${sql.placeholder('year')}`;
  const inMonth = sql`${donations.date} >= ${sql.placeholder('from')} and ${donations.date} < ${sql.placeholder('before')}`;
  const confirmedThisMonth = sql`${donations.isConfirmed} and ${inMonth}`;
  return executor
    .select({
      all: count(),
      confirmed: sql<number>`count(*) filter (where ${donations.isConfirmed})::int`,
      qualifyingThisYear: sql<number>`count(*) filter (where ${donations.isConfirmed} and ${inYear} and ${isQualifying})::int`,
      confirmedThisMonth: sql<number>`count(*) filter (where ${confirmedThisMonth})::int`,
      kilogramsThisMonth: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${confirmedThisMonth}), 0)::float8`,
    })
    .from(donations)
    .where(and(eq(donations.participantId, sql.placeholder('participantId')), isNull(donations.rejectedAt)));
});

const recentDonations = prepared('recent donations of a participant', (executor) =>
  executor
    .select({
      id: donations.id,
      date: donations.date,
      weight: donations.weight,
      binLocation: donations.binLocation,
      dropSite: donations.dropSite,
      isConfirmed: donations.isConfirmed,
      rejectedAt: donations.rejectedAt,
      rejectionReason: donations.rejectionReason,
    })
    .from(donations)
    .where(eq(donations.participantId, sql.placeholder('participantId')))
    .orderBy(desc(donations.date), desc(donations.id))
    .limit(RECENT_DONATIONS),
);

async function qualifyingDatesOf(executor: Executor, participantId: number, today: Day): Promise<Day[]> {
  const rows = await qualifyingDonations(executor, { participantId, year: yearOf(today) });
  return rows.map(({ date }) => date);
}

const qualifyingDonations = prepared('qualifying donations of a participant', (executor) =>
  executor
    .select({ date: donations.date })
    .from(donations)
    .where(
      and(
        eq(donations.participantId, sql.placeholder('participantId')),
        eq(donations.isConfirmed, true),
        eq(donations.year, sql.placeholder('year')),
        isQualifying,
      ),
    )
    .orderBy(asc(donations.date), asc(donations.id)),
);
