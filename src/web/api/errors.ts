import { ApiError, errorMessage } from './client.ts';
import { toast } from '#web/ui/toast.ts';
import { errorTitle, unknownError } from '#words/site.ts';

/**
 * Reports a failed change in a toast. Silent if the session has ended or the password must be changed, because
 * another page then opens.
 */
export function errorToast(error: unknown, fallback: string): void {
  const mustChangePassword = error instanceof ApiError && error.code === 'password_change_required';
  if (hasSessionEnded(error) || mustChangePassword) return;
  toast({ kind: 'error', title: errorTitle, description: errorMessage(error, fallback) });
}

/** The server's sentence for a failure, else the network's, else `HTTP 502` or "Unknown error". */
export function errorOrStatus(error: unknown): string {
  return errorMessage(error, error instanceof ApiError ? `HTTP ${error.status}` : unknownError);
}

/** Whether a call was refused because nobody is signed in any more. */
export function hasSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !signInErrorCodes.has(error.code ?? '');
}

/** A failed sign-in answers 401, too. */
const signInErrorCodes: ReadonlySet<string> = new Set(['wrong_credentials', 'second_factor_required']);
