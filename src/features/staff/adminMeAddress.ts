import { cachedAddress } from '#web/api/address.ts';
import type { contract } from './contract.ts';

export const adminMe = cachedAddress<typeof contract.adminMe>({
  method: 'GET',
  path: '/api/admin/me',
  access: 'public',
  shows: ['admins', 'settings'],
});
