import { z } from 'zod';
import type { DonationRow } from '#features/donations/contract.ts';
import { placeOf } from '#features/donations/rules.ts';
import type { ParticipantMatch } from '#features/donors/contract.ts';
import type { Day } from '#shared/dates.ts';
import { donorIdFrom, optionalText, weightBand } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { correctDonationBody } from './contract.ts';
import { type Bin, pastDay, placeIn } from './intakeForm.ts';

export function correctionForm(today: () => Day) {
  return z.object({
    weight: weightBand,
    date: pastDay(today),
    place: optionalText(lengths.place),
    reason: correctDonationBody.shape.reason,
  });
}

type CorrectionInput = z.input<ReturnType<typeof correctionForm>>;

export function correctionDefaults(donation: DonationRow) {
  const { weight, date } = donation;
  return { weight, date, place: placeOf(donation) ?? '', reason: '' } satisfies CorrectionInput;
}

/** The fields of the request: those that differ from the donation. An emptied place is sent as a blank. */
export function correctionOf(
  donation: DonationRow,
  { weight, date, place }: Omit<CorrectionInput, 'reason'>,
  studentId: string | null,
  bins: readonly Bin[],
) {
  const where = place?.trim() ?? '';
  return {
    ...(studentId !== null && studentId !== donation.studentId && { studentId }),
    ...(weight !== donation.weight && { weight }),
    ...(date !== donation.date && { date }),
    ...(where !== (placeOf(donation) ?? '') && { binLocation: '', ...placeIn(where, bins) }),
  };
}

/** The donor ID under which a participant is found again: their first, else their email. */
export function donorIdOf({ studentIds, email }: Pick<ParticipantMatch, 'studentIds' | 'email'>) {
  return studentIds[0] ?? (email === null ? undefined : donorIdFrom(email));
}
