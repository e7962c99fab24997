import { nameOf } from '#features/donors/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import type { ListedDonation } from './listedDonation.ts';
import { placeOf } from './placeForDonor.ts';

/** What to call the donor of a donation: the name, else the donor ID. Sentences say what stands for neither. */
export function donorName(
  {
    participantName,
    participantRemovedAt,
    studentId,
  }: Pick<ListedDonation, 'participantName' | 'participantRemovedAt' | 'studentId'>,
  otherwise = 'No name yet',
): string {
  if (participantRemovedAt !== null) return REMOVED_NAME;
  return nameOf({ name: participantName, donorId: studentId }, otherwise);
}

/** Where a donation was left (spec section 2, Photo page). */
export function donationPlace(donation: Parameters<typeof placeOf>[0]): string {
  return placeOf(donation) ?? 'Manual entry';
}
