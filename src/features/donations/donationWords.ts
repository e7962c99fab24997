import { nameOf } from '#features/participants/participantName.ts';
import type { ListedDonation } from './listedDonation.ts';

/** What to call the donor of a donation: the name, else the donor ID. Sentences say what stands for neither. */
export function donorName(
  { participantName, studentId }: Pick<ListedDonation, 'participantName' | 'studentId'>,
  otherwise = 'No name yet',
): string {
  return nameOf({ name: participantName, donorId: studentId }, otherwise);
}

/** Where a donation was left (spec section 2, Photo page). */
export function donationPlace({
  dropSite,
  binLocation,
}: Pick<ListedDonation, 'dropSite' | 'binLocation'>): string {
  return dropSite ?? binLocation ?? 'Manual entry';
}
