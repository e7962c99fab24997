import { DrizzleQueryError } from 'drizzle-orm';

/**
 * What went wrong, as part of a sentence: the cause of a failed query, whose own message lists its parameters, and the first
 * of several reasons, such as those of a host with several addresses.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError || isFetchFailure(error) ? error.cause : error;
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, '');
}

/** What to print of an error: its message, and of a failed query the cause's, because its own lists parameters. */
export function messageOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && cause.message ? cause.message : reasonOf(cause);
}

/** Only the cause of `fetch failed` says why. */
function isFetchFailure(error: unknown): error is Error {
  return error instanceof TypeError && error.cause !== undefined;
}

/** A sentence that names the setting, for a port or address that cannot be used; any other error as it is. */
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

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);
