import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract } from './contract.ts';

export type AdminSummary = EndpointResponse<typeof contract.adminSummary>;

export type SummaryBin = AdminSummary['bins'][number];

/** Bins that overflow, then those that nobody ever emptied, then by how long ago it was. */
export function mostInNeedFirst(bins: readonly SummaryBin[]): SummaryBin[] {
  const emptiedAt = ({ lastEmptied }: SummaryBin) => (lastEmptied === null ? 0 : Date.parse(lastEmptied));
  return bins.toSorted(
    (one, other) =>
      Number(other.isOverflowing) - Number(one.isOverflowing) || emptiedAt(one) - emptiedAt(other),
  );
}

/** The summary without some of its pending donations, counted accordingly. */
export function withoutDonations(summary: AdminSummary, ids: ReadonlySet<number>): AdminSummary {
  const latestPending = summary.latestPending.filter(({ id }) => !ids.has(id));
  // Where the summary doesn't hold all that is pending, the ones it lacks stand on a later page.
  const holdsAll = summary.latestPending.length >= summary.stats.pendingCount;
  const gone = holdsAll ? summary.latestPending.length - latestPending.length : ids.size;
  const pendingCount = Math.max(latestPending.length, summary.stats.pendingCount - gone);
  return { ...summary, stats: { ...summary.stats, pendingCount }, latestPending };
}
