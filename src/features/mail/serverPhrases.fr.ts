// French phrases that several kinds of mail share. No "de" or "à" stands before typed text, because their form would depend
// on its first letter.
import {
  formatDay,
  formatInstantDay,
  formatLastDay,
  formatShortDay,
  formatTime,
  weightName,
} from '#french/formats.ts';
import { type Day, dayOf } from '#shared/dates.ts';
import type { Organization } from '#shared/organization.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import { bold, type Line, line, mailTo, unbroken } from './serverLayout.ts';

export const language = 'fr-CA';

export const labels = {
  openDashboard: 'Voir votre tableau de bord',
  whereToUse: 'Où l’utiliser',
  confirmNewsletter: 'Oui, m’abonner',
  openPickup: 'Voir ou annuler le ramassage',
};

export const codeHint = 'Donnez ce code à la caisse. Le code QR est dans votre tableau de bord.';
export const signInCodeTerms = 'Valable une fois, pendant 10\u00a0minutes.';

export const whyPickup = 'Vous recevez ce courriel parce qu’un ramassage a été demandé avec cette adresse.';

export function whyDonor({ donorId }: { donorId: string }): string {
  return `Vous recevez ce courriel parce que cette adresse est le courriel confirmé du numéro de donateur ${donorId}.`;
}

export function pickupEntry({ name }: Organization): string {
  return `Ramassage par ${name}`;
}

export function day(date: Day): string {
  return withoutBreaks(formatDay(date));
}

export function instantDay(instant: Date, timeZone: TimeZone): string {
  return withoutBreaks(formatInstantDay(instant, timeZone));
}

export function dayAndTime(instant: Date, timeZone: TimeZone): string {
  return `${instantDay(instant, timeZone)} à ${time(instant, timeZone)}`;
}

export function lastDay(expiresAt: string, timeZone: TimeZone): string {
  return withoutBreaks(formatLastDay(new Date(expiresAt), timeZone));
}

/** `14 h`, `14 h 30`. */
function time(instant: Date, timeZone: TimeZone): string {
  return formatTime(instant, timeZone).replace(/\s00$/, '');
}

/** `24 nov. à 14 h`. */
export function appointment(scheduledAt: string, timeZone: TimeZone): string {
  const instant = new Date(scheduledAt);
  return `${withoutBreaks(formatShortDay(dayOf(instant, timeZone)))} à ${time(instant, timeZone)}`;
}

export function appointmentFacts(
  { scheduledAt, address, items }: { scheduledAt: string; address: string; items: string },
  timeZone: TimeZone,
): Line {
  const when = dayAndTime(new Date(scheduledAt), timeZone);
  return line`Quand\u00a0: ${bold(when)}\nOù\u00a0: ${bold(address)}\nObjets\u00a0: ${bold(items)}`;
}

export function weight(band: WeightBand): string {
  return withoutBreaks(weightName(band).toLowerCase());
}

export function gift(donation: { weight: WeightBand; bin: string | null }): Line {
  return line`${unbroken(weight(donation.weight))}${donation.bin ? ` (${donation.bin})` : ''}`;
}

export function uses(count: number): string {
  return `${count}\u00a0${count < 2 ? 'utilisation' : 'utilisations'}`;
}

export function codeTerms(usesLeft: number, expiresAt: string, timeZone: TimeZone): string {
  return `${uses(usesLeft)}, jusqu’au ${lastDay(expiresAt, timeZone)}`;
}

const ordinals = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'];
const numbers = ['', 'un', 'deux', 'trois', 'quatre', 'cinq'];

export function towardGold({ donations, of }: { donations: number; of: number }): Line {
  const missing = of - donations;
  if (missing < 0) return line` Vous êtes Donateur Or cette année.`;
  if (missing === 0) return line` Grâce à lui, ${bold('vous êtes Donateur Or cette année')}.`;
  const ordinal = ordinals[donations] ?? `${donations}e`;
  const remaining = numbers[missing] ?? missing;
  return line` C’est votre ${ordinal} don qui compte pour le niveau Or\u00a0: ${bold(`encore ${remaining} cette année`)}.`;
}

export function goldLoops({ donations, of }: { donations: number; of: number }): string {
  return `Vers le niveau Or\u00a0: ${Math.min(donations, of)} sur ${of}`;
}

export function waysToReach({ email, phone }: Organization): Line {
  return line`Écrivez-nous à ${mailTo(email)}${phone ? ` ou appelez-nous au ${phone}` : ''}.`;
}

export function howToStop(switchOffUrl: string | undefined, dashboardUrl: string | undefined): Line {
  const switchOff = switchOffUrl && { link: 'Désactivez ce genre de courriel', href: switchOffUrl };
  const choose = dashboardUrl && {
    link: switchOffUrl ? 'choisissez ce que vous recevez' : 'Choisissez ce que vous recevez',
    href: dashboardUrl,
  };
  if (switchOff && choose) {
    return line`${switchOff}, sans vous connecter, ou ${choose} dans votre tableau de bord.`;
  }
  if (switchOff) return line`${switchOff}, sans vous connecter.`;
  return choose ? line`${choose} dans votre tableau de bord.` : [];
}

/** Keeps a day, a time or a weight on one line, by no-break spaces. */
function withoutBreaks(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
