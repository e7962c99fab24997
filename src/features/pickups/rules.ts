import type { SentenceKey } from '#shared/sentence.ts';

export const pickupStatuses = ['pending', 'scheduled', 'completed', 'cancelled'] as const;

export type PickupStatus = (typeof pickupStatuses)[number];

/** Pending goes anywhere, scheduled to completed only, and the rest is final (spec section 4). */
export const nextPickupStatuses: Readonly<Record<PickupStatus, readonly PickupStatus[]>> = {
  pending: ['scheduled', 'completed', 'cancelled'],
  scheduled: ['completed'],
  completed: [],
  cancelled: [],
};

/** A scheduled pickup may be scheduled again, which changes its time or notes. */
export function isReschedule(from: PickupStatus, to: PickupStatus): boolean {
  return from === 'scheduled' && to === 'scheduled';
}

/** The statuses that a pickup may be set to. */
export function statusChoices(status: PickupStatus): PickupStatus[] {
  return [...nextPickupStatuses[status], ...pickupStatuses.filter((to) => isReschedule(status, to))];
}

export function isClosed(status: PickupStatus): boolean {
  return nextPickupStatuses[status].length === 0;
}

/** Why a pickup cannot be changed any more, or null. */
export function whyNotChangeable(status: PickupStatus): string | null {
  return isClosed(status) ? `This pickup is ${status} and cannot be changed any more.` : null;
}

/** Why a pickup cannot be set to a status, or null. */
export function whyNotSettable(from: PickupStatus, to: PickupStatus, changesDetails: boolean): string | null {
  if (nextPickupStatuses[from].includes(to) || (isReschedule(from, to) && changesDetails)) return null;
  return whyNotChangeable(from) ?? `This pickup is ${from} and cannot become ${to}.`;
}

/** Why the last step of a pickup cannot be taken back, or null. */
export function whyNotUndoable(formerStatus: PickupStatus | null): string | null {
  return formerStatus === null ? 'This pickup has no step to take back.' : null;
}

/** Why a pickup cannot be cancelled as a scheduled one, or null. */
export function whyNotCancellable(status: PickupStatus): string | null {
  if (status === 'scheduled') return null;
  return whyNotChangeable(status) ?? 'This pickup is not scheduled. Set its status to cancelled.';
}

/** Why a wall-clock time cannot be preferred, or null. Both times are `YYYY-MM-DDTHH:MM`, which compare as strings. */
export function whyNotPreferred(wallTime: string, now: string): SentenceKey | null {
  return wallTime < now ? 'Please choose a time that is still to come' : null;
}
