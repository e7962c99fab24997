import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { EndpointArguments, ReadEndpoint } from '#shared/endpoint.ts';
import type { Subject } from '#shared/subjects.ts';
import { call } from './client.ts';

/** Data stays until a change in this browser makes it stale. Nothing is polled, loaded again or retried unasked. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The cache of this browser's page. */
export const queryClient = createQueryClient();

/** Every query is cached under a key that begins like this. */
export type EndpointKey = readonly [path: string, shows: readonly Subject[], ...parts: unknown[]];

/** The key of an endpoint's cached answers, with the subjects that they show. Without parts it matches all of them. */
export function endpointKey<E extends ReadEndpoint>(endpoint: E, parts?: EndpointArguments<E>): EndpointKey {
  return [endpoint.path, endpoint.shows, ...(parts === undefined ? [] : [parts])];
}

/** How to load an endpoint with `useQuery` or in a route's loader. */
export function endpointQuery<E extends ReadEndpoint>(endpoint: E, parts: EndpointArguments<E>) {
  return queryOptions({
    queryKey: endpointKey(endpoint, parts),
    queryFn: ({ signal }) => call(endpoint, parts, { signal }),
    networkMode: 'always',
  });
}
