import { describe, expect, test } from 'vitest';
import { isMoreThanCounted, searchable } from './sample.ts';

describe('a sample of 500', () => {
  const verdict = (of: number, alike: number) => isMoreThanCounted({ of, drawn: 500 }, alike);

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
    expect(verdict(of, fitting)).toBe(isMore);
  });

  test('says nothing of what it did not find, nor where none was drawn', () => {
    expect(verdict(1_000_000, 0)).toBe(false);
    expect(isMoreThanCounted({ of: 900, drawn: 0 }, 0)).toBe(false);
  });
});

describe('what is searched by several texts', () => {
  const rows = [
    { id: 1, texts: ['osborne', null] },
    { id: 2, texts: [null, 'fermor'] },
    { id: 3, texts: [] },
    { id: 4, texts: ['fermor fermor', 'osborne'] },
    { id: 5, texts: ['osborne łódź', null] },
  ];
  const having = searchable(rows, ({ texts }) => texts);

  test.each([
    ['osborne', [1, 4, 5]],
    ['fermor', [2, 4]],
    ['o', [1, 2, 4, 5]],
    ['łódź', [5]],
    ['osbornes', []],
    // The end of one text and the begin of the next are no text, of one row or of two.
    ['morosb', []],
    ['rneosb', []],
  ])('is found once by %j', (text, ids) => {
    expect(having(text).map(({ id }) => id)).toEqual(ids);
  });
});
