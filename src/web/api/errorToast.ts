import { errorMessage } from './client.ts';
import { hasSessionEnded, needsPasswordChange } from './sessionErrors.ts';
import { toast } from '#web/ui/toast.ts';
import { errorTitle } from '#words/site.ts';

/** Tells of a change that failed. What leads to another screen, such as the end of a session, is told there. */
export function errorToast(error: unknown, otherwise: string): void {
  if (hasSessionEnded(error) || needsPasswordChange(error)) return;
  toast({ kind: 'error', title: errorTitle, description: errorMessage(error, otherwise) });
}
