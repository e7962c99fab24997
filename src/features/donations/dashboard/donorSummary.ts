import type { EndpointResponse } from '#shared/endpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

export type DonorSummary = EndpointResponse<typeof contract.donorSummary>;

/**
 * Forgotten when the page is left: an admin may have confirmed something meanwhile, and the next donor
 * to sign in on this device must not see this one's figures.
 */
export const summaryQuery = { ...endpointQuery(contract.donorSummary, {}), gcTime: 0 };
