import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RewardTierCard } from './RewardTierCard.tsx';
import { GoldLoops, goldWords } from './GoldLoops.tsx';
import { badges, milestoneBadges } from './BadgesCard.tsx';
import { measuredWords } from './RecentDonations.tsx';

/** Loops of a kind in what is drawn, in their order: `c` closed, `w` waiting, `o` open. */
function loopsIn(markup: string): string {
  const loops = markup.match(/<svg viewBox="0 0 24 24"[^]*?<\/svg>/g) ?? [];
  return loops
    .filter((loop) => !loop.includes('lucide'))
    .map((loop) => (loop.includes('<circle') ? 'c' : loop.includes('stroke-dasharray') ? 'w' : 'o'))
    .join('');
}

/** Confirmed and waiting donations, the loops that they draw and the words beside them. */
const gold = [
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

test.each(gold)(
  'toward Gold %d confirmed and %d waiting donations are %s, in words %s, also on the dashboard',
  (confirmed, waiting, loops, words) => {
    expect(
      loopsIn(renderToStaticMarkup(<GoldLoops confirmed={confirmed} waiting={waiting} size={24} />)),
    ).toBe(loops);
    expect(goldWords({ confirmed, waiting })).toBe(words);
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
  },
);

test('badges come at 1, 5, 10 and 25 donations', () => {
  expect(badges.map(({ name, donations }) => `${donations} ${name}`)).toEqual([
    '1 First Donor',
    '5 Green Contributor',
    '10 Eco Champion',
    '25 Sustainability Hero',
  ]);
});

test('badges of the milestones come at the counts that the site sets', () => {
  expect(milestoneBadges([3, 7, 11]).map(({ name, donations }) => `${donations} ${name}`)).toEqual([
    '3 Community Contributor',
    '7 Sustainability Builder',
    '11 Planet Protector',
  ]);
});

test.each([
  ['1-2kg', null, true, null],
  ['1-2kg', '1-2kg', true, null],
  ['1-2kg', '0-1kg', true, '1-2kg claimed, measured 0-1kg.'],
  ['2-3kg', '3kg+', true, '2-3kg claimed, measured 3kg+.'],
  ['2-3kg', '1-2kg', true, '2-3kg claimed, measured 1-2kg: it does not count toward Gold Giver.'],
  ['0-1kg', '3kg+', true, '0-1kg claimed, measured 3kg+: it counts toward Gold Giver.'],
  // What is not confirmed counts toward nothing either way.
  ['0-1kg', '3kg+', false, '0-1kg claimed, measured 3kg+.'],
] as const)(
  'of a claimed %s measured %s, confirmed: %s, a donor reads %s',
  (weight, actualWeight, isConfirmed, words) => {
    expect(measuredWords({ weight, actualWeight, isConfirmed })).toBe(words);
  },
);
