import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { useDonationsBeingDecided } from './decisions.ts';
import { listed } from '#features/donations/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';

/**
 * A page of the pending donations as it will be once the decisions under way are accepted: their rows are
 * gone at once and come back by themselves where the server refuses.
 */
export function usePendingDonations(page: { limit: number; offset: number }) {
  const beingDecided = useDonationsBeingDecided();
  const list = useQuery({
    ...endpointQuery(lists.searchDonations, { query: { ...page, status: 'pending' } }),
    placeholderData: keepPreviousData,
  });
  if (!list.data) return { ...list, data: undefined };
  const items = list.data.items
    .map(listed)
    .filter((donation) => donationStatus(donation) === 'pending' && !beingDecided.has(donation.id));
  const total = list.data.total - (list.data.items.length - items.length);
  return { ...list, data: { ...list.data, items, total } };
}
