import { cachedAddress } from '#web/api/address.ts';
import type { contract } from './contract.ts';

export const studentMe = cachedAddress<typeof contract.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
  shows: ['participants'],
});
