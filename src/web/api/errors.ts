import { ApiError, errorMessage } from './client.ts';
import { toast } from '#web/ui/toast.ts';
import { errorTitle, unknownError } from '#words/site.ts';

/** Tells of a change that failed. What leads to another screen, such as the end of a session, is told there. */
export function errorToast(error: unknown, otherwise: string): void {
  if (hasSessionEnded(error) || needsPasswordChange(error)) return;
  toast({ kind: 'error', title: errorTitle, description: errorMessage(error, otherwise) });
}

/** The sentence to show for a failure where a screen has no words of its own: the server's, else the network's, else `HTTP 502`. */
export function errorOrStatus(error: unknown): string {
  return errorMessage(error, error instanceof ApiError ? `HTTP ${error.status}` : unknownError);
}

/** Whether a call was refused because nobody is signed in any more. */
export function hasSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !ofSignIn.has(error.code ?? '');
}

const ofSignIn: ReadonlySet<string> = new Set(['wrong_credentials', 'second_factor_required']);

/** Whether a call was refused because the admin has to set up a second factor first. */
export function needsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_setup_required';
}

/** Whether a call was refused because the admin has to change their password first. */
export function needsPasswordChange(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_change_required';
}

/** Whether a call was refused because it is not for a volunteer. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_allowed';
}
