import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract } from './contract.ts';

export type AdminSummary = EndpointResponse<typeof contract.adminSummary>;

/** The summary without some of its pending donations, counted accordingly. */
export function withoutDonations(summary: AdminSummary, ids: ReadonlySet<number>): AdminSummary {
  const latestPending = summary.latestPending.filter(({ id }) => !ids.has(id));
  // Where the summary doesn't hold all that is pending, the ones it lacks stand on a later page.
  const holdsAll = summary.latestPending.length >= summary.stats.pendingCount;
  const gone = holdsAll ? summary.latestPending.length - latestPending.length : ids.size;
  const pendingCount = Math.max(latestPending.length, summary.stats.pendingCount - gone);
  return { ...summary, stats: { ...summary.stats, pendingCount }, latestPending };
}
