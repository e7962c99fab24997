// A report raises a bin's overflow flag. The flag falls with its open alert, when the bin is emptied, or when an admin
// clears it. A bin has one open alert: further reports are added to it.
import { and, asc, count, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { type PgUpdateSetSource, unionAll } from 'drizzle-orm/pg-core';
import { adminRecorder, recordVisitor } from '#features/audit/server.ts';
import { queueStaffMail } from '#features/mail/serverStaffMail.ts';
import { anywhere, blankAsNull, columnsFor, fold, like } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { checkYears, Refusal } from '#server/http/refusal.ts';
import { binVisits, dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import {
  binRow,
  binVisit,
  contract,
  overflowAlert,
  overflowReport,
  publicBin,
  SHOWN_REPORTS,
} from './contract.ts';
import { alreadyReported, dueOf, logAddress } from './rules.ts';
import { notifyReporters } from './serverReporters.ts';
import { binNotFound, emptyBin, isOpen, loggedFor, standingVisits, undoVisit } from './serverVisits.ts';

/** How often the bin of an alert was reported while it was open. eq() writes the columns with their table's names. */
const reportsOfAlert = sql<number>`(select 1 + count(*)::int from ${overflowReports} where ${eq(overflowReports.alertId, overflowAlerts.id)})`;

const record = adminRecorder('bin');

export const binsFeature = implement(contract, {
  publicBins: async ({ database }) => ({
    ok: true as const,
    bins: await database
      .select({ ...columnsFor(dropBins, publicBin), reportedAt: overflowAlerts.reportedAt })
      .from(dropBins)
      .leftJoin(overflowAlerts, and(eq(overflowAlerts.binId, dropBins.id), isOpen))
      .where(eq(dropBins.isActive, true))
      .orderBy(asc(fold(dropBins.name)), asc(dropBins.id)),
  }),

  reportOverflow: async ({ transaction, body: { binId, ...report }, site, request, afterCommit, now }) => {
    // Holds the bin's row: of two reports at once the second finds the alert of the first.
    const bin = await changeBin(transaction, and(eq(dropBins.id, binId), eq(dropBins.isActive, true)), {
      isOverflowing: true,
    });
    const alert = await addReport(transaction, binId, {
      ...report,
      // Without mail nobody could be written to, so the address is not stored.
      email: site.post ? report.email : undefined,
      language: languageOf(request),
      reportedAt: now,
    });
    await recordVisitor(transaction, now, {
      action: 'bin.overflow_reported',
      entityType: 'bin',
      entityId: binId,
      details: { alertId: alert.id },
    });
    const { id, reports, reportedAt } = alert;
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
    const first = 'Thank you. We will look after the bin.' as const;
    const message = reports === 1 ? first : alreadyReported(reportedAt, now);
    return { ok: true as const, id, reports, message };
  },

  adminBins: async ({ database, query: { limit, offset, id } }) => {
    const condition = id === undefined ? undefined : eq(dropBins.id, id);
    const [rows, [counted]] = await Promise.all([
      binRows(database, condition)
        .orderBy(asc(fold(dropBins.name)), asc(dropBins.id))
        .limit(limit)
        .offset(offset),
      database.select({ total: count() }).from(dropBins).where(condition),
    ]);
    return { ok: true as const, items: rows, total: counted?.total ?? 0, limit, offset };
  },

  updateBin: async ({ transaction, params: { id }, body, admin, now }) => {
    const { name, location, isActive, ...texts } = body;
    const changes = { name, location, isActive, ...blankAsNull(texts) };
    const bin = await changeBin(transaction, eq(dropBins.id, id), changes);
    await record(transaction, now, admin, 'bin.updated', bin.id, changes);
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  markBinEmptied: async ({ transaction, params: { id }, admin, site, afterCommit, now }) => {
    const visit = await emptyBin(transaction, id, {}, admin, now);
    await notifyReporters(transaction, site, id, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, visit, bin: await findBin(transaction, id) };
  },

  binRound: async ({ database, params: { id } }) => {
    const bin = await findBin(database, id);
    const since = bin.last_emptied;
    const [found, rows] = await Promise.all([
      loggedFor(database, bin, since),
      alertRows(database, and(eq(overflowAlerts.binId, id), isOpen)),
    ]);
    const alerts = await alertsWithReports(database, rows);
    return { ok: true as const, bin, since, ...found, alerts };
  },

  createBinVisit: async ({ transaction, params: { id }, body, admin, site, afterCommit, now }) => {
    const visit = await emptyBin(transaction, id, body, admin, now);
    await notifyReporters(transaction, site, id, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, visit, bin: await findBin(transaction, id) };
  },

  undoBinVisit: async ({ transaction, params: { id }, admin, now }) => {
    const binId = await undoVisit(transaction, id, admin, now);
    return { ok: true as const, bin: await findBin(transaction, binId) };
  },

  setBinOverflow: async ({ transaction, params: { id }, body: { status }, admin, now }) => {
    await changeBin(transaction, eq(dropBins.id, id), { isOverflowing: status });
    await record(transaction, now, admin, status ? 'bin.overflow_set' : 'bin.overflow_cleared', id);
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  scheduleBinPickup: async ({ transaction, params: { id }, body: { when }, admin, now }) => {
    checkYears({ when }, 'Please choose a date and time');
    await changeBin(transaction, eq(dropBins.id, id), { nextScheduledPickup: new Date(when) });
    await record(transaction, now, admin, 'bin.pickup_scheduled', id, { when });
    return { ok: true as const, bin: await findBin(transaction, id) };
  },

  binHistory: async ({ database, params: { id }, query: { limit, offset } }) => {
    const [bin] = await database.select({ id: dropBins.id }).from(dropBins).where(eq(dropBins.id, id));
    if (!bin) throw binNotFound();
    const ofBin = eq(overflowAlerts.binId, id);
    const kind = (name: 'alert' | 'visit') => sql<'alert' | 'visit'>`${sql.raw(`'${name}'`)}`.as('kind');
    const [entries, alerts, visits] = await Promise.all([
      unionAll(
        database
          .select({ kind: kind('alert'), id: overflowAlerts.id, at: overflowAlerts.reportedAt })
          .from(overflowAlerts)
          .where(ofBin),
        database
          .select({ kind: kind('visit'), id: binVisits.id, at: binVisits.at })
          .from(binVisits)
          .where(standingVisits(id)),
      )
        .orderBy(sql`3 desc, 2 desc, 1`)
        .limit(limit)
        .offset(offset),
      database.$count(overflowAlerts, ofBin),
      database.$count(binVisits, standingVisits(id)),
    ]);
    const items = await historyItems(database, entries);
    return { ok: true as const, items, total: alerts + visits, limit, offset };
  },

  managedBins: async ({ database, query: { limit, offset, id }, site: { publicUrl } }) => {
    const condition = id === undefined ? undefined : eq(dropBins.id, id);
    const [rows, [counted]] = await Promise.all([
      database
        .select()
        .from(dropBins)
        .where(condition)
        .orderBy(asc(fold(dropBins.name)), asc(dropBins.id))
        .limit(limit)
        .offset(offset),
      database.select({ total: count() }).from(dropBins).where(condition),
    ]);
    const total = counted?.total ?? 0;
    return { ok: true as const, items: rows, total, limit, offset, publicUrl };
  },

  openAlerts: async ({ database, query: { limit, offset } }) =>
    await alertPage(database, isOpen, limit, offset),

  createBin: async ({ transaction, body, admin, now }) => {
    const [bin] = await transaction
      .insert(dropBins)
      .values({ ...body, createdAt: now })
      .onConflictDoNothing({ target: dropBins.binCode })
      .returning();
    if (!bin) {
      const taken = consoleOnly('Another bin has this code already');
      throw new Refusal('duplicate', taken, { fields: { binCode: taken } });
    }
    await record(transaction, now, admin, 'bin.created', bin.id, { binCode: bin.binCode });
    return { ok: true as const, bin };
  },

  toggleBin: async ({ transaction, params: { id }, admin, now }) => {
    const bin = await changeBin(transaction, eq(dropBins.id, id), { isActive: not(dropBins.isActive) });
    await record(transaction, now, admin, bin.isActive ? 'bin.activated' : 'bin.deactivated', id);
    return { ok: true as const, bin };
  },

  generateBinQr: async ({ transaction, params: { id }, admin, site: { publicUrl }, now }) => {
    const found = await changeBin(transaction, eq(dropBins.id, id), {});
    const bin = await changeBin(transaction, eq(dropBins.id, id), { qrCode: logAddress(publicUrl, found) });
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
    await transaction.select({ id: dropBins.id }).from(dropBins).where(eq(dropBins.id, binId)).for('update');
    const resolved = await transaction
      .update(overflowAlerts)
      .set({ status: 'resolved', resolvedAt: now })
      .where(and(eq(overflowAlerts.id, id), isOpen))
      .returning({ id: overflowAlerts.id });
    if (resolved.length === 0) {
      throw new Refusal('wrong_state', consoleOnly('This alert is already resolved.'));
    }
    await changeBin(transaction, eq(dropBins.id, binId), { isOverflowing: false });
    await notifyReporters(transaction, site, binId, now);
    afterCommit(async () => site.wakeMail());
    await record(transaction, now, admin, 'bin.alert_resolved', binId, { alertId: id });
    return { ok: true as const, alert: await findAlert(transaction, id) };
  },
});

async function changeBin(
  transaction: Transaction,
  condition: SQL | undefined,
  change: PgUpdateSetSource<typeof dropBins>,
) {
  const [bin] = await transaction
    .update(dropBins)
    // An UPDATE must set something, even for an empty form.
    .set({ ...change, name: change.name ?? sql`${dropBins.name}` })
    .where(condition)
    .returning();
  if (!bin) throw binNotFound();
  return bin;
}

/** Opens an alert of a bin whose row is held, or adds to the one that is open. */
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
  const [open] = await transaction
    .select({ id, reportedAt })
    .from(overflowAlerts)
    .where(and(eq(overflowAlerts.binId, binId), isOpen));
  if (!open) throw new Error('The open alert was not found.');
  await transaction.insert(overflowReports).values({ alertId: open.id, ...report });
  const further = await transaction.$count(overflowReports, eq(overflowReports.alertId, open.id));
  return { ...open, reports: 1 + further };
}

function binRows(executor: Executor, condition: SQL | undefined) {
  const lastVisit = executor
    .select({ bagsFound: binVisits.bagsFound })
    .from(binVisits)
    .where(standingVisits(dropBins.id))
    .orderBy(desc(binVisits.id))
    .limit(1);
  return executor
    .select({
      ...columnsFor(dropBins, binRow),
      bags_found: sql<number | null>`(${lastVisit})`,
      // eq() writes the columns with their table's names; the template alone does not.
      open_alerts: sql<number>`(select count(*)::int from ${overflowAlerts} where ${and(eq(overflowAlerts.binId, dropBins.id), isOpen)})`,
      reports: sql<number>`coalesce((select ${reportsOfAlert} from ${overflowAlerts} where ${and(eq(overflowAlerts.binId, dropBins.id), isOpen)}), 0)`,
    })
    .from(dropBins)
    .where(condition)
    .$dynamic();
}

async function findBin(executor: Executor, id: number) {
  const [row] = await binRows(executor, eq(dropBins.id, id));
  if (!row) throw binNotFound();
  return row;
}

function alertRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({
      ...columnsFor(overflowAlerts, overflowAlert),
      binName: dropBins.name,
      location: dropBins.location,
      reports: reportsOfAlert,
    })
    .from(overflowAlerts)
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(condition)
    .$dynamic();
}

async function historyItems(executor: Executor, entries: { kind: 'alert' | 'visit'; id: number }[]) {
  const idsOf = (kind: 'alert' | 'visit') =>
    entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
  const [rows, visits] = await Promise.all([
    alertRows(executor, inArray(overflowAlerts.id, idsOf('alert'))),
    executor
      .select(columnsFor(binVisits, binVisit))
      .from(binVisits)
      .where(inArray(binVisits.id, idsOf('visit'))),
  ]);
  const alerts = await alertsWithReports(executor, rows);
  return entries.flatMap(({ kind, id }) => {
    const alert = kind === 'alert' && alerts.find((found) => found.id === id);
    if (alert) return { kind: 'alert' as const, ...alert };
    const visit = visits.find((found) => found.id === id);
    return visit ? { kind: 'visit' as const, ...visit } : [];
  });
}

async function alertPage(executor: Executor, condition: SQL, limit: number, offset: number) {
  const [rows, [counted]] = await Promise.all([
    alertRows(executor, condition)
      .orderBy(desc(overflowAlerts.reportedAt), desc(overflowAlerts.id))
      .limit(limit)
      .offset(offset),
    executor.select({ total: count() }).from(overflowAlerts).where(condition),
  ]);
  const items = await alertsWithReports(executor, rows);
  return { ok: true as const, items, total: counted?.total ?? 0, limit, offset };
}

async function findAlert(executor: Executor, id: number) {
  const [row] = await alertRows(executor, eq(overflowAlerts.id, id));
  if (!row) throw new Refusal('not_found', consoleOnly('There is no such alert.'));
  const [alert] = await alertsWithReports(executor, [row]);
  if (!alert) throw new Error('The alert was lost.');
  return alert;
}

async function alertsWithReports(executor: Executor, alerts: Awaited<ReturnType<typeof alertRows>>) {
  const reports = columnsFor(overflowReports, overflowReport);
  const newest = executor
    .select(reports)
    .from(overflowReports)
    .where(
      and(
        eq(overflowReports.alertId, overflowAlerts.id),
        or(isNotNull(overflowReports.notes), isNotNull(overflowReports.reportedBy)),
      ),
    )
    .orderBy(desc(overflowReports.reportedAt), desc(overflowReports.id))
    .limit(SHOWN_REPORTS)
    .as('newest');
  const { id, reportedBy, reportedAt, notes } = newest;
  const found = await executor
    .select({ alertId: overflowAlerts.id, report: { id, reportedBy, reportedAt, notes } })
    .from(overflowAlerts)
    .innerJoinLateral(newest, sql`true`)
    .where(
      inArray(
        overflowAlerts.id,
        alerts.map((alert) => alert.id),
      ),
    );
  return alerts.map((alert) => ({
    ...alert,
    acknowledged: alert.acknowledgedAt !== null,
    resolved: alert.status === 'resolved',
    furtherReports: found.filter(({ alertId }) => alertId === alert.id).map(({ report }) => report),
  }));
}

/** Bins with a text in their name, location or code, the active ones first. */
export async function findBins(executor: Executor, text: string, most: number) {
  const { id, name, location, binCode, isActive } = dropBins;
  const words = fold(sql`${name} || ' ' || ${location} || ' ' || ${binCode}`);
  return await executor
    .select({ id, name, location, binCode, isActive })
    .from(dropBins)
    .where(like(words, anywhere(text)))
    .orderBy(desc(isActive), asc(fold(name)), asc(id))
    .limit(most);
}

/** The active bins by name, each with whether its emptying is overdue. */
export async function findActiveBins(executor: Executor, now: Date, timeZone: TimeZone) {
  const { id, name, location, lastEmptied, isOverflowing, createdAt, targetDays } = dropBins;
  const rows = await executor
    .select({ id, name, location, lastEmptied, isOverflowing, createdAt, targetDays })
    .from(dropBins)
    .where(eq(dropBins.isActive, true))
    .orderBy(asc(fold(name)), asc(id));
  return rows.map(({ createdAt: since, targetDays: target, ...bin }) => {
    const due = dueOf({ lastEmptied: bin.lastEmptied, createdAt: since, targetDays: target }, now, timeZone);
    return { ...bin, isOverdue: due !== null && due < 0 };
  });
}
