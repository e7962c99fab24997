import { cachedAddress } from '#web/api/address.ts';
import type { contract } from './contract.ts';

export const publicBins = cachedAddress<typeof contract.publicBins>({
  method: 'GET',
  path: '/api/drop-bins',
  access: 'public',
  shows: ['bins'],
});
