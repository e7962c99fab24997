import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, EndpointArguments } from '#shared/endpoint.ts';
import { call } from './client.ts';

/** Data stays until a change here makes it stale: no polling, refetching or retrying unasked (spec section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The key that an endpoint's answers are cached under: without parts, all of them. */
export function endpointKey<E extends Endpoint>(endpoint: E, parts?: EndpointArguments<E>): unknown[] {
  const key = [endpoint.method, endpoint.path];
  return parts === undefined ? key : [...key, parts];
}

/** How to load an endpoint with `useQuery` or in a route's loader. */
export function endpointQuery<E extends Endpoint>(endpoint: E, parts: EndpointArguments<E>) {
  return queryOptions({
    queryKey: endpointKey(endpoint, parts),
    queryFn: ({ signal }) => call(endpoint, parts, { signal }),
    networkMode: 'always',
  });
}
