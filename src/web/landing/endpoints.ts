import type { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { address } from '#web/api/address.ts';

export const subscribe = address<typeof newsletter.subscribe>({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  access: 'public',
});
