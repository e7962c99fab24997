// English phrases that several kinds of mail share. The French phrases have the same names.
import type { Organization } from '#shared/organization.ts';
import { type Day, dayOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import {
  formatDay,
  formatInstant,
  formatInstantDay,
  formatLastDay,
  formatShortDay,
  formatTime,
} from '#words/formats.ts';
import { bold, type Line, line, mailTo, unbroken } from './serverLayout.ts';

/** The value of the attribute `lang`. */
export const language: string = 'en-CA';

export const labels = {
  openDashboard: 'Open your dashboard',
  whereToUse: 'Where to use it',
  confirmNewsletter: 'Yes, subscribe me',
  openPickup: 'See or cancel the pickup',
};

/** Stands under a code. */
export const codeHint: string = 'Read it out at the till. The QR is on your dashboard.';
export const signInCodeTerms: string = 'Good once, for 10 minutes.';

export const whyPickup: string = 'You get this because a pickup was asked for with this address.';

export function whyDonor({ donorId }: { donorId: string }): string {
  return `You get this because this is the confirmed email of donor ID ${donorId}.`;
}

/** The summary of a pickup's calendar entry. */
export function pickupEntry({ name }: Organization): string {
  return `Pickup by ${name}`;
}

export function day(date: Day): string {
  return formatDay(date);
}

export function instantDay(instant: Date, timeZone: TimeZone): string {
  return formatInstantDay(instant, timeZone);
}

/** The last day of a code. */
export function lastDay(expiresAt: string, timeZone: TimeZone): string {
  return formatLastDay(new Date(expiresAt), timeZone);
}

/** `Nov 24, 2 PM`. */
export function appointment(scheduledAt: string, timeZone: TimeZone): string {
  const instant = new Date(scheduledAt);
  return `${formatShortDay(dayOf(instant, timeZone))}, ${formatTime(instant, timeZone).replace(':00', '')}`;
}

export function appointmentFacts(
  { scheduledAt, address, items }: { scheduledAt: string; address: string; items: string },
  timeZone: TimeZone,
): Line {
  const when = formatInstant(new Date(scheduledAt), timeZone);
  return line`When: ${bold(when)}\nWhere: ${bold(address)}\nWhat: ${bold(items)}`;
}

/** A weight within a sentence. */
export function weight(band: WeightBand): string {
  return band === '0-1kg' ? 'less than 1kg' : band;
}

/** A donation, named by its weight and bin. */
export function gift(donation: { weight: WeightBand; bin: string | null }): Line {
  return line`${unbroken(weight(donation.weight))}${donation.bin ? ` from ${donation.bin}` : ''}`;
}

export function uses(count: number): string {
  return count === 1 ? '1 use' : `${count} uses`;
}

/** Stands under a code: `2 uses, until Dec 20, 2026`. */
export function codeTerms(usesLeft: number, expiresAt: string, timeZone: TimeZone): string {
  return `${uses(usesLeft)}, until ${lastDay(expiresAt, timeZone)}`;
}

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const numbers = ['', 'one', 'two', 'three', 'four', 'five'];

export function towardGold({ donations, of }: { donations: number; of: number }): Line {
  const missing = of - donations;
  if (missing < 0) return line` You are a Gold Giver this year.`;
  if (missing === 0) return line` With it ${bold('you are a Gold Giver this year')}.`;
  const ordinal = ordinals[donations] ?? `number ${donations}`;
  const remaining = numbers[missing] ?? missing;
  return line` It is your ${ordinal} that counts toward Gold Giver: ${bold(`${remaining} more this year`)}.`;
}

/** The text alternative of the loops. */
export function goldLoops({ donations, of }: { donations: number; of: number }): string {
  return `Toward Gold Giver: ${Math.min(donations, of)} of ${of}`;
}

export function waysToReach({ email, phone }: Organization): Line {
  return line`Write to ${mailTo(email)}${phone ? ` or call ${phone}` : ''}.`;
}

/** How to stop mail of this kind, by the links that it has. Empty if it has none. */
export function howToStop(
  switchOffUrl: string | undefined,
  choicesUrl: string | undefined,
  place = 'on your dashboard',
): Line {
  const switchOff = switchOffUrl && { link: 'Switch this kind of mail off', href: switchOffUrl };
  const choose = choicesUrl && {
    link: switchOffUrl ? 'choose what you hear' : 'Choose what you hear',
    href: choicesUrl,
  };
  if (switchOff && choose) return line`${switchOff}, without a sign-in, or ${choose} ${place}.`;
  if (switchOff) return line`${switchOff}, without a sign-in.`;
  return choose ? line`${choose} ${place}.` : [];
}
