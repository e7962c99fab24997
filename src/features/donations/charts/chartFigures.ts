import type { EndpointResponse } from '#shared/endpoint.ts';
import { formatShortDay } from '#words/dates.ts';
import type { contract } from './contract.ts';

export type Charts = EndpointResponse<typeof contract.charts>;

/** A bar of two parts: what is confirmed, and what still waits above it. */
export interface WeekBar {
  /** The Monday that the week begins with: `Nov 16`. */
  week: string;
  confirmed: number;
  pending: number;
  claimed: number;
}

export interface CodesWeek {
  week: string;
  issued: number;
  redeemed: number;
}

/** Each week's donations. What is claimed and not confirmed is pending, since the rejected count nowhere. */
export function donationBars({ weeks }: Charts): WeekBar[] {
  return weeks.map((week) => bar(week.from, week.claimedDonations, week.confirmedDonations));
}

/** Each week's kilograms. */
export function kilogramBars({ weeks }: Charts): WeekBar[] {
  return weeks.map((week) => bar(week.from, week.claimedKilograms, week.confirmedKilograms));
}

export function codesWeeks({ codes }: Charts): CodesWeek[] {
  return codes.map(({ from, issued, redeemed }) => ({ week: formatShortDay(from), issued, redeemed }));
}

function bar(from: string, claimed: number, confirmed: number): WeekBar {
  return { week: formatShortDay(from), confirmed, pending: claimed - confirmed, claimed };
}
