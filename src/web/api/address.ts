import type { Endpoint, ReadEndpoint, WriteEndpoint } from '#shared/endpoint.ts';

type Named<E extends Endpoint> = Pick<E, 'method' | 'path' | 'access'>;

/**
 * Names an endpoint without its schemas, which would bring zod to a page before anyone has filled
 * anything in. The compiler holds it to the contract.
 */
export function address<E extends ReadEndpoint>(parts: Named<E> & Pick<E, 'shows'>): E {
  return parts as E;
}

/** The same for a change by a document of its own, which shows nothing that the change would make stale. */
export function addressOfChange<E extends WriteEndpoint>(
  parts: Named<E>,
): Omit<E, 'changes'> & { readonly changes: readonly [] } {
  return { ...parts, changes: [] } as unknown as Omit<E, 'changes'> & { readonly changes: readonly [] };
}
