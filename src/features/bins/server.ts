// A report sets a bin's overflow flag. Resolving its alert or emptying the bin clears it. The team can set and clear it.
// A bin has at most one open alert: further reports are added to it.
import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { adminRecorder, recordVisitorAction } from '#features/audit/server.ts';
import { queueStaffMail } from '#features/mail/serverStaffMail.ts';
import { anywhere, blankAsNull, columnsFor, fold, like } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { checkYears, Refusal } from '#server/http/refusal.ts';
import { binVisits, dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { binRow, binVisit, contract, publicBin } from './contract.ts';
import { answerRepeatedReport, binAddresses, daysUntilDue } from './rules.ts';
import { findAlert, findAlerts, isOpen, reportCount } from './serverAlerts.ts';
import { notifyReporters } from './serverReporters.ts';
import {
  binNotFound,
  emptyBin,
  lockBin,
  countLoggedDonations,
  isVisitOfBin,
  undoVisit,
} from './serverVisits.ts';

const record = adminRecorder('bin');

export const byName = [asc(fold(dropBins.name)), asc(dropBins.id)];

const isOpenAlertOfBin = and(eq(overflowAlerts.binId, dropBins.id), isOpen);

export const binsFeature = implement(contract, {
  publicBins: async ({ database }) => ({
    ok: true as const,
    bins: await database
      .select({ ...columnsFor(dropBins, publicBin), reportedAt: overflowAlerts.reportedAt })
      .from(dropBins)
      .leftJoin(overflowAlerts, isOpenAlertOfBin)
      .where(eq(dropBins.isActive, true))
      .orderBy(...byName),
  }),

  reportOverflow: async ({ transaction, body: { binId, ...report }, site, request, afterCommit, now }) => {
    // Locks the bin first, so that the second of two simultaneous reports finds the first one's alert.
    const bin = await lockBin(transaction, binId);
    if (!bin.isActive) throw binNotFound();
    await updateBinRow(transaction, binId, { isOverflowing: true });
    const { id, reports, reportedAt } = await addReport(transaction, binId, {
      ...report,
      // A site without mail cannot answer, so it stores no address.
      email: site.mailer ? report.email : undefined,
      language: languageOf(request),
      reportedAt: now,
    });
    await recordVisitorAction(transaction, now, {
      action: 'bin.overflow_reported',
      entityType: 'bin',
      entityId: binId,
      details: { alertId: id },
    });
    await queueStaffMail(
      transaction,
      site,
      {
        kind: 'staff_overflow',
        content: { bin: bin.name, reports },
        limit: { name: 'binMail', subject: `bin ${binId}` },
      },
      now,
    );
    afterCommit(async () => site.wakeMail());
    const message =
      reports === 1
        ? ('Thank you. We will look after the bin.' as const)
        : answerRepeatedReport(reportedAt, now);
    return { ok: true as const, id, reports, message };
  },

  adminBins: async ({ database, query: { limit, offset, id } }) => {
    const condition = id === undefined ? undefined : eq(dropBins.id, id);
    const [items, total] = await Promise.all([
      selectBinRows(database, condition)
        .orderBy(...byName)
        .limit(limit)
        .offset(offset),
      database.$count(dropBins, condition),
    ]);
    return { ok: true as const, items, total, limit, offset };
  },

  updateBin: async ({ transaction, params: { id }, body, admin, now }) => {
    const { name, location, isActive, ...optionalFields } = body;
    const changes = { name, location, isActive, ...blankAsNull(optionalFields) };
    await updateBinRow(transaction, id, changes);
    await record(transaction, now, admin, 'bin.updated', id, changes);
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  markBinEmptied: async ({ transaction, params: { id }, admin, site, afterCommit, now }) => {
    const visit = await emptyBin(transaction, site, id, {}, admin, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, visit, bin: await findBin(transaction, id) };
  },

  binRound: async ({ database, params: { id } }) => {
    const bin = await findBin(database, id);
    const [loggedByBin, alerts] = await Promise.all([
      countLoggedDonations(database, [id]),
      findAlerts(database, and(eq(overflowAlerts.binId, id), isOpen), { limit: 1 }),
    ]);
    const { logged = 0, marks = [] } = loggedByBin.get(id) ?? {};
    return { ok: true as const, bin, since: bin.last_emptied, logged, marks, alerts };
  },

  createBinVisit: async ({ transaction, params: { id }, body, admin, site, afterCommit, now }) => {
    const visit = await emptyBin(transaction, site, id, body, admin, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, visit, bin: await findBin(transaction, id) };
  },

  undoBinVisit: async ({ transaction, params: { id }, admin, now }) => {
    const binId = await undoVisit(transaction, id, admin, now);
    return { ok: true as const, bin: await findBin(transaction, binId) };
  },

  setBinOverflow: async ({ transaction, params: { id }, body: { status }, admin, now }) => {
    await updateBinRow(transaction, id, { isOverflowing: status });
    await record(transaction, now, admin, status ? 'bin.overflow_set' : 'bin.overflow_cleared', id);
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  scheduleBinPickup: async ({ transaction, params: { id }, body: { when }, admin, now }) => {
    checkYears({ when }, 'Please choose a date and time');
    await updateBinRow(transaction, id, { nextScheduledPickup: new Date(when) });
    await record(transaction, now, admin, 'bin.pickup_scheduled', id, { when });
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  binHistory: async ({ database, params: { id }, query: { limit, offset } }) => {
    await findBin(database, id);
    const alertCondition = eq(overflowAlerts.binId, id);
    const visitCondition = isVisitOfBin(id);
    // Each list is read as far as the page reaches, since all rows of the page may come from it.
    const pageEnd = offset + limit;
    const [alerts, visits, alertTotal, visitTotal] = await Promise.all([
      findAlerts(database, alertCondition, { limit: pageEnd }),
      database
        .select(columnsFor(binVisits, binVisit))
        .from(binVisits)
        .where(visitCondition)
        .orderBy(desc(binVisits.at), desc(binVisits.id))
        .limit(pageEnd),
      database.$count(overflowAlerts, alertCondition),
      database.$count(binVisits, visitCondition),
    ]);
    const newestFirst = [
      ...alerts.map((alert) => ({ time: alert.reportedAt, item: { kind: 'alert' as const, ...alert } })),
      ...visits.map((visit) => ({ time: visit.at, item: { kind: 'visit' as const, ...visit } })),
    ].toSorted((a, b) => b.time.getTime() - a.time.getTime() || b.item.id - a.item.id);
    const items = newestFirst.slice(offset, pageEnd).map(({ item }) => item);
    return { ok: true as const, items, total: alertTotal + visitTotal, limit, offset };
  },

  managedBins: async ({ database, query: { limit, offset, id }, site: { publicUrl } }) => {
    const condition = id === undefined ? undefined : eq(dropBins.id, id);
    const [items, total] = await Promise.all([
      database
        .select()
        .from(dropBins)
        .where(condition)
        .orderBy(...byName)
        .limit(limit)
        .offset(offset),
      database.$count(dropBins, condition),
    ]);
    return { ok: true as const, items, total, limit, offset, publicUrl };
  },

  openAlerts: async ({ database, query: { limit, offset } }) => {
    const [items, total] = await Promise.all([
      findAlerts(database, isOpen, { limit, offset }),
      database.$count(overflowAlerts, isOpen),
    ]);
    return { ok: true as const, items, total, limit, offset };
  },

  createBin: async ({ transaction, body, admin, now }) => {
    const [bin] = await transaction
      .insert(dropBins)
      .values({ ...body, createdAt: now })
      .onConflictDoNothing({ target: dropBins.binCode })
      .returning();
    if (!bin) {
      const message = consoleOnly('Another bin has this code already');
      throw new Refusal('duplicate', message, { fields: { binCode: message } });
    }
    await record(transaction, now, admin, 'bin.created', bin.id, { binCode: bin.binCode });
    return { ok: true as const, bin };
  },

  toggleBin: async ({ transaction, params: { id }, admin, now }) => {
    const bin = await updateBinRow(transaction, id, { isActive: not(dropBins.isActive) });
    await record(transaction, now, admin, bin.isActive ? 'bin.activated' : 'bin.deactivated', id);
    return { ok: true as const, bin };
  },

  generateBinQr: async ({ transaction, params: { id }, admin, site: { publicUrl }, now }) => {
    const { log: qrCode } = binAddresses(publicUrl, await lockBin(transaction, id));
    const bin = await updateBinRow(transaction, id, { qrCode });
    await record(transaction, now, admin, 'bin.qr_generated', id);
    return { ok: true as const, bin };
  },

  acknowledgeAlert: async ({ transaction, params: { id }, admin, now }) => {
    const acknowledged = await transaction
      .update(overflowAlerts)
      .set({ status: 'acknowledged', acknowledgedBy: admin.username, acknowledgedAt: now })
      .where(and(eq(overflowAlerts.id, id), eq(overflowAlerts.status, 'pending')))
      .returning({ binId: overflowAlerts.binId });
    const alert = await findAlert(transaction, id);
    if (acknowledged.length === 0) {
      throw new Refusal('wrong_state', consoleOnly(`This alert is already ${alert.status}.`));
    }
    await record(transaction, now, admin, 'bin.alert_acknowledged', alert.binId, { alertId: id });
    return { ok: true as const, alert };
  },

  resolveAlert: async ({ transaction, params: { id }, admin, site, afterCommit, now }) => {
    const { binId } = await findAlert(transaction, id);
    // Locks the bin before the alert, as a report does, so that the flag is right in either order.
    const bin = await lockBin(transaction, binId);
    const resolved = await transaction
      .update(overflowAlerts)
      .set({ status: 'resolved', resolvedAt: now })
      .where(and(eq(overflowAlerts.id, id), isOpen))
      .returning({ id: overflowAlerts.id });
    if (resolved.length === 0) {
      throw new Refusal('wrong_state', consoleOnly('This alert is already resolved.'));
    }
    await updateBinRow(transaction, binId, { isOverflowing: false });
    await notifyReporters(transaction, site, bin, now);
    afterCommit(async () => site.wakeMail());
    await record(transaction, now, admin, 'bin.alert_resolved', binId, { alertId: id });
    return { ok: true as const, alert: await findAlert(transaction, id) };
  },
});

async function updateBinRow(
  transaction: Transaction,
  id: number,
  changes: PgUpdateSetSource<typeof dropBins>,
) {
  const [bin] = await transaction
    .update(dropBins)
    // An UPDATE must set at least one column, even if the body is empty.
    .set({ ...changes, name: changes.name ?? sql`${dropBins.name}` })
    .where(eq(dropBins.id, id))
    .returning();
  if (!bin) throw binNotFound();
  return bin;
}

/** Opens an alert for a locked bin, or adds the report to the bin's open alert. */
async function addReport(
  transaction: Transaction,
  binId: number,
  report: Omit<typeof overflowReports.$inferInsert, 'alertId'>,
) {
  const { id, reportedAt } = overflowAlerts;
  const [opened] = await transaction
    .insert(overflowAlerts)
    .values({ binId, ...report })
    .onConflictDoNothing({ target: overflowAlerts.binId, where: isOpen })
    .returning({ id, reportedAt });
  if (opened) return { ...opened, reports: 1 };
  const [openAlert] = await transaction
    .select({ id, reportedAt })
    .from(overflowAlerts)
    .where(and(eq(overflowAlerts.binId, binId), isOpen));
  if (!openAlert) throw new Error('The open alert was not found.');
  await transaction.insert(overflowReports).values({ alertId: openAlert.id, ...report });
  const furtherReports = await transaction.$count(overflowReports, eq(overflowReports.alertId, openAlert.id));
  return { ...openAlert, reports: 1 + furtherReports };
}

/** A query for the console's rows of bins. The caller sorts and limits it. */
export function selectBinRows(executor: Executor, condition: SQL | undefined) {
  const lastVisit = executor
    .select({ bagsFound: binVisits.bagsFound })
    .from(binVisits)
    .where(isVisitOfBin(dropBins.id))
    .orderBy(desc(binVisits.id))
    .limit(1);
  return executor
    .select({
      ...columnsFor(dropBins, binRow),
      bags_found: sql<number | null>`(${lastVisit})`,
      open_alerts: sql<number>`(${overflowAlerts.id} is not null)::int`,
      reports: sql<number>`case when ${overflowAlerts.id} is null then 0 else ${reportCount} end`,
    })
    .from(dropBins)
    .leftJoin(overflowAlerts, isOpenAlertOfBin)
    .where(condition)
    .$dynamic();
}

async function findBin(executor: Executor, id: number) {
  const [row] = await selectBinRows(executor, eq(dropBins.id, id));
  if (!row) throw binNotFound();
  return row;
}

/** Finds bins that have a text in their name, location or code. Active bins come first. */
export async function findBins(executor: Executor, text: string, limit: number) {
  const { id, name, location, binCode, isActive } = dropBins;
  const searchedText = fold(sql`${name} || ' ' || ${location} || ' ' || ${binCode}`);
  return await executor
    .select({ id, name, location, binCode, isActive })
    .from(dropBins)
    .where(like(searchedText, anywhere(text)))
    .orderBy(desc(isActive), ...byName)
    .limit(limit);
}

/** Finds the active bins, sorted by name, and tells whether each one's emptying is overdue. */
export async function findActiveBins(executor: Executor, now: Date, timeZone: TimeZone) {
  const { id, name, location, lastEmptied, isOverflowing, createdAt, targetDays } = dropBins;
  const rows = await executor
    .select({ id, name, location, lastEmptied, isOverflowing, createdAt, targetDays })
    .from(dropBins)
    .where(eq(dropBins.isActive, true))
    .orderBy(...byName);
  return rows.map((bin) => {
    const daysLeft = daysUntilDue(bin, dayOf(now, timeZone), timeZone);
    return { ...bin, isOverdue: daysLeft !== null && daysLeft < 0 };
  });
}
