import { nameOf } from '#features/participants/participantName.ts';
import type { DonationRow } from './contract.ts';

/** What to call the donor of a donation. */
export function donorName({
  participantName,
  studentId,
}: Pick<DonationRow, 'participantName' | 'studentId'>): string {
  return nameOf({ name: participantName, donorId: studentId }, 'the donor');
}
