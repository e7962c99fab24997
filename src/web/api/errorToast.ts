import { errorMessage, hasSessionEnded } from './client.ts';
import { toast } from '#web/ui/toast.ts';

/** Tells of a change that failed. The end of a session is told by the screen that asks to sign in again. */
export function errorToast(error: unknown, otherwise: string): void {
  if (hasSessionEnded(error)) return;
  toast({ kind: 'error', title: 'Error', description: errorMessage(error, otherwise) });
}
