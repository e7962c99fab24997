import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import type { EndpointArguments, ReadEndpoint } from '#shared/endpoint.ts';
import type { Subject } from '#shared/subjects.ts';
import { call } from './client.ts';

// A pressed button is pending before the next press arrives. By default that takes a timer.
notifyManager.setScheduler(queueMicrotask);

// A call is tried once, and offline too, so that it fails instead of waiting.
const callOptions = { retry: false, networkMode: 'always' } as const;

/** The page's query cache. Data is reloaded after a change in this browser, and by the console's auto-refresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { ...callOptions, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: callOptions,
  },
});

/** The key of every cached query. `refreshQueries` finds the queries to reload by `shows`. */
export type EndpointKey = readonly [path: string, shows: readonly Subject[], ...parts: unknown[]];

/** The key of an endpoint's cached answer. Without `parts` it is the prefix of all keys of this endpoint. */
export function endpointKey<E extends ReadEndpoint>(endpoint: E, parts?: EndpointArguments<E>): EndpointKey {
  return [endpoint.path, endpoint.shows, ...(parts === undefined ? [] : [parts])];
}

/** The options that load an endpoint's answer by `useQuery`, or in a route's loader. */
export function endpointQuery<E extends ReadEndpoint>(endpoint: E, parts: EndpointArguments<E>) {
  return queryOptions({
    queryKey: endpointKey(endpoint, parts),
    queryFn: ({ signal }) => call(endpoint, parts, { signal }),
  });
}
