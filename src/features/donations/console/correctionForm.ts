import { z } from 'zod';
import type { DonationRow } from '#features/donations/contract.ts';
import { placeOf, whyNotDate } from '#features/donations/rules.ts';
import type { ParticipantMatch } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { day, donorIdFrom, optionalText, weightBand } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { correctDonationBody } from './contract.ts';

const fields = z.object({
  weight: weightBand,
  date: day,
  place: optionalText(lengths.place),
  reason: correctDonationBody.shape.reason,
});

export type CorrectionInput = z.input<typeof fields>;
export type CorrectionValues = z.output<typeof fields>;

export function correctionForm(today: () => Day): z.ZodType<CorrectionValues, CorrectionInput> {
  const date = fields.shape.date.superRefine((text, context) => {
    const why = whyNotDate(text, today());
    if (why !== null) context.addIssue(why);
  });
  return fields.extend({ date });
}

export function correctionDefaults(donation: DonationRow) {
  const { weight, date } = donation;
  return { weight, date, place: placeOf(donation) ?? '', reason: '' } satisfies CorrectionInput;
}

type Bin = { name: string; location: string };

/** The fields of the request: those that differ from the donation. */
export function correctionOf(
  donation: DonationRow,
  { weight, date, place = '' }: Omit<CorrectionInput, 'reason'>,
  studentId: string | null,
  bins: readonly Bin[],
) {
  const isOtherPlace = (place ?? '').trim() !== (placeOf(donation) ?? '');
  return {
    ...(studentId !== null && studentId !== donation.studentId && { studentId }),
    ...(weight !== donation.weight && { weight }),
    ...(date !== donation.date && { date }),
    ...(isOtherPlace && placesOf((place ?? '').trim(), bins)),
  };
}

/** As `/log` sends them: of a bin its name and where it stands, else what was typed. */
function placesOf(place: string, bins: readonly Bin[]) {
  const bin = bins.find(({ name }) => name.toLowerCase() === place.toLowerCase());
  return { dropSite: bin?.name ?? place, binLocation: bin?.location ?? '' };
}

/** The donor ID under which a participant is found again: their first, else their email. */
export function donorIdOf({ studentIds, email }: Pick<ParticipantMatch, 'studentIds' | 'email'>) {
  return studentIds[0] ?? (email === null ? undefined : donorIdFrom(email));
}
