import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GoalSlab } from './GoalSlab.tsx';
import { clampPercent, percentOf } from './Ring.tsx';

test.each([
  [0, 250, 0, 0],
  [1, 250, 0, 0],
  [72.5, 250, 29, 29],
  [249.5, 250, 99, 99],
  [250, 250, 100, 100],
  [262.5, 250, 105, 100],
  [2, 3, 66, 66],
  [5, 0, 0, 0],
])('%d of %d reads %d percent, and the ring stands at %d', (part, whole, percent, ring) => {
  expect(percentOf(part, whole)).toBe(percent);
  expect(clampPercent(percentOf(part, whole))).toBe(ring);
});

test('a ring closes at 100 only', () => {
  expect([99.99, 100, 101, -1, Number.NaN].map(clampPercent)).toEqual([99, 100, 100, 0, 0]);
});

/** The drawn percentages of the ring: its closed part, and the outlined part for waiting kilograms. */
function arcsIn(markup: string): { closed: number; waiting: number; label: string } {
  const arcs = [...markup.matchAll(/stroke-dasharray="([\d.]+) 200"( stroke-dashoffset="-?[\d.]+")?/g)];
  const waiting = arcs.find(([, , offset]) => offset !== undefined);
  const closed = arcs.find(([, , offset]) => offset === undefined);
  const [, label = ''] = /aria-label="([^"]+)"/.exec(markup) ?? [];
  return { closed: Number(closed?.[1]), waiting: Number(waiting?.[1] ?? 0), label };
}

test.each([
  [0, 250, 0, 0, 0, '0 percent of the goal'],
  [2.5, 250, 0, 1, 0, '1 percent of the goal'],
  [72.5, 250, 25, 29, 10, '29 percent of the goal'],
  // A single bag stays visible in a large goal.
  [100, 1000, 2.5, 10, 4, '10 percent of the goal'],
  [249.5, 250, 25, 99, 1, '99 percent of the goal'],
  [250, 250, 25, 100, 0, 'Goal reached'],
  [600, 250, 25, 100, 0, 'Goal reached'],
])('of %d kg toward %d, with %d waiting, the ring closes %d and outlines %d: %s', (...testCase) => {
  const [kilograms, goalKilograms, waitingKilograms, closed, waiting, label] = testCase;
  const markup = renderToStaticMarkup(
    <GoalSlab
      kilograms={kilograms}
      goalKilograms={goalKilograms}
      waitingKilograms={waitingKilograms}
      monthName="November"
    />,
  );
  expect(arcsIn(markup)).toEqual({ closed, waiting, label });
});
