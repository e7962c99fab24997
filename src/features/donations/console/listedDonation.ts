import type { DonationRow } from '#features/donations/contract.ts';
import { nameOf } from '#features/donors/participantName.ts';
import { REMOVED_NAME } from '#shared/removedName.ts';
import { placeOf, qualifies } from '#features/donations/rules.ts';
import { weightBands } from '#shared/weights.ts';
import { formatScale, weightLabels } from '#words/formats.ts';
import type { SearchRow } from './contract.ts';

/** Renames the fields of a search row as the other lists name them. */
export function fromSearchRow(row: SearchRow) {
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
    alike: row.alike,
    isConfirmed: row.is_confirmed,
    rejectedAt: row.rejected_at,
  };
}

/** A donation in the console's lists, from any endpoint. */
export type ListedDonation = ReturnType<typeof fromSearchRow>;

/** The fields that name a donation's donor. */
export type NamedDonation = Pick<
  ListedDonation,
  'participantId' | 'participantName' | 'participantRemovedAt' | 'studentId'
>;

/** The donor's name, else the donor ID, else the fallback. Unclaimed bags and removed donors have fixed names. */
export function donorName(
  { participantId, participantName, participantRemovedAt, studentId }: NamedDonation,
  fallback = 'No name yet',
): string {
  if (participantId === null) return 'Unclaimed bag';
  if (participantRemovedAt !== null) return REMOVED_NAME;
  return nameOf({ name: participantName, donorId: studentId }, fallback);
}

export const weightOptions = weightBands.map((band) => ({ value: band, label: weightLabels[band] }));

export function donationPlace(donation: Parameters<typeof placeOf>[0]): string {
  return placeOf(donation) ?? 'Manual entry';
}

/** `2.4 kg (2-3kg)`, or the band alone without kilograms. Null if nothing was measured. */
export function formatMeasuredWeight({
  actualWeight,
  measured_kg: kilograms,
}: Pick<DonationRow, 'actualWeight' | 'measured_kg'>): string | null {
  return kilograms === null ? actualWeight : `${formatScale(kilograms)} kg (${actualWeight})`;
}

/** Whether a donation is heavy enough to count toward its donor's Gold. */
export function countsTowardGold(
  donation: Pick<ListedDonation, 'participantId' | 'weight' | 'actualWeight'>,
) {
  return donation.participantId !== null && qualifies(donation);
}
