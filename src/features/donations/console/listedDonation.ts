import type { DonationRow } from '#features/donations/contract.ts';
import type { SearchRow } from './contract.ts';
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
  | 'isConfirmed'
  | 'rejectedAt'
>;

/** A search row's keys are in snake case. */
export function listed(row: SearchRow): ListedDonation {
  return {
    id: row.id,
    participantId: row.participant_id,
    participantName: row.participant_name,
    participantRemovedAt: row.participant_removed_at,
    claimedName: row.claimed_name,
    claimedEmail: row.claimed_email,
    isClaimProven: row.is_claim_proven,
    studentId: row.student_id,
    weight: row.weight,
    actualWeight: row.actual_weight,
    date: row.date,
    dropSite: row.drop_site,
    binLocation: row.bin_location,
    photoUrl: row.photo_url,
    isConfirmed: row.is_confirmed,
    rejectedAt: row.rejected_at,
  };
}

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
