import { z } from 'zod';
import { createDonationBody } from './contract.ts';
import { whyInFuture } from '#features/donations/rules.ts';
import { participantProfile } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { donorIdFrom, optionalText } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { kilogramsIn, LEAST_KILOGRAMS, MOST_KILOGRAMS } from '#shared/weights.ts';

export const invalidKilogramsMessage = `Please give ${LEAST_KILOGRAMS} to ${MOST_KILOGRAMS} kg, with at most two decimals`;

const kilogramsSchema = z.string().transform((text, context) => {
  if (text.trim() === '') return null;
  const kilograms = kilogramsIn(text);
  if (kilograms !== null) return kilograms;
  context.addIssue(invalidKilogramsMessage);
  return z.NEVER;
});

/** Accepts a donation's day up to today. */
export function pastDay(dayNow: () => Day) {
  return createDonationBody.shape.date.superRefine((text, context) => {
    const problem = whyInFuture(text, dayNow());
    if (problem !== null) context.addIssue(problem);
  });
}

/** The fields of a donation, and of its participant if they are new. */
export function intakeSchema(dayNow: () => Day) {
  const { studentId, notes, confirmNow, weight } = createDonationBody.shape;
  return participantProfile.extend({
    studentId,
    notes,
    confirmNow,
    kilograms: kilogramsSchema,
    // Empty or null until a band is chosen.
    weight: z.string().nullable().pipe(weight),
    date: pastDay(dayNow),
    where: optionalText(lengths.place),
  });
}

export type IntakeInput = z.input<ReturnType<typeof intakeSchema>>;
export type IntakeValues = z.output<ReturnType<typeof intakeSchema>>;

export type Profile = Pick<IntakeInput, 'displayName' | 'email' | 'phone'>;

/** Values carried over to the next donor's form. */
export const carriedFields = z.object({
  /** Absent for today, because a sitting may continue past midnight. */
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

/** A bin's name for the place field, with its location if several bins have that name. */
export function binLabel({ name, location }: Bin, bins: readonly Bin[]): string {
  return bins.filter((bin) => bin.name === name).length > 1 ? `${name}, ${location}` : name;
}

/** Finds the bin whose label was typed. Any other text is the drop site's name. */
export function resolvePlace(text: string | undefined, bins: readonly Bin[]) {
  const typedLabel = text?.toLowerCase();
  const bin = bins.find((candidate) => binLabel(candidate, bins).toLowerCase() === typedLabel);
  return bin ? { binLocation: bin.location, dropSite: bin.name } : { dropSite: text };
}

/** Guesses the new participant's field that a search text without a match belongs to. */
export function guessProfileField(text: string): 'displayName' | 'email' | 'phone' | 'studentId' {
  if (text.includes('@')) return 'email';
  const digitCount = text.replaceAll(/\D/g, '').length;
  // Seven digits in a row are a student number. A phone number has an area code or is written in groups.
  const isPhone = /^[\d\s()+.-]{6,}$/.test(text) && (digitCount >= 10 || digitCount < text.length);
  if (isPhone && text.length <= lengths.phone) return 'phone';
  const isDonorId = digitCount > 0 && donorIdFrom(text) !== undefined && !/\s/.test(text);
  return isDonorId ? 'studentId' : 'displayName';
}
