import { describe, expect, test } from 'vitest';
import { findDecidedIds } from './useSelection.ts';

describe('the decided rows of a page are', () => {
  test.each([
    ['the first', [1, 2, 3], [2, 3], true, [1]],
    ['the last', [1, 2, 3], [1, 2], true, [3]],
    ['all', [1, 2, 3], [], true, [1, 2, 3]],
    ['the first, and the next page gives one', [1, 2, 3], [2, 3, 4], true, [1]],
    ['the last, and the next page gives one', [1, 2, 3], [1, 2, 4], true, [3]],
    ['none: a newer one pushes the last to the next page', [1, 2, 3], [9, 1, 2], true, []],
    ['one between, not the one that was pushed', [1, 2, 3, 4], [9, 8, 1, 3], true, [2]],
    ['none: the first moved to the page before', [1, 2, 3], [2, 3, 4], false, []],
    ['none: all moved to the page before', [1, 2, 3], [4, 5, 6], false, []],
    ['one between on a later page', [1, 2, 3, 4], [2, 4, 5, 6], false, [3]],
    ['the first of the last page', [1, 2, 3], [2, 3], false, [1]],
  ])('%s', (_, before, now, isFirstPage, decided) => {
    expect(findDecidedIds(before, now, isFirstPage)).toEqual(decided);
  });
});
