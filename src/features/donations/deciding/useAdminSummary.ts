import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { withoutDonations } from './adminSummary.ts';
import { contract } from './contract.ts';
import { useDonationsBeingDecided } from './decisions.ts';

/**
 * The summary as it will be once the decisions under way are accepted: their donations are gone at once
 * and come back by themselves where the server refuses.
 */
export function useAdminSummary({ refetchInterval = false }: { refetchInterval?: number | false } = {}) {
  const beingDecided = useDonationsBeingDecided();
  const query = useQuery({ ...endpointQuery(contract.adminSummary, {}), refetchInterval });
  return { ...query, data: query.data && withoutDonations(query.data, beingDecided) };
}
