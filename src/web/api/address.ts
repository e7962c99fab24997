import type { Endpoint } from '#shared/endpoint.ts';

/**
 * Names an endpoint without its schemas, which would bring zod to a page before anyone has filled
 * anything in. The compiler holds it to the contract.
 */
export function address<E extends Endpoint>(parts: Pick<E, 'method' | 'path' | 'access'>): E {
  return parts as E;
}
