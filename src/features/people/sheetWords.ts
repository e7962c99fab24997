import { dayOf, type Day, yearOf } from '#shared/dates.ts';
import { formatDay, formatShortDay } from '#words/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { DoubleReason } from '#features/participants/rules.ts';
import type { contract } from './contract.ts';

export type Sheet = EndpointResponse<typeof contract.participantSheet>;

export type SheetDonation = Sheet['toDecide'][number];

/** A day as short as it can be: its year goes without saying while it is this one. */
export function shortDay(day: Day, today: Day): string {
  return yearOf(day) === yearOf(today) ? formatShortDay(day) : formatDay(day);
}

/** The last day of what ends at an instant, as short. */
export function shortLastDay(end: string, timeZone: TimeZone, today: Day): string {
  return shortDay(dayOf(new Date(new Date(end).getTime() - 1), timeZone), today);
}

/** Why two participants may be one person. */
export const doubleWords: Readonly<Record<DoubleReason, string>> = {
  email: 'has the email that is claimed',
  phone: 'same phone number',
  name: 'same name',
};
