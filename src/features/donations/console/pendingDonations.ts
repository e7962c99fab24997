import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { donationStatus } from '#features/donations/rules.ts';
import type { EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import { call } from '#web/api/client.ts';
import { errorToast } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract, MAX_CONFIRMED_AT_ONCE, type searchOrders } from './contract.ts';
import { useDonationsBeingDecided, withoutDonations } from './decisions.ts';
import { fromSearchRow, type ListedDonation } from './listedDonation.ts';

/** A page of the search. */
export function searchQuery(parts: EndpointArguments<typeof contract.searchDonations>) {
  return {
    ...endpointQuery(contract.searchDonations, parts),
    select: ({ items, ...page }: EndpointResponse<typeof contract.searchDonations>) => ({
      ...page,
      items: items.map(fromSearchRow),
    }),
    placeholderData: keepPreviousData,
  };
}

interface Search {
  q: string;
  sort: (typeof searchOrders)[number];
}

/** A page of the pending donations, without those decided since it was loaded. They return if the server refuses. */
export function usePendingDonations(page: Search & { limit: number; offset: number }) {
  const beingDecided = useDonationsBeingDecided();
  const list = useQuery(searchQuery({ query: { ...page, status: 'pending' } }));
  if (!list.data) return { ...list, data: undefined };
  const items = list.data.items.filter(
    (donation) => donationStatus(donation) === 'pending' && !beingDecided.has(donation.id),
  );
  const hiddenCount = list.data.items.length - items.length;
  const total = list.data.total - hiddenCount;
  return { ...list, data: { ...list.data, items, total } };
}

/** The most donations that one call returns. */
const PAGE_LIMIT = 200;

/** Loads all pending donations that a search finds, up to the number that can be confirmed at once. */
export function useLoadAllPending() {
  return useMutation({
    mutationFn: async (search: Search) => {
      const donationsById = new Map<number, ListedDonation>();
      for (let offset = 0; offset < MAX_CONFIRMED_AT_ONCE; offset += PAGE_LIMIT) {
        const limit = Math.min(PAGE_LIMIT, MAX_CONFIRMED_AT_ONCE - offset);
        const query = { ...search, status: 'pending' as const, limit, offset };
        // The pages load one after another, because only the total shows whether there is another.
        const { items, total } = await call(contract.searchDonations, { query });
        for (const row of items) donationsById.set(row.id, fromSearchRow(row));
        if (offset + limit >= total) break;
      }
      return [...donationsById.values()];
    },
    onError: (error) => errorToast(error, 'Failed to select all.'),
  });
}

/** The summary without the donations being decided. They disappear at once and return if the server refuses. */
export function useAdminSummary() {
  const beingDecided = useDonationsBeingDecided();
  const query = useQuery(endpointQuery(contract.adminSummary, {}));
  return { ...query, data: query.data && withoutDonations(query.data, beingDecided) };
}
