import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DropSiteBars } from './DropSiteBars.tsx';
import { ClaimBars, CodesBars } from './WeekBars.tsx';

const HEIGHT = 142;
/** What is left of it for the highest bar. */
const ROOM = 100;
/** Between the two parts of a bar. */
const SEAM = 2;

/** The weeks that are drawn, with the heights of their bars and the figures that stand with them. */
function weeksIn(markup: string) {
  const weeks = markup.match(/<svg x="[^]*?<\/svg>/g) ?? [];
  return weeks.map((week) => ({
    heights: [...week.matchAll(/<rect[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height)),
    figures: [...week.matchAll(/font-weight="700"[^>]*>([\d,]+)</g)].map(([, figure]) => figure),
  }));
}

describe('the bars of a week', () => {
  test('are as high as what they count, and add up to the figure above them', () => {
    const bars = [
      { week: 'Nov 2', confirmed: 0, pending: 0, claimed: 0 },
      { week: 'Nov 9', confirmed: 10, pending: 0, claimed: 10 },
      { week: 'Nov 16', confirmed: 12, pending: 38, claimed: 50 },
      { week: 'Nov 23', confirmed: 0, pending: 20, claimed: 20 },
    ];
    const drawn = weeksIn(renderToStaticMarkup(<ClaimBars bars={bars} height={HEIGHT} />));
    expect(drawn).toEqual([
      { heights: [0], figures: ['0'] },
      { heights: [20], figures: ['10'] },
      { heights: [24, 76 - SEAM], figures: ['50'] },
      { heights: [0, 40 - SEAM], figures: ['20'] },
    ]);
    const [, , highest] = drawn;
    expect(highest!.heights.reduce((sum, height) => sum + height, SEAM)).toBe(ROOM);
  });

  test('of codes stand side by side, each under its own figure', () => {
    const weeks = [
      { week: 'Nov 9', issued: 40, redeemed: 10 },
      { week: 'Nov 16', issued: 0, redeemed: 20 },
    ];
    const drawn = weeksIn(renderToStaticMarkup(<CodesBars weeks={weeks} height={HEIGHT} />));
    expect(drawn).toEqual([
      { heights: [ROOM - 0.75, 25], figures: ['40', '10'] },
      { heights: [50], figures: ['20'] },
    ]);
  });
});

test('the bar of a drop site is as long as its share of the longest, with its figure behind it', () => {
  const sites = [
    { name: 'UC East', donations: 8 },
    { name: 'Hall', donations: 2 },
  ];
  const markup = renderToStaticMarkup(<DropSiteBars sites={sites} />);
  const bars = [...markup.matchAll(/<rect[^>]* width="([\d.]+%)"/g)].map(([, width]) => width);
  const figures = [...markup.matchAll(/font-weight="700"[^>]*>(\d+)</g)].map(([, figure]) => figure);
  expect([bars, figures]).toEqual([
    ['100%', '25%'],
    ['8', '2'],
  ]);
});
