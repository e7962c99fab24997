import type { Endpoint, ReadEndpoint } from '#shared/endpoint.ts';

/** An endpoint on a page without a query cache: nothing is ever reloaded. */
type Uncached<E extends Endpoint> = E extends ReadEndpoint
  ? Omit<E, 'shows'> & { readonly shows: readonly [] }
  : Omit<E, 'changes'> & { readonly changes: readonly [] };

/**
 * An endpoint without its schemas, to call from a public page. It is not the contract itself, because that would load zod
 * with the page. The compiler checks that it agrees with the contract.
 */
export function lightEndpoint<E extends Endpoint>(parts: Pick<E, 'method' | 'path' | 'access'>): Uncached<E> {
  return parts as unknown as Uncached<E>;
}

/** The same for a page with a query cache, which reloads what a change has made stale. */
export function cachedLightEndpoint<E extends Endpoint>(
  parts: Pick<E, 'method' | 'path' | 'access' | (E extends ReadEndpoint ? 'shows' : 'changes')>,
): E {
  return parts as unknown as E;
}
