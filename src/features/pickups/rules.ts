// Where a pickup request may go from where it is: server and console's select ask here.
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

/** The states from which a pickup may become this one. */
export function statusesBefore(status: PickupStatus): PickupStatus[] {
  return pickupStatuses.filter((from) => nextPickupStatuses[from].includes(status));
}

/** Whether this moves a scheduled pickup's time and notes: it stays where it is, so `nextPickupStatuses` has no such step. */
export function isMovedBy(from: PickupStatus, to: PickupStatus): boolean {
  return from === 'scheduled' && to === 'scheduled';
}

/** What a pickup may be set to: what it may become, and a scheduled one anew. */
export function statusChoices(status: PickupStatus): PickupStatus[] {
  return [...nextPickupStatuses[status], ...pickupStatuses.filter((to) => isMovedBy(status, to))];
}

/** Completed and cancelled are final. */
export function isClosed(status: PickupStatus): boolean {
  return nextPickupStatuses[status].length === 0;
}

/** Why a pickup can't be moved on, or null. */
export function whyNotMovable(status: PickupStatus): string | null {
  return isClosed(status) ? `This pickup is ${status} and cannot be changed any more.` : null;
}

/** Why a pickup can't be asked for at a wall-clock time, or null. Both times are `YYYY-MM-DDTHH:MM`, which compare as strings. */
export function whyNotPreferred(wallTime: string, now: string): SentenceKey | null {
  return wallTime < now ? 'Please choose a time that is still to come' : null;
}
