import { useEffect, useState } from 'react';
import type { Endpoint, EndpointResponse } from '#shared/endpoint.ts';
import { nextTask } from '#web/nextTask.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { call } from './client.ts';

/** An endpoint that is asked as it is. */
type Plain = Endpoint & { method: 'GET'; params?: undefined };

interface Asked {
  promise: Promise<unknown>;
  /** The last one that came. */
  answer: unknown;
  /** 0 where nobody is to rely on it any more. */
  at: number;
}

const asked = new Map<string, Asked>();

/** A console may stay open for weeks: over new terms, and over a change of the clocks. */
const GOOD_MILLISECONDS = 10 * 60 * 1000;

/**
 * What an endpoint answers: undefined while that is on its way, null where it does not come. It is asked once the page is
 * hydrated; then one call serves the screens of some minutes, until something is changed from this page or the call fails.
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
      () => isShown && setAnswer(() => answerSoFar(endpoint) ?? null),
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

/** To call at a change: the next screen asks anew. */
export function doubtAnswers(): void {
  for (const kept of asked.values()) kept.at = 0;
}

async function ask<E extends Plain>(endpoint: E): Promise<EndpointResponse<E>> {
  const kept = asked.get(endpoint.path);
  const isGood = kept && Date.now() - kept.at < GOOD_MILLISECONDS;
  return (await (isGood ? kept : begin(endpoint, kept?.answer)).promise) as EndpointResponse<E>;
}

function begin(endpoint: Plain, lastAnswer: unknown): Asked {
  const begun: Asked = {
    // In a task of its own: on a slow phone the call would hold up the one that hydrates the page by some 10 ms.
    promise: nextTask()
      .then(() => call(endpoint, {} as never))
      .then((answer) => (begun.answer = answer)),
    answer: lastAnswer,
    at: Date.now(),
  };
  begun.promise.catch(() => (begun.at = 0));
  asked.set(endpoint.path, begun);
  return begun;
}
