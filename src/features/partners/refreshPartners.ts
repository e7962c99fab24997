import type { QueryClient } from '@tanstack/react-query';
import { contract as site } from '#features/site/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import { contract } from './contract.ts';

/** Loads again what donors and visitors see of the stores. */
export async function refreshPublicPartners(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: endpointKey(contract.partners) }),
    queryClient.invalidateQueries({ queryKey: endpointKey(site.siteInfo) }),
  ]);
}
