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
  /** Until what is on the screen says so, too, so that nobody presses again. */
  staysPending?: boolean;
};

/**
 * A mutation by an endpoint that changes something. Whatever shows that is loaded again after a success, and where
 * somebody else was faster (404, 409), so that what is shown is old.
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
      // Not before: what is written into the cache passes for fresh.
      const refreshed = refresh(context.client, endpoint);
      await handled;
      if (staysPending) await refreshed;
    },
    onError: (error, variables, result, context) => {
      const handled = onError?.(error, variables, result, context);
      const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (isOutdated) void refresh(context.client, endpoint);
      return handled;
    },
  });
}

/** Loads again what a change by this endpoint shows in; what is not on the screen when it is next. */
export async function refresh(
  queryClient: QueryClient,
  { changes }: Pick<WriteEndpoint, 'changes'>,
): Promise<void> {
  // Whatever is changed is on record.
  const stale = new Set<Subject>([...changes, 'audit']);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => (queryKey as EndpointKey)[1].some((subject) => stale.has(subject)),
  });
}
