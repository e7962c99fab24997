import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { MOST_AT_ONCE, type searchOrders, contract, type SearchRow } from './contract.ts';
import { call } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useDonationsBeingDecided, withoutDonations } from './decisions.ts';
import type { ListedDonation } from './listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';

interface Search {
  q: string;
  sort: (typeof searchOrders)[number];
}

/**
 * A page of the pending donations without those being decided: they disappear at once and return if the server refuses.
 */
export function usePendingDonations(page: Search & { limit: number; offset: number }) {
  const beingDecided = useDonationsBeingDecided();
  const list = useQuery({
    ...endpointQuery(contract.searchDonations, { query: { ...page, status: 'pending' } }),
    placeholderData: keepPreviousData,
  });
  if (!list.data) return { ...list, data: undefined };
  const items = list.data.items
    .map(fromSearchRow)
    .filter((donation) => donationStatus(donation) === 'pending' && !beingDecided.has(donation.id));
  const total = list.data.total - (list.data.items.length - items.length);
  return { ...list, data: { ...list.data, items, total } };
}

/** The most that one call returns. */
const PAGE_LIMIT = 200;

/**
 * Loads all pending donations that a search finds, or as many of them as can be confirmed at once.
 *
 * @param onLoaded gets the search too: another may be shown by then.
 */
export function useEveryPendingDonation(
  onLoaded: (donations: readonly ListedDonation[], search: Search) => void,
) {
  return useMutation({
    mutationFn: async (search: Search) => {
      const found = new Map<number, ListedDonation>();
      for (let offset = 0; offset < MOST_AT_ONCE; offset += PAGE_LIMIT) {
        const limit = Math.min(PAGE_LIMIT, MOST_AT_ONCE - offset);
        const query = { ...search, status: 'pending' as const, limit, offset };
        // One after another: the next page is needed only if this one is full.
        const { items, total } = await call(contract.searchDonations, { query });
        for (const row of items) found.set(row.id, fromSearchRow(row));
        if (offset + limit >= total) break;
      }
      return [...found.values()];
    },
    onSuccess: onLoaded,
    onError: (error) => errorToast(error, 'Failed to select all.'),
  });
}

/**
 * The summary without the donations being decided: they disappear at once and return if the server refuses.
 */
export function useAdminSummary({ refetchInterval = false }: { refetchInterval?: number | false } = {}) {
  const beingDecided = useDonationsBeingDecided();
  const query = useQuery({ ...endpointQuery(contract.adminSummary, {}), refetchInterval });
  return { ...query, data: query.data && withoutDonations(query.data, beingDecided) };
}

/** A search row's keys are in snake case. */
export function fromSearchRow(row: SearchRow): ListedDonation {
  return {
    id: row.id,
    participantId: row.participant_id,
    participantName: row.participant_name,
    participantRemovedAt: row.participant_removed_at,
    claimedName: row.claimed_name,
    claimedEmail: row.claimed_email,
    isClaimProven: row.is_claim_proven,
    studentId: row.student_id,
    weight: row.weight,
    actualWeight: row.actual_weight,
    date: row.date,
    dropSite: row.drop_site,
    binLocation: row.bin_location,
    photoUrl: row.photo_url,
    alike: row.alike,
    isConfirmed: row.is_confirmed,
    rejectedAt: row.rejected_at,
  };
}
