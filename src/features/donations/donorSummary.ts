import type { EndpointResponse } from '#shared/endpoint.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { endpointQuery } from '#web/api/queries.ts';
import type { contract } from './contract.ts';

export type DonorSummary = EndpointResponse<typeof contract.donorSummary>;

const donorSummary = cachedLightEndpoint<typeof contract.donorSummary>({
  method: 'GET',
  path: '/api/students/summary',
  access: 'donor',
  shows: ['codes', 'donations', 'participants'],
});

/** Not cached once the page is left: figures change, and the next donor on this device must not see them. */
export const summaryQuery = { ...endpointQuery(donorSummary, {}), gcTime: 0 };
