import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import type { contract } from './contract.ts';

// Only the contract's type is imported: the contract itself would load zod.
export const publicBins = cachedLightEndpoint<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
  shows: ['bins'],
});
