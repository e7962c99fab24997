import { z } from 'zod';
import { createDonationBody } from './contract.ts';
import { whyNotDate } from '#features/donations/rules.ts';
import { participantProfile } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { donorIdFrom } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';

const donation = createDonationBody.omit({ participantId: true, photoUrl: true });

const fields = donation.extend(participantProfile.shape);

export type IntakeInput = z.input<typeof fields>;
export type IntakeValues = z.output<typeof fields>;

/** The fields of a new participant. */
export type Profile = Pick<IntakeInput, 'displayName' | 'email' | 'phone'>;

/** A donation, and its participant if new. */
export function intakeForm(today: () => Day): z.ZodType<IntakeValues, IntakeInput> {
  const date = fields.shape.date.superRefine((text, context) => {
    const why = whyNotDate(text, today());
    if (why !== null) context.addIssue(why);
  });
  return fields.extend({ date });
}

/** Values carried over to the next donor's form. */
export const carriedFields = z.object({
  /** Absent for today: a sitting may go on past midnight. */
  date: z.string().optional(),
  binLocation: z.string().optional(),
  dropSite: z.string().optional(),
  confirmNow: z.boolean().optional(),
});

export type CarriedOver = z.infer<typeof carriedFields>;

export function intakeDefaults({ date, binLocation, dropSite, confirmNow }: CarriedOver, today: string) {
  return {
    displayName: '',
    email: '',
    phone: '',
    studentId: '',
    weight: '1-2kg',
    actualWeight: '',
    notes: '',
    date: date ?? today,
    binLocation: binLocation ?? '',
    dropSite: dropSite ?? '',
    confirmNow: confirmNow ?? false,
  } satisfies IntakeInput;
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
