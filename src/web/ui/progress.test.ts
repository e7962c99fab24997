import { describe, expect, test } from 'vitest';
import { clampPercent, percentOf } from './progress.ts';

describe('progress', () => {
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
});
