import { errorMessage } from '#web/api/client.ts';
import { hasSessionEnded } from '#web/api/sessionErrors.ts';
import { toast } from '#web/ui/toast.ts';

/** Where the server gives no reason of its own. */
export const requestFailed = 'Request failed';

/** What failed, and below it the server's reason, unless a field of the form shows that. */
export function failureToast(error: unknown, title: string, { isAtField = false } = {}): void {
  if (hasSessionEnded(error)) return;
  const reason = isAtField ? title : errorMessage(error, title);
  toast({ kind: 'error', title, description: reason === title ? undefined : reason });
}
