import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import type { contract } from './contract.ts';

export const studentMe = cachedLightEndpoint<typeof contract.studentMe>({
  method: 'GET',
  path: '/api/students/me',
  access: 'public',
  shows: ['participants'],
});
