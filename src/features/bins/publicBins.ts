import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import type { contract } from './contract.ts';

// Not the contract itself: that would load zod on this page.
export const publicBins = cachedLightEndpoint<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
  shows: ['bins'],
});
