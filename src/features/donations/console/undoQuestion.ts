import { useSyncExternalStore } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { currentToast, dismissToast } from '#web/ui/toast.ts';
import type { contract } from './contract.ts';

export type LastConfirmation = NonNullable<
  EndpointResponse<typeof contract.lastConfirmation>['confirmation']
>;

/**
 * Whether a dialog has to ask before an undo, or to say that a used code prevents it.
 *
 * @param expectedIds the donations that the admin wants to undo; undefined for whatever was confirmed last.
 */
export function mustAskToUndo(
  { donations }: LastConfirmation,
  expectedIds: readonly number[] | undefined,
): boolean {
  if (donations.length > 1 || hasUsedCode(donations)) return true;
  return expectedIds !== undefined && !donations.some(({ id }) => expectedIds.includes(id));
}

/** Whether a code was used, which prevents an undo. */
export function hasUsedCode(donations: LastConfirmation['donations']): boolean {
  return donations.some(({ usedAt }) => usedAt !== null);
}

// Stored outside the components, because a toast outlives the list that showed it.
let question: LastConfirmation | null = null;
const listeners = new Set<() => void>();

/** Opens `UndoDialog` for a confirmation; null closes it. */
export function setUndoQuestion(confirmation: LastConfirmation | null): void {
  // The toast would cover the dialog.
  const visibleToast = confirmation && currentToast();
  if (visibleToast) dismissToast(visibleToast.id);
  question = confirmation;
  for (const listener of listeners) listener();
}

export function useUndoQuestion(): LastConfirmation | null {
  return useSyncExternalStore(subscribe, () => question);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
