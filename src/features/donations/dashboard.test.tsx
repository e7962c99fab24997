import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RewardTierCard } from './RewardTierCard.tsx';
import { GoldLoops } from './GoldLoops.tsx';
import { BadgesCard } from './BadgesCard.tsx';
import { describeWeightDifference } from './RecentDonations.tsx';

/** A letter for each loop in the markup: `c` closed, `w` waiting, `o` open. */
function loopsIn(markup: string): string {
  const loops = markup.match(/<svg viewBox="0 0 24 24"[^]*?<\/svg>/g) ?? [];
  return loops
    .filter((loop) => !loop.includes('lucide'))
    .map((loop) => {
      if (loop.includes('<circle')) return 'c';
      return loop.includes('stroke-dasharray') ? 'w' : 'o';
    })
    .join('');
}

/** Confirmed and waiting donations, the loops for them, and the words beside the loops. */
const goldExamples = [
  [0, 0, 'oooooo', '0 of 6'],
  [0, 1, 'wooooo', '0 of 6, 1 waiting'],
  [1, 0, 'cooooo', '1 of 6'],
  [2, 2, 'ccwwoo', '2 of 6, 2 waiting'],
  [4, 1, 'ccccwo', '4 of 6, 1 waiting'],
  [5, 0, 'ccccco', '5 of 6'],
  [5, 1, 'cccccw', '5 of 6, 1 waiting'],
  [5, 3, 'cccccw', '5 of 6, 1 waiting'],
  [6, 0, 'cccccc', '6 of 6'],
  [6, 2, 'cccccc', '6 of 6'],
  [8, 1, 'cccccc', '6 of 6'],
] as const;

test.each(goldExamples)(
  'shows %d confirmed and %d waiting donations toward Gold as the loops %s and the words %s',
  (confirmed, waiting, loops, words) => {
    expect(
      loopsIn(renderToStaticMarkup(<GoldLoops confirmed={confirmed} waiting={waiting} size={24} />)),
    ).toBe(loops);
    const markup = renderToStaticMarkup(
      <RewardTierCard
        summary={{
          ok: true,
          studentId: 'D1',
          displayName: null,
          totals: { all: 0, confirmed: 0, pending: 0 },
          codes: [],
          opensCodes: true,
          shareLink: null,
          recent: [],
          keptBadges: 0,
          rewardTier: null,
          nextGoal: 'Six more donations of 2.5 kg or over this year and you are a Gold Giver.',
          qualifyingDates: Array.from({ length: confirmed }, (_, month) => `2026-0${month + 1}-01`),
          kilogramsThisMonth: 0,
          waiting: { kilogramsThisMonth: 0, qualifyingThisYear: waiting },
        }}
      />,
    );
    expect(loopsIn(markup)).toBe(loops);
    expect(markup).toContain(words.replace(' of 6', ' of 6 donations of 2.5 kg or over this year'));
    expect(markup.includes(`>${words}<`)).toBe(words.includes('waiting'));
  },
);

/** The text of the badges card, a line for each paragraph and badge. */
function badgeLines(donations: number, milestones: readonly number[], keptBadges = 0): string[] {
  const markup = renderToStaticMarkup(
    <BadgesCard donations={donations} milestones={milestones} keptBadges={keptBadges} />,
  );
  const lines = markup.match(/<(p|li) [^]*?<\/\1>/g) ?? [];
  return lines.map((line) => line.replaceAll('</b><', '</b>: <').replaceAll(/<[^<>]+>/g, ''));
}

test('badges are earned with 1, 5, 10 and 25 donations, or with as many as the site sets', () => {
  expect(badgeLines(0, [3, 7, 11])).toEqual([
    'Next: First Donor, 1 more donation.',
    'First Donor: 0 of 1 donation',
    'Green Contributor: 0 of 5 donations',
    'Eco Champion: 0 of 10 donations',
    'Sustainability Hero: 0 of 25 donations',
    'Community Contributor: 0 of 3 donations',
    'Sustainability Builder: 0 of 7 donations',
    'Planet Protector: 0 of 11 donations',
  ]);
});

test.each([
  [2, [3, 7, 11], 0, 'Next: Community Contributor, 1 more donation.'],
  [2, [3, 7, 11], 1, 'Next: Green Contributor, 3 more donations.'],
  [25, [5, 30, 100], 0, 'Next: Sustainability Builder, 5 more donations.'],
  [25, [5, 10, 25], 0, 'You have earned every badge. Thank you.'],
  [25, [30, 60, 100], 3, 'You have earned every badge. Thank you.'],
])(
  'with %d donations, milestones of %j and %d kept badges, the next badge is shown as %s',
  (donations, milestones, keptBadges, sentence) => {
    expect(badgeLines(donations, milestones, keptBadges)[0]).toBe(sentence);
  },
);

test.each([
  ['1-2kg', null, true, null],
  ['1-2kg', '1-2kg', true, null],
  ['1-2kg', '0-1kg', true, '1-2kg claimed, measured 0-1kg.'],
  ['2-3kg', '3kg+', true, '2-3kg claimed, measured 3kg+.'],
  ['2-3kg', '1-2kg', true, '2-3kg claimed, measured 1-2kg: it does not count toward Gold Giver.'],
  ['0-1kg', '3kg+', true, '0-1kg claimed, measured 3kg+: it counts toward Gold Giver.'],
  // A pending donation does not count toward Gold.
  ['0-1kg', '3kg+', false, '0-1kg claimed, measured 3kg+.'],
] as const)(
  'describes a claimed weight of %s, measured as %s, confirmed: %s, as %s',
  (weight, actualWeight, isConfirmed, sentence) => {
    expect(describeWeightDifference({ weight, actualWeight, isConfirmed })).toBe(sentence);
  },
);
