import { useSyncExternalStore } from 'react';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { currentToast, dismissToast } from '#web/ui/toast.ts';
import type { contract } from './contract.ts';

export type LastConfirmation = NonNullable<
  EndpointResponse<typeof contract.lastConfirmation>['confirmation']
>;

/** Whether an undo has to be confirmed in a dialog. */
export function mustAskToUndo(
  { donations }: LastConfirmation,
  expected: readonly number[] | undefined,
): boolean {
  const [first, ...others] = donations;
  return (
    others.length > 0 || isUsed(donations) || (expected !== undefined && !expected.includes(first?.id ?? 0))
  );
}

/** Whether a code was used, which bars the undo. */
export function isUsed(donations: LastConfirmation['donations']): boolean {
  return donations.some(({ usedAt }) => usedAt !== null);
}

// Outside of the components, since a toast outlives its list.
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
