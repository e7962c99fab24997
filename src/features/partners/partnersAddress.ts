import { cachedAddress } from '#web/api/address.ts';
import type { contract } from './contract.ts';

/** The active partner stores. */
export const partners = cachedAddress<typeof contract.partners>({
  method: 'GET',
  path: '/api/partners',
  access: 'public',
  shows: ['partners'],
});
