import { and, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { overflowAlert, overflowReport, SHOWN_REPORTS } from './contract.ts';

/** The condition for open alerts. A bin has at most one. */
export const isOpen = ne(overflowAlerts.status, 'resolved');

/** The number of reports in an alert. The first report is stored in the alert's own row, so 1 is added. */
export const reportCount = sql<number>`(select 1 + count(*)::int from ${overflowReports} where ${eq(overflowReports.alertId, overflowAlerts.id)})`;

/** Finds alerts, newest first, each with its newest further reports that have a name or a note. */
export async function findAlerts(
  executor: Executor,
  condition: SQL | undefined,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const alerts = await executor
    .select({
      ...columnsFor(overflowAlerts, overflowAlert),
      binName: dropBins.name,
      location: dropBins.location,
      reports: reportCount,
    })
    .from(overflowAlerts)
    .innerJoin(dropBins, eq(dropBins.id, overflowAlerts.binId))
    .where(condition)
    .orderBy(desc(overflowAlerts.reportedAt), desc(overflowAlerts.id))
    .limit(limit)
    .offset(offset);
  const alertIds = alerts.map((alert) => alert.id);
  const reports = await findFurtherReports(executor, alertIds);
  return alerts.map((alert) => ({
    ...alert,
    acknowledged: alert.acknowledgedAt !== null,
    resolved: alert.status === 'resolved',
    furtherReports: reports.filter(({ alertId }) => alertId === alert.id).map(({ report }) => report),
  }));
}

/** @throws Refusal 404 if there is no such alert. */
export async function findAlert(executor: Executor, id: number) {
  const [alert] = await findAlerts(executor, eq(overflowAlerts.id, id), { limit: 1 });
  if (!alert) throw new Refusal('not_found', consoleOnly('There is no such alert.'));
  return alert;
}

async function findFurtherReports(executor: Executor, alertIds: number[]) {
  const newestReports = executor
    .select(columnsFor(overflowReports, overflowReport))
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
  const { id, reportedBy, reportedAt, notes } = newestReports;
  return await executor
    .select({ alertId: overflowAlerts.id, report: { id, reportedBy, reportedAt, notes } })
    .from(overflowAlerts)
    .innerJoinLateral(newestReports, sql`true`)
    .where(inArray(overflowAlerts.id, alertIds))
    .orderBy(desc(reportedAt), desc(id));
}
