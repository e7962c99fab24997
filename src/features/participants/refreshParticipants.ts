import type { QueryClient } from '@tanstack/react-query';
import { refreshDonations } from '#web/console/refreshDonations.ts';
import { endpointKey } from '#web/api/queries.ts';
import { contract } from './contract.ts';

/** Loads again what a change of a participant shows in: the lists, and the donations and codes that name them. */
export async function refreshParticipants(queryClient: QueryClient): Promise<void> {
  const changed = [contract.participants, contract.searchParticipants, contract.mergePreview];
  await Promise.all([
    ...changed.map((endpoint) => queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) })),
    refreshDonations(queryClient),
  ]);
}
