import { useEffect, useState } from 'react';
import type { Endpoint, EndpointResponse } from '#shared/endpoint.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { call } from './client.ts';

/** An endpoint that is asked as it is. */
type Plain = Endpoint & { method: 'GET'; params?: undefined };

interface Asked {
  promise: Promise<unknown>;
  answer?: unknown;
}

const asked = new Map<string, Asked>();

/**
 * What an endpoint answers: undefined while that is on its way, null where it does not come. However many ask, one call
 * is made for a page, once that is hydrated. Pages that change what it answers keep it in the query cache instead.
 */
export function useAnswer<E extends Plain>(endpoint: E): EndpointResponse<E> | null | undefined {
  const isHydrated = useIsHydrated();
  const [answer, setAnswer] = useState<EndpointResponse<E> | null | undefined>(() =>
    isHydrated ? answerSoFar(endpoint) : undefined,
  );
  useEffect(() => {
    if (!isHydrated) return undefined;
    let isShown = true;
    ask(endpoint).then(
      (given) => isShown && setAnswer(() => given),
      () => isShown && setAnswer(null),
    );
    return () => {
      isShown = false;
    };
  }, [endpoint, isHydrated]);
  return answer;
}

/** What the endpoint has answered by now, if anything. */
export function answerSoFar<E extends Plain>(endpoint: E): EndpointResponse<E> | undefined {
  return asked.get(endpoint.path)?.answer as EndpointResponse<E> | undefined;
}

async function ask<E extends Plain>(endpoint: E): Promise<EndpointResponse<E>> {
  const kept = asked.get(endpoint.path) ?? begin(endpoint);
  return (await kept.promise) as EndpointResponse<E>;
}

function begin(endpoint: Plain): Asked {
  const begun: Asked = {
    // In a task of its own: on a slow phone the call would hold up the one that hydrates the page by some 10 ms.
    promise: new Promise((resolve) => {
      setTimeout(resolve);
    })
      .then(() => call(endpoint, {} as never))
      .then((answer) => (begun.answer = answer)),
  };
  asked.set(endpoint.path, begun);
  return begun;
}
