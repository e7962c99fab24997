import type { contract as auth } from '#features/auth/contract.ts';
import type { contract as newsletter } from '#features/newsletter/contract.ts';
import { address } from '#web/api/address.ts';

export const studentMe = address<typeof auth.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
});

export const subscribe = address<typeof newsletter.subscribe>({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  access: 'public',
});
