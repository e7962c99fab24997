import type { DonationRow } from '#features/donations/contract.ts';
import { nameOf } from '#features/donors/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import { placeOf, qualifies } from '#features/donations/rules.ts';
import { formatScale } from '#words/formats.ts';

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

export const UNCLAIMED_NAME = 'Unclaimed bag';

/** The donor's name, else the donor ID, else `otherwise`. */
export function donorName(
  {
    participantId,
    participantName,
    participantRemovedAt,
    studentId,
  }: Pick<ListedDonation, 'participantName' | 'participantRemovedAt' | 'studentId'> &
    Partial<Pick<ListedDonation, 'participantId'>>,
  otherwise = 'No name yet',
): string {
  if (participantId === null) return UNCLAIMED_NAME;
  if (participantRemovedAt !== null) return REMOVED_NAME;
  return nameOf({ name: participantName, donorId: studentId }, otherwise);
}

/** Where a donation was left (spec section 2, Photo page). */
export function donationPlace(donation: Parameters<typeof placeOf>[0]): string {
  return placeOf(donation) ?? 'Manual entry';
}

/** What was measured: kilograms and their band, or the band alone. Null without a measurement. */
export function measuredWords({
  actualWeight,
  measured_kg: kilograms,
}: Pick<DonationRow, 'actualWeight' | 'measured_kg'>): string | null {
  return kilograms === null ? actualWeight : `${formatScale(kilograms)} kg (${actualWeight})`;
}

/** Whether a donation counts towards the Gold of its donor. */
export function countsTowardGold(
  donation: Pick<ListedDonation, 'participantId' | 'weight' | 'actualWeight'>,
) {
  return donation.participantId !== null && qualifies(donation);
}
