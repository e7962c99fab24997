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

/** What the system says of a port or an address that a server cannot have, as a sentence that names the setting; else the error itself. */
export function explainedListening(error: NodeJS.ErrnoException, setting: 'PORT' | 'METRICS_PORT'): Error {
  const { code, message } = error;
  const explain = (name: string, remedy: string) =>
    new Error(`${name} cannot be used: ${message}. ${remedy}`, { cause: error });
  if (code === 'EADDRINUSE') return explain(setting, 'Each process needs one of its own.');
  if (code === 'EACCES') return explain(setting, 'Choose one from 1024 on.');
  if (setting === 'PORT' && NO_ADDRESS.has(code ?? ''))
    return explain('HOST', 'Name an address of this machine.');
  return error;
}

/** Of an address that there is not, or not here. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);
