import { address } from '#web/api/address.ts';
import type { contract } from './contract.ts';

/** Who is signed in as a donor. */
export const studentMe = address<typeof contract.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
});
