// The reward tiers, as people read them.

type Tier = 'Gold Giver' | 'Green Giver';

export const tierNames: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Gold Giver',
  'Green Giver': 'Green Giver',
};

/** What makes a giver of each tier (spec section 9). */
export const tierRules: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Six or more donations of at least 2.5 kg each in a calendar year.',
  'Green Giver': 'Monthly donations of any weight that do not qualify for Gold.',
};
