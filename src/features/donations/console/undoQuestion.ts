import { useSyncExternalStore } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { currentToast, dismissToast } from '#web/ui/toast.ts';
import type { contract } from './contract.ts';

export type LastConfirmation = NonNullable<
  EndpointResponse<typeof contract.lastConfirmation>['confirmation']
>;

/** Whether a confirmation may not just go back, but has to be looked at first. */
export function mustAskToUndo(
  { donations }: LastConfirmation,
  meant: readonly number[] | undefined,
): boolean {
  const [first, ...others] = donations;
  return others.length > 0 || isUsed(donations) || (meant !== undefined && !meant.includes(first?.id ?? 0));
}

/** Whether a code of a confirmation was used, so that it cannot be taken back. */
export function isUsed(donations: LastConfirmation['donations']): boolean {
  return donations.some(({ usedAt }) => usedAt !== null);
}

// Outside of the components, since a toast outlives the list that it tells of.
let asked: LastConfirmation | null = null;
const listeners = new Set<() => void>();

/** Has `UndoDialog` ask whether a confirmation shall be taken back; null closes it. */
export function askToUndo(confirmation: LastConfirmation | null): void {
  // The toast that offered it would lie over the dialog.
  const shown = confirmation && currentToast();
  if (shown) dismissToast(shown.id);
  asked = confirmation;
  for (const listener of listeners) listener();
}

/** The confirmation that is asked about now. */
export function useUndoQuestion(): LastConfirmation | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
