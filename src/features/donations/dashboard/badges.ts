import { badges as words } from '#words/dashboard.tsx';

export interface Badge {
  name: string;
  donations: number;
}

/** Badges by the number of donations that are confirmed or pending (spec section 1). */
export const badges: readonly Badge[] = [
  { name: words.firstDonor, donations: 1 },
  { name: words.greenContributor, donations: 5 },
  { name: words.ecoChampion, donations: 10 },
  { name: words.sustainabilityHero, donations: 25 },
];

/** Milestone badges at the counts that the site sets. */
export function milestoneBadges(milestones: readonly number[]): Badge[] {
  return words.milestoneNames.map((name, index) => ({ name, donations: milestones[index] ?? 0 }));
}
