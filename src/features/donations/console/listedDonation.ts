import type { DonationRow } from '#features/donations/contract.ts';
import { nameOf } from '#features/donors/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import { placeOf } from '#features/donations/rules.ts';

/** A donation in the console's lists, from any endpoint. */
export type ListedDonation = Pick<
  DonationRow,
  | 'id'
  | 'participantId'
  | 'participantName'
  | 'participantRemovedAt'
  | 'claimedName'
  | 'claimedEmail'
  | 'isClaimProven'
  | 'studentId'
  | 'weight'
  | 'actualWeight'
  | 'date'
  | 'dropSite'
  | 'binLocation'
  | 'photoUrl'
  | 'alike'
  | 'isConfirmed'
  | 'rejectedAt'
>;

/** The donor's name, else the donor ID, else `otherwise`. */
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
