import { ApiError } from './client.ts';

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
