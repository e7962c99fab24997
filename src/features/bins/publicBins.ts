import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import type { contract } from './contract.ts';

export const publicBins = cachedLightEndpoint<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
  shows: ['bins'],
});
