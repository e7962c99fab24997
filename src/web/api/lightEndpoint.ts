import type { Endpoint, ReadEndpoint } from '#shared/endpoint.ts';

/** An endpoint outside the query cache: its answers are not reloaded, and its changes reload nothing. */
type Uncached<E extends Endpoint> = E extends ReadEndpoint
  ? Omit<E, 'shows'> & { readonly shows: readonly [] }
  : Omit<E, 'changes'> & { readonly changes: readonly [] };

/**
 * An endpoint without its schemas, for public pages: the contract itself would load zod with the page. The compiler checks
 * that it agrees with the contract.
 */
export function lightEndpoint<E extends Endpoint>(parts: Pick<E, 'method' | 'path' | 'access'>): Uncached<E> {
  return parts as unknown as Uncached<E>;
}

/** An endpoint without its schemas, for the query cache. It says which cached data it shows or changes. */
export function cachedLightEndpoint<E extends Endpoint>(
  parts: Pick<E, 'method' | 'path' | 'access' | (E extends ReadEndpoint ? 'shows' : 'changes')>,
): E {
  return parts as unknown as E;
}
