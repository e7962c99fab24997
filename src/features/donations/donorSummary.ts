import type { EndpointResponse } from '#shared/endpoint.ts';
import { cachedAddress } from '#web/api/address.ts';
import { endpointQuery } from '#web/api/queries.ts';
import type { contract } from './contract.ts';

export type DonorSummary = EndpointResponse<typeof contract.donorSummary>;

const donorSummary = cachedAddress<typeof contract.donorSummary>({
  method: 'GET',
  path: '/api/students/summary',
  access: 'donor',
  shows: ['codes', 'donations', 'participants'],
});

/**
 * Forgotten when the page is left: an admin may have confirmed something meanwhile, and the next donor
 * to sign in on this device must not see this one's figures.
 */
export const summaryQuery = { ...endpointQuery(donorSummary, {}), gcTime: 0 };
