import { describe, expect, test } from 'vitest';
import { judge, type Sample } from './sample.ts';

describe('a sample of 500', () => {
  const sampleOf = (of: number, fitting: number): Sample<string> => ({
    of,
    drawn: 500,
    rows: Array.from({ length: 500 }, (_, index) => (index < fitting ? 'osborne' : 'fermor')),
  });
  const verdict = (of: number, fitting: number) =>
    judge(
      sampleOf(of, fitting),
      (row) => row === 'osborne',
      () => true,
    );

  // Of a billion samples less than one has so many of them, if 10,000 fit.
  test.each([
    [1_000_000, 5, false],
    [1_000_000, 22, false],
    [1_000_000, 30, true],
    [1_000_000, 500, true],
    [100_000, 50, false],
    [100_000, 85, false],
    [100_000, 100, true],
    [11_000, 490, true],
    [11_000, 460, false],
    [12_900, 465, true],
  ])('of %i says with %i that fit: more than 10,000, %s', (of, fitting, isMore) => {
    expect(verdict(of, fitting)).toEqual({
      mentioning: (of * fitting) / 500,
      isMoreThanCounted: isMore,
    });
  });

  test('says nothing of what it did not find, nor where none was drawn', () => {
    expect(verdict(1_000_000, 0)).toMatchObject({ mentioning: 0, isMoreThanCounted: false });
    const none = judge(
      { of: 900, drawn: 0, rows: [] },
      () => true,
      () => true,
    );
    expect(none).toMatchObject({ mentioning: 0, isMoreThanCounted: false });
  });
});
