import { useSyncExternalStore } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { currentToast, dismissToast } from '#web/ui/toast.ts';
import type { contract } from './contract.ts';

export type LastConfirmation = NonNullable<
  EndpointResponse<typeof contract.lastConfirmation>['confirmation']
>;

/**
 * Whether an undo has to be confirmed in a dialog.
 *
 * @param expected the donations that the admin means to undo; undefined for whatever was confirmed last.
 */
export function mustAskToUndo(
  { donations }: LastConfirmation,
  expected: readonly number[] | undefined,
): boolean {
  if (donations.length > 1 || hasUsedCode(donations)) return true;
  return expected !== undefined && !donations.some(({ id }) => expected.includes(id));
}

/** Whether a code was used, which bars the undo. */
export function hasUsedCode(donations: LastConfirmation['donations']): boolean {
  return donations.some(({ usedAt }) => usedAt !== null);
}

// Stored outside the components, because a toast outlives the list that showed it.
let asked: LastConfirmation | null = null;
const listeners = new Set<() => void>();

/** Opens `UndoDialog` for a confirmation; null closes it. */
export function askToUndo(confirmation: LastConfirmation | null): void {
  // The toast would cover the dialog.
  const shown = confirmation && currentToast();
  if (shown) dismissToast(shown.id);
  asked = confirmation;
  for (const listener of listeners) listener();
}

export function useUndoQuestion(): LastConfirmation | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
