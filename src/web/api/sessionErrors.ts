import { ApiError } from './client.ts';

/** Whether a call was refused because nobody is signed in any more. */
export function hasSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';
}

/** Whether a call was refused because the admin has to change their password first. */
export function needsPasswordChange(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_change_required';
}

/** Whether a call was refused because it is not for a volunteer. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_allowed';
}
