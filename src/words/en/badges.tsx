// The badges that donors earn.
import type { ReactNode } from 'react';

export const firstDonor = 'First Donor';
export const greenContributor = 'Green Contributor';
export const ecoChampion = 'Eco Champion';
export const sustainabilityHero = 'Sustainability Hero';

/** Of the milestones, the nearest first. */
export const milestoneNames = ['Community Contributor', 'Sustainability Builder', 'Planet Protector'];

export const heading = 'Badges';
export const next = (name: ReactNode, missing: number) => (
  <>
    Next: {name}, {missing === 1 ? '1 more donation' : `${missing} more donations`}.
  </>
);
export const all = 'You have earned every badge. Thank you.';
export const whatEachIs = 'How to earn each';

const donations = (count: number) => (count === 1 ? '1 donation' : `${count} donations`);

export const earnedWith = (count: number) => `Earned with ${donations(count)}`;
export const earned = 'Earned';
export const soFar = (count: number, of: number) => `${count} of ${donations(of)}`;
