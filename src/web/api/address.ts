import type { Endpoint, ReadEndpoint } from '#shared/endpoint.ts';

/** An endpoint on a page without a query cache: nothing is ever reloaded. */
type Uncached<E extends Endpoint> = E extends ReadEndpoint
  ? Omit<E, 'shows'> & { readonly shows: readonly [] }
  : Omit<E, 'changes'> & { readonly changes: readonly [] };

/**
 * Names an endpoint without its schemas, which would bring zod to a page before anyone has filled
 * anything in. The compiler holds it to the contract.
 */
export function address<E extends Endpoint>(parts: Pick<E, 'method' | 'path' | 'access'>): Uncached<E> {
  return parts as unknown as Uncached<E>;
}

/** The same for a page with a query cache, which reloads what a change has made stale. */
export function cachedAddress<E extends Endpoint>(
  parts: Pick<E, 'method' | 'path' | 'access' | (E extends ReadEndpoint ? 'shows' : 'changes')>,
): E {
  return parts as unknown as E;
}
