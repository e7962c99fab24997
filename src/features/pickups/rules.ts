import { type Day, dayOf, daysAfter, instantOf, weekdayOf } from '#shared/dates.ts';
import type { SentenceKey } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';

export const pickupStatuses = ['pending', 'scheduled', 'completed', 'cancelled'] as const;

export type PickupStatus = (typeof pickupStatuses)[number];

/** The statuses that may be set after each one. A scheduled pickup is cancelled by `cancelPickup`, with a reason. */
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

/** The statuses that the team may choose for a pickup. */
export function listStatusChoices(status: PickupStatus): PickupStatus[] {
  return [...nextPickupStatuses[status], ...(isReschedule(status, status) ? [status] : [])];
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

/** Why the action for scheduled pickups cannot cancel a pickup, or null. */
export function whyNotCancellable(status: PickupStatus): string | null {
  if (status === 'scheduled') return null;
  return whyNotChangeable(status) ?? 'This pickup is not scheduled. Set its status to cancelled.';
}

/** Why a time cannot be chosen, or null. Wall-clock times such as `2026-11-20T15:30` compare as strings. */
export function whyTimeNotAllowed(wallTime: string, now: string): SentenceKey | null {
  return wallTime < now ? 'Please choose a time that is still to come' : null;
}

/** Why the requester cannot cancel a pickup by its link, or null. Cancelling twice is fine. */
export function whyNotCancellableByLink(status: PickupStatus): SentenceKey | null {
  return status === 'completed' ? 'This pickup is done and cannot be cancelled any more.' : null;
}

/** A window in the settings, which recurs each week. */
interface WeeklyWindow {
  /** 0 is Sunday. */
  weekday: number;
  /** `HH:MM` in the site's time zone. */
  from: string;
  /** `HH:MM` in the site's time zone. */
  to: string;
  /** The number of pickups that the window takes. */
  capacity: number;
}

interface PickupSettings {
  pickupWindows: readonly WeeklyWindow[];
  pickupClosed: readonly Day[];
}

/** A weekly window on one date. */
export interface PickupWindow extends WeeklyWindow {
  date: Day;
  startsAt: Date;
  endsAt: Date;
}

/** Windows are offered for this many days, including today. */
const DAYS_OFFERED = 28;

/** Lists the windows of the next four weeks that have not begun, in order of time. */
export function listWindows(
  { pickupWindows, pickupClosed }: PickupSettings,
  now: Date,
  timeZone: TimeZone,
): PickupWindow[] {
  const today = dayOf(now, timeZone);
  return Array.from({ length: DAYS_OFFERED }, (_, days) => daysAfter(today, days))
    .filter((date) => !pickupClosed.includes(date))
    .flatMap((date) => listWindowsOn(date, pickupWindows, timeZone))
    .filter(({ startsAt }) => startsAt > now);
}

function listWindowsOn(date: Day, windows: readonly WeeklyWindow[], timeZone: TimeZone): PickupWindow[] {
  return (
    windows
      .filter(({ weekday }) => weekday === weekdayOf(date))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map((window) => ({
        ...window,
        date,
        startsAt: instantOf(`${date}T${window.from}`, timeZone),
        endsAt: instantOf(`${date}T${window.to}`, timeZone),
      }))
      // When the clocks go forward, they may skip a whole window.
      .filter(({ startsAt, endsAt }) => startsAt < endsAt)
  );
}

/** The columns of a pickup that decide whether it takes a place in a window. */
interface Booking {
  windowDate: Day | null;
  windowFrom: string | null;
  scheduledAt: Date | null;
}

/** Counts the pickups that a window can still take. A pickup scheduled for another time frees its place. */
export function countPlacesLeft(
  { date, from, capacity, startsAt, endsAt }: PickupWindow,
  bookings: readonly Booking[],
): number {
  const taken = bookings.filter(
    ({ windowDate, windowFrom, scheduledAt }) =>
      windowDate === date &&
      windowFrom === from &&
      (scheduledAt === null || (scheduledAt >= startsAt && scheduledAt < endsAt)),
  );
  return Math.max(0, capacity - taken.length);
}
