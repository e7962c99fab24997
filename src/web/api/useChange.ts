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
import { hasSessionEnded } from './errors.ts';
import type { EndpointKey } from './queries.ts';

/** Calls an endpoint with its parameters and body. */
export type Send<E extends WriteEndpoint> = (
  parts: EndpointArguments<E>,
  options?: CallOptions,
) => Promise<EndpointResponse<E>>;

type ChangeOptions<E extends WriteEndpoint, Variables, Answer> = Omit<
  UseMutationOptions<Answer, Error, Variables>,
  'mutationFn'
> & {
  change: (send: Send<E>, variables: Variables) => Promise<Answer>;
  /** Whether the mutation stays pending until the screen shows the reloaded data, so that nobody presses again. */
  staysPending?: boolean;
};

/**
 * A mutation by an endpoint. After a success it reloads the data that the endpoint changes. It does so after 404 and 409
 * too, because then somebody else was faster and the screen is out of date.
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
      const handling = onSuccess?.(answer, variables, result, context);
      // Runs after onSuccess, so that answers which onSuccess writes into the cache are reloaded too.
      const refreshing = refreshQueries(context.client, endpoint);
      await handling;
      if (staysPending) await refreshing;
    },
    onError: (error, variables, result, context) => {
      const handling = onError?.(error, variables, result, context);
      const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
      // A donor's page leads to the sign-in page once it cannot load its data any more. The console watches all calls.
      const hasDonorSessionEnded = endpoint.access === 'donor' && hasSessionEnded(error);
      if (isOutdated || hasDonorSessionEnded) void refreshQueries(context.client, endpoint);
      return handling;
    },
  });
}

/** Reloads the queries that show what this endpoint changes: at once if a screen shows them, else when next used. */
export async function refreshQueries(
  queryClient: QueryClient,
  { changes }: Pick<WriteEndpoint, 'changes'>,
): Promise<void> {
  // Every change adds a row to the audit log.
  const staleSubjects = new Set<Subject>([...changes, 'audit']);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => (queryKey as EndpointKey)[1].some((subject) => staleSubjects.has(subject)),
  });
}
