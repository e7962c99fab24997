// Each emptying of a bin is recorded as a visit. Visits and reports lock the bin's row before its alert.
import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { adminRecorder } from '#features/audit/server.ts';
import type { Mailing } from '#features/mail/serverOutbox.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { binVisits, donations, dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { binVisit } from './contract.ts';
import { matchBin, type Place, UNDO_HOURS, undoDeadline } from './rules.ts';
import { isOpen } from './serverAlerts.ts';
import { notifyReporters } from './serverReporters.ts';

const record = adminRecorder('bin');

/** The condition for a bin's visits that were not taken back. */
export const isVisitOfBin = (binId: number | typeof dropBins.id): SQL | undefined =>
  and(eq(binVisits.binId, binId), isNull(binVisits.undoneAt));

/** Empties a bin: resolves its open alert, records the visit and mails the reporters. */
export async function emptyBin(
  transaction: Transaction,
  mailing: Mailing,
  binId: number,
  findings: { bagsFound?: number; note?: string | undefined },
  admin: AdminCaller,
  now: Date,
) {
  const bin = await lockBin(transaction, binId);
  const [alert] = await transaction
    .update(overflowAlerts)
    .set({ status: 'resolved', resolvedAt: now })
    .where(and(eq(overflowAlerts.binId, binId), isOpen))
    .returning({ id: overflowAlerts.id });
  await transaction
    .update(dropBins)
    .set({ lastEmptied: now, isOverflowing: false })
    .where(eq(dropBins.id, binId));
  const [visit] = await transaction
    .insert(binVisits)
    .values({
      ...findings,
      binId,
      at: now,
      by: admin.username,
      formerLastEmptied: bin.lastEmptied,
      wasOverflowing: bin.isOverflowing,
      alertId: alert?.id,
    })
    .returning(columnsFor(binVisits, binVisit));
  if (!visit) throw new Error('The visit was not recorded.');
  const { id: visitId, bagsFound } = visit;
  await record(transaction, now, admin, 'bin.emptied', binId, {
    alertsResolved: alert ? 1 : 0,
    visitId,
    ...(bagsFound !== null && { bagsFound }),
  });
  await notifyReporters(transaction, mailing, bin, now);
  return visit;
}

/**
 * Restores a bin's state from before its last visit. An alert that the visit resolved opens again, with later reports.
 *
 * @returns the bin's id.
 * @throws Refusal 404 if there is no such visit, 409 if it is not the last one, was taken back already or is too old.
 */
export async function undoVisit(
  transaction: Transaction,
  id: number,
  admin: AdminCaller,
  now: Date,
): Promise<number> {
  const { bin, visit } = await lockVisit(transaction, id);
  if (visit.undoneAt !== null) {
    throw new Refusal('already_undone', consoleOnly('This visit was taken back already.'));
  }
  if (now >= undoDeadline(visit.at)) {
    throw new Refusal('undo_too_late', consoleOnly(`This visit is more than ${UNDO_HOURS} hours ago.`));
  }
  if ((await transaction.$count(binVisits, and(isVisitOfBin(bin.id), gt(binVisits.id, id)))) > 0) {
    throw new Refusal('wrong_state', consoleOnly('The bin was emptied again since. Take that back first.'));
  }
  await transaction
    .update(binVisits)
    .set({ undoneAt: now, undoneBy: admin.username })
    .where(eq(binVisits.id, id));
  await transaction
    .update(dropBins)
    .set({
      lastEmptied: visit.formerLastEmptied,
      // The flag may have been set since the visit.
      isOverflowing: visit.wasOverflowing || bin.isOverflowing,
    })
    .where(eq(dropBins.id, bin.id));
  const { alertId } = visit;
  const mergedAlertIds = alertId === null ? [] : await reopenAlert(transaction, bin.id, alertId);
  await record(transaction, now, admin, 'bin.visit_undone', bin.id, {
    visitId: id,
    alertId,
    joined: mergedAlertIds,
  });
  return bin.id;
}

/**
 * Opens an alert again. A bin has at most one open alert, so a newer open one is merged into it.
 *
 * @returns the ids of the merged alerts, at most one.
 */
async function reopenAlert(transaction: Transaction, binId: number, id: number): Promise<number[]> {
  const alerts = await transaction
    .select()
    .from(overflowAlerts)
    .where(and(eq(overflowAlerts.binId, binId), or(isOpen, eq(overflowAlerts.id, id))))
    .orderBy(asc(overflowAlerts.id))
    .for('update');
  const newerAlert = alerts.find((alert) => alert.id !== id);
  if (newerAlert) {
    const { reportedBy, reportedAt, notes, email, language } = newerAlert;
    await transaction
      .insert(overflowReports)
      .values({ alertId: id, reportedBy, reportedAt, notes, email, language });
    for (const table of [overflowReports, binVisits]) {
      await transaction.update(table).set({ alertId: id }).where(eq(table.alertId, newerAlert.id));
    }
    await transaction.delete(overflowAlerts).where(eq(overflowAlerts.id, newerAlert.id));
  }
  // An acknowledgement of either alert holds for the merged one.
  const acknowledgedAlert = alerts.find((alert) => alert.acknowledgedAt !== null);
  await transaction
    .update(overflowAlerts)
    .set({
      status: acknowledgedAlert ? 'acknowledged' : 'pending',
      acknowledgedBy: acknowledgedAlert?.acknowledgedBy ?? null,
      acknowledgedAt: acknowledgedAlert?.acknowledgedAt ?? null,
      resolvedAt: null,
    })
    .where(eq(overflowAlerts.id, id));
  return newerAlert ? [newerAlert.id] : [];
}

/** Finds the bin where a donation was left, by the rules of `matchBin`. */
export async function findBinOfPlace(executor: Executor, place: Place) {
  return matchBin(place, await executor.select().from(dropBins));
}

const lower = (text: SQLWrapper) => sql`lower(${text})`;

/**
 * Counts the donations logged for each bin since it was last emptied, and lists the marks of the pending ones, oldest
 * first. Rejected donations and unclaimed ones, which have no mark, are left out.
 *
 * @returns the counts and marks by the bin's id.
 */
export async function countLoggedDonations(
  executor: Executor,
  ids: number[],
): Promise<Map<number, { logged: number; marks: string[] }>> {
  const { dropSite, binLocation, mark } = donations;
  // The query only preselects places that may be a bin's. `matchBin` decides.
  const [places, bins] = await Promise.all([
    executor
      .select({
        binId: dropBins.id,
        dropSite,
        binLocation,
        logged: count(),
        pending: sql<
          { id: number; mark: string }[] | null
        >`json_agg(json_build_object('id', ${donations.id}, 'mark', ${mark})) filter (where not ${donations.isConfirmed})`,
      })
      .from(dropBins)
      .innerJoin(
        donations,
        and(
          or(isNull(dropBins.lastEmptied), gt(donations.createdAt, dropBins.lastEmptied)),
          or(
            inArray(lower(dropSite), [lower(dropBins.binCode), lower(dropBins.name)]),
            eq(lower(binLocation), lower(dropBins.location)),
          ),
        ),
      )
      .where(and(inArray(dropBins.id, ids), isNull(donations.rejectedAt), isNotNull(mark)))
      .groupBy(dropBins.id, dropSite, binLocation),
    executor.select().from(dropBins),
  ]);
  return new Map(
    ids.map((id) => {
      const placesOfBin = places.filter((place) => place.binId === id && matchBin(place, bins)?.id === id);
      const logged = placesOfBin.reduce((sum, place) => sum + place.logged, 0);
      const pending = placesOfBin.flatMap((place) => place.pending ?? []);
      const marks = pending.toSorted((a, b) => a.id - b.id).map((donation) => donation.mark);
      return [id, { logged, marks }];
    }),
  );
}

/** @throws Refusal 404 if there is no such bin. */
export async function lockBin(transaction: Transaction, id: number) {
  const [bin] = await transaction.select().from(dropBins).where(eq(dropBins.id, id)).for('update');
  if (!bin) throw binNotFound();
  return bin;
}

async function lockVisit(transaction: Transaction, id: number) {
  const find = async () => (await transaction.select().from(binVisits).where(eq(binVisits.id, id)))[0];
  const unlockedVisit = await find();
  const bin = unlockedVisit && (await lockBin(transaction, unlockedVisit.binId));
  // Read again under the lock: somebody may have taken the visit back meanwhile.
  const visit = await find();
  if (!bin || !visit) throw new Refusal('not_found', consoleOnly('There is no such visit.'));
  return { bin, visit };
}

export function binNotFound(): Refusal {
  return new Refusal('not_found', 'There is no such bin.');
}
