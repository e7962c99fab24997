import { expect, test } from 'vitest';
import { badges, milestoneBadges } from './badges.ts';

test('badges come at 1, 5, 10 and 25 donations', () => {
  expect(badges.map(({ name, donations }) => `${donations} ${name}`)).toEqual([
    '1 First Donor',
    '5 Green Contributor',
    '10 Eco Champion',
    '25 Sustainability Hero',
  ]);
});

test('badges of the milestones come at the counts that the site sets', () => {
  expect(milestoneBadges([3, 7, 11])).toEqual([
    { name: 'Community Contributor', donations: 3 },
    { name: 'Sustainability Builder', donations: 7 },
    { name: 'Planet Protector', donations: 11 },
  ]);
});
