import { nameOf } from '#features/participants/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import { noBin } from '#words/donations.ts';
import type { ListedDonation } from './listedDonation.ts';

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

type Place = {
  dropSite?: string | null | undefined;
  binLocation?: string | null | undefined;
};

/** Where a donation was left (spec section 2, Photo page). */
export function donationPlace(donation: Place): string {
  return placeOf(donation) ?? 'Manual entry';
}

/** The same for its donor, to whom the console's "Manual entry" would read as a place. */
export function placeForDonor(donation: Place): string {
  return placeOf(donation) ?? noBin;
}

/** The drop site, else where the bin stands; null where nobody said. */
function placeOf({ dropSite, binLocation }: Place): string | null {
  return dropSite || binLocation || null;
}
