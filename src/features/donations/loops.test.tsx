import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RewardTierCard } from '#features/donations/dashboard/RewardTierCard.tsx';
import { GoldLoops, goldWords } from './GoldLoops.tsx';

/** Loops of a kind in what is drawn, in their order: `c` closed, `w` waiting, `o` open. */
function loopsIn(markup: string): string {
  const loops = markup.match(/<svg viewBox="0 0 24 24"[^]*?<\/svg>/g) ?? [];
  return loops
    .filter((loop) => !loop.includes('lucide'))
    .map((loop) => (loop.includes('<circle') ? 'c' : loop.includes('stroke-dasharray') ? 'w' : 'o'))
    .join('');
}

/** Confirmed and waiting donations, the loops that they draw and what is said beside them. */
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

describe('toward Gold', () => {
  test.each(gold)('%d confirmed and %d waiting donations are %s, and said as %s', (...row) => {
    const [confirmed, waiting, loops, words] = row;
    expect(
      loopsIn(renderToStaticMarkup(<GoldLoops confirmed={confirmed} waiting={waiting} size={24} />)),
    ).toBe(loops);
    expect(goldWords({ confirmed, waiting })).toBe(words);
  });

  test.each(gold)('a donor’s dashboard draws %d confirmed and %d waiting donations as %s', (...row) => {
    const [confirmed, waiting, loops, words] = row;
    const markup = renderToStaticMarkup(
      <RewardTierCard
        summary={{
          ok: true,
          studentId: 'D1',
          displayName: null,
          totals: { all: 0, confirmed: 0, pending: 0 },
          codes: [],
          opensCodes: true,
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
  });
});
