import { unknownError } from '#words/site.ts';
import { ApiError, errorMessage } from './client.ts';

/** The sentence to show for a failure where a screen has no words of its own: the server's, else the network's, else `HTTP 502`. */
export function errorOrStatus(error: unknown): string {
  return errorMessage(error, error instanceof ApiError ? `HTTP ${error.status}` : unknownError);
}
