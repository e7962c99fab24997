import type { contract as auth } from '#features/auth/contract.ts';
import type { contract as newsletter } from '#features/newsletter/contract.ts';
import type { contract as site } from '#features/site/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';

/**
 * Names an endpoint without its schemas, which would bring a third more JavaScript to the landing page.
 * The compiler holds it to the contract.
 */
function address<E extends Endpoint>(parts: Pick<E, 'method' | 'path' | 'access'>): E {
  return parts as E;
}

export const siteInfo = address<typeof site.siteInfo>({
  method: 'GET',
  path: '/api/public/site',
  access: 'public',
});

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
