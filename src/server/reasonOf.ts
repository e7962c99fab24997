import { DrizzleQueryError } from 'drizzle-orm';

/**
 * What went wrong, as a part of a sentence. A failed query's own message lists its parameters, so its cause says it; of a name
 * with several addresses, each of which failed, the first reason stands for all.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError || isFetchFailure(error) ? error.cause : error;
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, '');
}

/** It says `fetch failed`, and its cause why. */
function isFetchFailure(error: unknown): error is Error {
  return error instanceof TypeError && error.cause !== undefined;
}
