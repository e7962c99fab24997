import { z } from 'zod';
import type { DonationRow } from '#features/donations/contract.ts';
import { placeOf } from '#features/donations/rules.ts';
import type { ParticipantMatch } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { donorIdFrom, optionalText, weightBand } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { correctDonationBody } from './contract.ts';
import { type Bin, pastDay, resolvePlace } from './intakeForm.ts';

export function correctionSchema(dayNow: () => Day) {
  return z.object({
    weight: weightBand,
    date: pastDay(dayNow),
    place: optionalText(lengths.place),
    reason: correctDonationBody.shape.reason,
  });
}

type CorrectionInput = z.input<ReturnType<typeof correctionSchema>>;

export function correctionDefaults(donation: DonationRow) {
  const { weight, date } = donation;
  return { weight, date, place: placeOf(donation) ?? '', reason: '' } satisfies CorrectionInput;
}

/** The request's fields that differ from the donation. An emptied place is sent as a blank. */
export function changedFields(
  donation: DonationRow,
  { weight, date, place }: Omit<CorrectionInput, 'reason'>,
  studentId: string | null,
  bins: readonly Bin[],
) {
  const newPlace = place?.trim() ?? '';
  const isPlaceChanged = newPlace !== (placeOf(donation) ?? '');
  return {
    ...(studentId !== null && studentId !== donation.studentId && { studentId }),
    ...(weight !== donation.weight && { weight }),
    ...(date !== donation.date && { date }),
    // A place that is not a bin clears the bin location.
    ...(isPlaceChanged && { binLocation: '', ...resolvePlace(newPlace, bins) }),
  };
}

/** The donor ID that identifies a participant: their first one, else their email. */
export function pickDonorId({ studentIds, email }: Pick<ParticipantMatch, 'studentIds' | 'email'>) {
  return studentIds[0] ?? (email === null ? undefined : donorIdFrom(email));
}
