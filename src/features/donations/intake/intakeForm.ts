import type { z } from 'zod';
import { createDonationBody } from './contract.ts';
import { whyNotDate } from '#features/donations/rules.ts';
import { participantProfile } from '#features/participants/contract.ts';
import type { Day } from '#shared/dates.ts';
import { lengths } from '#shared/lengths.ts';

const donation = createDonationBody.omit({ participantId: true, photoUrl: true });

const fields = donation.extend(participantProfile.shape);

export type IntakeInput = z.input<typeof fields>;
export type IntakeValues = z.output<typeof fields>;

/** What is asked of someone new. */
export type Profile = Pick<IntakeInput, 'displayName' | 'email' | 'phone'>;

/** What one donor in the queue brings: the donation, and who it is where nobody knows them yet. */
export function intakeForm(today: () => Day): z.ZodType<IntakeValues, IntakeInput> {
  const date = fields.shape.date.superRefine((text, context) => {
    const why = whyNotDate(text, today());
    if (why !== null) context.addIssue(why);
  });
  return fields.extend({ date });
}

/** What stays the same from one donor in the queue to the next. */
export type Kept = Pick<IntakeInput, 'date' | 'binLocation' | 'dropSite' | 'confirmNow'>;

export function intakeDefaults(kept: Kept) {
  return {
    displayName: '',
    email: '',
    phone: '',
    studentId: '',
    weight: '1-2kg',
    actualWeight: '',
    notes: '',
    ...kept,
  } satisfies IntakeInput;
}

/** Which fields of a new participant a text that was searched for belongs into. */
export function profileFrom(text: string): Required<Profile> {
  const blank = { displayName: '', email: '', phone: '' };
  if (text.includes('@')) return { ...blank, email: text };
  const looksLikePhone = text.length <= lengths.phone && /^[\d\s()+.-]{6,}$/.test(text);
  return looksLikePhone ? { ...blank, phone: text } : { ...blank, displayName: text };
}
