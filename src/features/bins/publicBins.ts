import { cachedAddress } from '#web/api/address.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract } from './contract.ts';

export const publicBins = cachedAddress<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
  shows: ['bins'],
});

export type PublicBin = EndpointResponse<typeof contract.publicBins>['bins'][number];
