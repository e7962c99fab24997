// The reward tiers, as people read them.

type Tier = 'Gold Giver' | 'Green Giver';

export const tierNames: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Donateur Or',
  'Green Giver': 'Donateur Vert',
};

/** What makes a giver of each tier. */
export const tierRules: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Au moins six dons de 2,5\u00a0kg ou plus chacun dans une année civile.',
  'Green Giver': 'Des dons mensuels, quel que soit leur poids, qui ne donnent pas droit au niveau Or.',
};
