import { donations } from '#words/rewards.tsx';

type Place = {
  dropSite?: string | null | undefined;
  binLocation?: string | null | undefined;
};

/** Where a donation was left, to its donor: the console's "Manual entry" would read as a place. */
export function placeForDonor(donation: Place): string {
  return placeOf(donation) ?? donations.noBin;
}

/** The drop site, else where the bin stands; null where nobody said. */
export function placeOf({ dropSite, binLocation }: Place): string | null {
  return dropSite || binLocation || null;
}
