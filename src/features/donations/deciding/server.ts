// Verdicts. A donation leaves pending once, by one conditional statement; with its confirmation comes exactly one
// reward code, and undo takes both back.
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '#features/audit/server.ts';
import {
  donationStatus,
  REOPEN_FREELY_MILLISECONDS,
  undoReachesBackTo,
  whyNotDecidable,
} from '#features/donations/rules.ts';
import { aboutDonation, lockDonors, noSuchDonation } from '#features/donations/server.ts';
import { tellConfirmed, tellRejected, toldOf } from '#features/donations/serverNews.ts';
import { forgetReasons } from '#features/donations/serverRemoval.ts';
import { isPending } from '#features/donations/serverRows.ts';
import { type Mailing, withdrawNews } from '#features/mail/serverOutbox.ts';
import { type ClaimSeen, decideClaim } from '#features/donors/server.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { endOfCode, issueCodes, revokeUnused, withdrawCodes } from '#features/rewards/server.ts';
import { codeSeenBy } from '#features/rewards/serverRows.ts';
import { readSettings } from '#server/settings.ts';
import { dayOf, startOfDay } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import { confirmations, donations } from '#server/schema.ts';
import { contract } from './contract.ts';
import { confirmedTogether, lastConfirmation } from './serverLastConfirmation.ts';
import { activeBins, adminFigures, latestPending } from './serverSummary.ts';

const untoldToVolunteers = { provenClaims: 0, waitingMail: 0 };

export const decidingFeature = implement(contract, {
  adminSummary: async ({ database, site: { timeZone }, admin, now }) => {
    const [stats, latest, bins] = await Promise.all([
      adminFigures(database, dayOf(now, timeZone)),
      latestPending(database),
      activeBins(database),
    ]);
    return {
      ok: true as const,
      stats: admin.role === 'admin' ? stats : { ...stats, ...untoldToVolunteers },
      latestPending: latest.map((row) => asSeenBy(admin, row)),
      bins,
    };
  },

  confirmDonation: async ({ transaction, body, admin, site, afterCommit, now }) => {
    if (body.acceptClaim) await acceptClaim(transaction, body, admin, now);
    const codes = await confirmPending(transaction, site, [body.id], admin, now);
    const discountCode = codes.get(body.id);
    if (!discountCode) throw await whyUndecided(transaction, body.id);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, id: body.id, discountCode: codeSeenBy(admin, discountCode) };
  },

  rejectDonation: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const { id, reason } = body;
    const [donor] = await lockDonors(transaction, eq(donations.id, id));
    const [donation] = await transaction
      .update(donations)
      .set({ rejectedAt: now, rejectedBy: admin.username, rejectionReason: reason })
      .where(and(eq(donations.id, id), isPending))
      .returning(toldOf);
    if (!donation) throw await whyUndecided(transaction, id);
    if (donor?.removedAt) await forgetReasons(transaction, id);
    const { participantId } = donation;
    const details = reason === undefined ? {} : { fields: ['reason'] };
    await recordAudit(
      transaction,
      now,
      aboutDonation(admin, 'donation.rejected', { id, participantId }, details),
    );
    await tellRejected(transaction, site, donation, reason ?? null, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, id };
  },

  reopenDonation: async ({ transaction, body: { id, reason }, admin, site, now }) => {
    const [donor] = await lockDonors(transaction, eq(donations.id, id));
    const isOwnAndRecent = and(
      eq(donations.rejectedBy, admin.username),
      gt(donations.rejectedAt, new Date(now.getTime() - REOPEN_FREELY_MILLISECONDS)),
    );
    const [donation] = await transaction
      .update(donations)
      .set({
        rejectedAt: null,
        rejectedBy: null,
        rejectionReason: null,
        reopenedAt: now,
        reopenedBy: admin.username,
        reopeningReason: reason ?? null,
      })
      .where(
        and(
          eq(donations.id, id),
          isNotNull(donations.rejectedAt),
          reason === undefined ? isOwnAndRecent : undefined,
        ),
      )
      .returning({ participantId: donations.participantId });
    if (!donation) throw await whyNotReopened(transaction, id);
    if (donor?.removedAt) await forgetReasons(transaction, id);
    const { participantId } = donation;
    const details = reason === undefined ? {} : { fields: ['reason'] };
    await recordAudit(
      transaction,
      now,
      aboutDonation(admin, 'donation.reopened', { id, participantId }, details),
    );
    await withdrawNews(transaction, site, ['donation_rejected'], [id]);
    return { ok: true as const, id };
  },

  confirmDonations: async ({ transaction, body, admin, site, afterCommit, now }) => {
    const ids = [...new Set(body.ids)];
    const codes = await confirmPending(transaction, site, ids, admin, now);
    afterCommit(async () => site.wakeMail());
    const skipped = ids.filter((id) => !codes.has(id));
    return {
      ok: true as const,
      confirmed: ids.filter((id) => codes.has(id)),
      skipped: await skipReasons(transaction, skipped),
    };
  },

  lastConfirmation: async ({ database, site: { timeZone }, admin, now }) => {
    const [last] = await lastConfirmation(database, admin);
    const startOfToday = startOfDay(dayOf(now, timeZone), timeZone);
    if (!last || last.confirmedAt < undoReachesBackTo(startOfToday, now)) {
      return { ok: true as const, confirmation: null };
    }
    const confirmed = await confirmedTogether(database, last.id);
    return {
      ok: true as const,
      confirmation: {
        ...last,
        donations: confirmed.map(({ discountCode: code, ...donation }) => ({
          ...donation,
          discountCode: code === null ? null : codeSeenBy(admin, code),
        })),
      },
    };
  },

  undoLastConfirmation: async ({ transaction, body, admin, site, now }) => {
    const nothing = new Refusal('nothing_to_undo', consoleOnly('There is no confirmation of yours to undo.'));
    const last = sql`(select id from (${lastConfirmation(transaction, admin)}) last)`;
    // The second of two presses at once waits for the first, then finds its row undone and stops. Locking in
    // the sub-select would instead have it go on to the action before, and undo that one too.
    const [undone] = await transaction
      .update(confirmations)
      .set({ undoneAt: now })
      .where(
        and(
          eq(confirmations.id, body.confirmationId ?? last),
          eq(confirmations.adminId, admin.adminId),
          isNull(confirmations.undoneAt),
        ),
      )
      .returning({ id: confirmations.id });
    if (!undone) throw nothing;
    await lockDonors(transaction, eq(donations.confirmationId, undone.id));
    const back = await transaction
      .update(donations)
      .set({ isConfirmed: false, confirmedAt: null, confirmedBy: null, confirmationId: null })
      .where(eq(donations.confirmationId, undone.id))
      .returning({ id: donations.id, participantId: donations.participantId });
    const undoneInOrder = back.toSorted((one, other) => one.id - other.id);
    const ids = undoneInOrder.map(({ id }) => id);
    if (!(await withdrawCodes(transaction, ids, admin, now))) {
      throw new Refusal(
        'code_already_used',
        consoleOnly('A reward code of that confirmation was already used.'),
      );
    }
    const entries = undoneInOrder.map((donation) =>
      aboutDonation(admin, 'donation.confirmation_undone', donation),
    );
    await recordAudit(transaction, now, ...entries);
    await withdrawNews(transaction, site, ['donation_confirmed'], ids);
    return { ok: true as const, undone: ids };
  },
});

/**
 * Notes what the donor of a donation claims.
 *
 * @throws Refusal 403 for a volunteer; 404; 409 where the claim cannot be noted.
 */
async function acceptClaim(
  transaction: Transaction,
  { id, ...seen }: ClaimSeen & { id: number },
  admin: AdminCaller,
  now: Date,
): Promise<void> {
  if (admin.role !== 'admin') {
    throw new Refusal('not_allowed', consoleOnly('Only an admin may do this. Please ask one.'));
  }
  const [donation] = await transaction
    .select({ participantId: donations.participantId })
    .from(donations)
    .where(eq(donations.id, id));
  if (!donation) throw noSuchDonation();
  const { claimedName, claimedEmail, isClaimProven } = seen;
  const claim = { accept: true, claimedName, claimedEmail, isClaimProven };
  await decideClaim(transaction, donation.participantId, claim, admin, now);
}

/** Confirms those of the donations that are pending. Gives each one's reward code. */
export async function confirmPending(
  transaction: Transaction,
  mailing: Mailing,
  ids: readonly number[],
  admin: AdminCaller,
  now: Date,
): Promise<Map<number, string>> {
  const [confirmation] = await transaction
    .insert(confirmations)
    .values({ adminId: admin.adminId, confirmedAt: now })
    .returning({ id: confirmations.id });
  if (!confirmation) throw new Error('The new confirmation was not returned.');
  const donors = await lockDonors(transaction, sql`${donations.id} = any(${sql.param([...ids])}::int[])`);
  const confirmed = await setConfirmed(transaction, {
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
  const entries = confirmed.map((donation) => aboutDonation(admin, 'donation.confirmed', donation));
  const settings = await readSettings(transaction);
  await recordAudit(transaction, now, ...entries);
  const codes = await issueCodes(transaction, confirmed, settings, now);
  const terms = { uses: settings.usesPerCode, expiresAt: endOfCode(settings, now).toISOString() };
  const news = { confirmed, confirmationId: confirmation.id, codes, terms };
  await tellConfirmed(transaction, mailing, news, now);
  const given = new Set(confirmed.map(({ participantId }) => participantId));
  const removed = donors.filter(({ id, removedAt }) => removedAt && given.has(id)).map(({ id }) => id);
  // Nobody is there any more to use them.
  if (removed.length > 0) await revokeUnused(transaction, removed, admin, now);
  return codes;
}

type Confirmed = { ids: number[]; confirmedAt: Date; confirmedBy: string; confirmationId: number };

async function setConfirmed(transaction: Transaction, { ids, ...verdict }: Confirmed) {
  // Locked in one order, so that two overlapping bulk confirms wait for each other instead of deadlocking.
  const pending = transaction
    .select({ id: donations.id })
    .from(donations)
    .where(and(inArray(donations.id, ids), isPending))
    .orderBy(asc(donations.id))
    .for('update');
  return await transaction
    .update(donations)
    .set({ isConfirmed: true, ...verdict })
    .where(and(inArray(donations.id, pending), isPending))
    .returning(toldOf);
}

async function whyUndecided(executor: Executor, id: number): Promise<Refusal> {
  const [row] = await executor.select().from(donations).where(eq(donations.id, id));
  if (!row) return noSuchDonation();
  const status = donationStatus(row);
  const reason = consoleOnly(whyNotDecidable(status) ?? 'This donation is being changed by someone else.');
  return new Refusal(status === 'rejected' ? 'already_rejected' : 'already_confirmed', reason);
}

async function whyNotReopened(executor: Executor, id: number): Promise<Refusal> {
  const [row] = await executor.select().from(donations).where(eq(donations.id, id));
  if (!row) return noSuchDonation();
  if (!row.rejectedAt) return new Refusal('wrong_state', consoleOnly('This donation is not rejected.'));
  return invalidFields({
    reason: consoleOnly('Please say why: somebody else rejected it, or more than 15 minutes have passed'),
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
