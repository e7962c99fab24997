import { describe, expect, test } from 'vitest';
import {
  commandOf,
  type FindStep,
  isToBeAsked,
  isWholeMark,
  stepOfEnter,
  weighingOf,
  weighingWords,
  withLast,
} from './rules.ts';

describe('kilograms in the field of a bag claimed as 2-3kg', () => {
  test.each([
    ['', 'empty', null],
    ['  ', 'empty', null],
    ['2.4', 'claimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['2,4', 'claimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['2.', 'claimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['1.8', 'other', 'Claimed 2-3kg, this is 1-2kg.'],
    ['3', 'other', 'Claimed 2-3kg, this is 3kg+. Counts toward Gold.'],
    ['44', 'other', 'Claimed 2-3kg, this is 3kg+. Counts toward Gold.'],
    ['.', 'invalid', null],
    ['0.04', 'invalid', null],
    ['500.01', 'invalid', null],
    ['765432', 'invalid', null],
    ['1.2.3', 'invalid', null],
  ])('“%s” are %s', (text, kind, words) => {
    const weighing = weighingOf(text, '2-3kg');
    expect(weighing.kind).toBe(kind);
    expect(weighingWords(weighing, '2-3kg')?.join(' ').trim() ?? null).toBe(words);
  });
});

test.each([
  [40, null, false],
  [40.01, null, true],
  [44, 44, false],
  [45, 44, true],
])('%d kg after %s were asked about: %s', (kilograms, asked, expected) => {
  expect(isToBeAsked(kilograms, asked)).toBe(expected);
});

describe('Enter in the search field', () => {
  const search = { text: 'K7M', found: 1, isSettled: true, isScan: false };
  test.each<[string, Partial<typeof search>, FindStep]>([
    ['takes the one that is found', {}, 'weigh'],
    ['takes the chosen one of several', { found: 2 }, 'weigh'],
    ['waits for what is searched', { isSettled: false, found: 0 }, 'wait'],
    ['leads to the unclaimed bag where none is found', { found: 0 }, 'unclaimed'],
    ['does nothing where nothing waits', { text: '', found: 0 }, 'nothing'],
    ['of a scanner takes the one that is found', { isScan: true }, 'weigh'],
    ['of a scanner chooses none of several', { isScan: true, found: 2 }, 'nothing'],
    ['of a scanner counts no bag', { isScan: true, found: 0 }, 'nothing'],
    ['of a scanner waits for what is searched', { isScan: true, isSettled: false }, 'wait'],
  ])('%s', (_, change, step) => {
    expect(stepOfEnter({ ...search, ...change })).toBe(step);
  });
});

describe('a text goes on by itself', () => {
  const bag = { mark: 'K7M' };
  test.each([
    ['K7M', [bag], true],
    ['k7m', [bag], true],
    ['K7', [bag], false],
    ['K7MA', [bag], false],
    ['K7M', [], false],
    ['K7M', [{ mark: null }], false],
    ['K7M', [bag, { mark: 'W3D' }], false],
    ['K7MA', [{ mark: 'K7MA' }], true],
  ])('%s among %j: %s', (text, found, expected) => {
    expect(isWholeMark(text, found)).toBe(expected);
  });
});

test.each([
  ['r', 'reject'],
  ['R', 'reject'],
  ['-', 'reject'],
  ['s', 'skip'],
  ['+', 'skip'],
  ['e', 'accept'],
  ['*', 'accept'],
  ['u', 'undo'],
  ['/', 'undo'],
  ['z', 'enlarge'],
  ['c', undefined],
  ['1', undefined],
  ['constructor', undefined],
])('the key %s: %s', (key, command) => {
  expect(commandOf(key)).toBe(command);
});

test('what was skipped comes last, in the order in which it was skipped', () => {
  const ids = (putLast: number[]) => withLast([{ id: 1 }, { id: 2 }, { id: 3 }], putLast).map(({ id }) => id);
  expect(ids([])).toEqual([1, 2, 3]);
  expect(ids([2])).toEqual([1, 3, 2]);
  expect(ids([2, 1])).toEqual([3, 2, 1]);
  expect(ids([9, 3])).toEqual([1, 2, 3]);
});
