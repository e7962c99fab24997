import type { DonationRow } from '#features/donations/contract.ts';

/** What stands for the donor where lists go by donor ID: one taken in at the table may have none. */
export function donorLabel({ participantName, studentId }: DonationRow): string {
  return studentId ?? participantName ?? 'None';
}

/** Where a donation was left (spec section 2, Photo page). */
export function donationPlace({ dropSite, binLocation }: DonationRow): string {
  return dropSite ?? binLocation ?? 'Manual entry';
}
