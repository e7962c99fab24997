import { address } from '#web/api/address.ts';
import type { contract } from './contract.ts';

export const siteInfo = address<typeof contract.siteInfo>({
  method: 'GET',
  path: '/api/public/site',
  access: 'public',
});
