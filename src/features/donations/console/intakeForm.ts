import { z } from 'zod';
import { createDonationBody } from './contract.ts';
import { whyInFuture } from '#features/donations/rules.ts';
import { participantProfile } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { donorIdFrom, optionalText } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { kilogramsIn, LEAST_KILOGRAMS, MOST_KILOGRAMS } from '#shared/weights.ts';

const kilograms = z.string().transform((text, context) => {
  if (text.trim() === '') return null;
  const typed = kilogramsIn(text);
  if (typed !== null) return typed;
  context.addIssue({
    code: 'custom',
    message: `Please give ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kg, with at most two decimals`,
  });
  return z.NEVER;
});

/** A donation's day, at the latest today. */
export function pastDay(today: () => Day) {
  return createDonationBody.shape.date.superRefine((text, context) => {
    const why = whyInFuture(text, today());
    if (why !== null) context.addIssue(why);
  });
}

/** A donation, and its participant if new. */
export function intakeForm(today: () => Day) {
  const { studentId, notes, confirmNow, weight } = createDonationBody.shape;
  return participantProfile.extend({
    studentId,
    notes,
    confirmNow,
    kilograms,
    // Nothing is chosen at first.
    weight: z.string().nullable().pipe(weight),
    date: pastDay(today),
    where: optionalText(lengths.place),
  });
}

export type IntakeInput = z.input<ReturnType<typeof intakeForm>>;
export type IntakeValues = z.output<ReturnType<typeof intakeForm>>;

export type Profile = Pick<IntakeInput, 'displayName' | 'email' | 'phone'>;

/** Values carried over to the next donor's form. */
export const carriedFields = z.object({
  /** Absent for today: a sitting may go on past midnight. */
  date: z.string().optional(),
  where: z.string().optional(),
});

export type CarriedOver = z.infer<typeof carriedFields>;

export function intakeDefaults({ date, where }: CarriedOver, today: string) {
  return {
    displayName: '',
    email: '',
    phone: '',
    studentId: '',
    kilograms: '',
    weight: '',
    notes: '',
    date: date ?? today,
    where: where ?? '',
    confirmNow: true,
  } satisfies IntakeInput;
}

export interface Bin {
  name: string;
  location: string;
}

/** A bin's name in the field for the place; with its location if several bins have that name. */
export function binLabel({ name, location }: Bin, bins: readonly Bin[]): string {
  return bins.filter((bin) => bin.name === name).length > 1 ? `${name}, ${location}` : name;
}

/** The location and name of the bin with this label, as `/log` sends them; for any other place its words. */
export function placeIn(where: string | undefined, bins: readonly Bin[]) {
  const typed = where?.toLowerCase();
  const bin = bins.find((candidate) => binLabel(candidate, bins).toLowerCase() === typed);
  return bin ? { binLocation: bin.location, dropSite: bin.name } : { dropSite: where };
}

/** The field that a search text without a match belongs to. */
export function fieldOf(text: string): 'displayName' | 'email' | 'phone' | 'studentId' {
  if (text.includes('@')) return 'email';
  const digits = text.replaceAll(/\D/g, '').length;
  // Seven digits in a row are a student number; a phone number has an area code or is written in groups.
  const isPhone = /^[\d\s()+.-]{6,}$/.test(text) && (digits >= 10 || digits < text.length);
  if (isPhone && text.length <= lengths.phone) return 'phone';
  return digits > 0 && donorIdFrom(text) !== undefined && !/\s/.test(text) ? 'studentId' : 'displayName';
}
