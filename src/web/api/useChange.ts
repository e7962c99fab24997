import {
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { EndpointArguments, EndpointResponse, WriteEndpoint } from '#shared/endpoint.ts';
import type { Subject } from '#shared/subjects.ts';
import { ApiError, type CallOptions } from './client.ts';
import { callChanging } from './callChanging.ts';
import type { EndpointKey } from './queries.ts';

/** Sends to an endpoint what it takes. */
export type Send<E extends WriteEndpoint> = (
  parts: EndpointArguments<E>,
  options?: CallOptions,
) => Promise<EndpointResponse<E>>;

type ChangeOptions<E extends WriteEndpoint, Variables, Answer> = Omit<
  UseMutationOptions<Answer, Error, Variables>,
  'mutationFn'
> & {
  change: (send: Send<E>, variables: Variables) => Promise<Answer>;
  /** Stays pending until the reloaded data is on the screen, so that nobody presses again. */
  staysPending?: boolean;
};

/**
 * A mutation by an endpoint. What shows the change is loaded again after a success. It is also loaded again after 404 and 409:
 * somebody else was faster, so the screen is out of date.
 */
export function useChange<E extends WriteEndpoint, Variables = void, Answer = EndpointResponse<E>>(
  endpoint: E,
  { change, staysPending = false, onSuccess, onError, ...options }: ChangeOptions<E, Variables, Answer>,
): UseMutationResult<Answer, Error, Variables> {
  return useMutation({
    ...options,
    mutationFn: (variables) =>
      change((parts, callOptions) => callChanging(endpoint, parts, callOptions), variables),
    onSuccess: async (answer, variables, result, context) => {
      const handled = onSuccess?.(answer, variables, result, context);
      // After onSuccess: a query that it writes into the cache would count as fresh.
      const refreshed = refreshQueries(context.client, endpoint);
      await handled;
      if (staysPending) await refreshed;
    },
    onError: (error, variables, result, context) => {
      const handled = onError?.(error, variables, result, context);
      const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (isOutdated) void refreshQueries(context.client, endpoint);
      return handled;
    },
  });
}

/** Reloads the queries that show what this endpoint changes: at once if they are on the screen, else when next used. */
export async function refreshQueries(
  queryClient: QueryClient,
  { changes }: Pick<WriteEndpoint, 'changes'>,
): Promise<void> {
  // Every change adds a row to the audit log.
  const stale = new Set<Subject>([...changes, 'audit']);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => (queryKey as EndpointKey)[1].some((subject) => stale.has(subject)),
  });
}
