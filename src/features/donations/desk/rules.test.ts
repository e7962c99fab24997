import { describe, expect, test } from 'vitest';
import {
  findCommand,
  type EnterAction,
  isMarkOfOnlyDonation,
  chooseEnterAction,
  parseMeasurement,
  describeMeasurement,
  moveSkippedToEnd,
} from './rules.ts';

describe('kilograms in the field of a bag claimed as 2-3kg', () => {
  test.each([
    ['', 'empty', null],
    ['  ', 'empty', null],
    ['2.4', 'asClaimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['2,4', 'asClaimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['2.', 'asClaimed', '2-3kg, as claimed. Counts toward Gold.'],
    ['1.8', 'differs', 'Claimed 2-3kg, this is 1-2kg.'],
    ['3', 'differs', 'Claimed 2-3kg, this is 3kg+. Counts toward Gold.'],
    ['44', 'differs', 'Claimed 2-3kg, this is 3kg+. Counts toward Gold.'],
    ['.', 'invalid', null],
    ['0.04', 'invalid', null],
    ['500.01', 'invalid', null],
    ['765432', 'invalid', null],
    ['1.2.3', 'invalid', null],
  ])('read from “%s” are %s', (text, kind, sentences) => {
    const measurement = parseMeasurement(text, '2-3kg');
    expect(measurement.kind).toBe(kind);
    const description = describeMeasurement(measurement, '2-3kg');
    const shown = description && `${description.comparison} ${description.goldNote}`.trim();
    expect(shown).toBe(sentences);
  });
});

describe('Enter in the search field', () => {
  const search = { text: 'K7M', foundCount: 1, isSettled: true, isScan: false };
  test.each<[string, Partial<typeof search>, EnterAction]>([
    ['takes the only donation found', {}, 'weigh'],
    ['takes the chosen one of several', { foundCount: 2 }, 'weigh'],
    ['waits for a running search', { isSettled: false, foundCount: 0 }, 'wait'],
    ['starts an unclaimed bag if none is found', { foundCount: 0 }, 'unclaimed'],
    ['does nothing if no donation waits', { text: '', foundCount: 0 }, 'nothing'],
    ['from a scanner takes the only donation found', { isScan: true }, 'weigh'],
    ['from a scanner takes none of several', { isScan: true, foundCount: 2 }, 'nothing'],
    ['from a scanner starts no unclaimed bag', { isScan: true, foundCount: 0 }, 'nothing'],
    ['from a scanner waits for a running search', { isScan: true, isSettled: false }, 'wait'],
  ])('%s', (_, changes, action) => {
    expect(chooseEnterAction({ ...search, ...changes })).toBe(action);
  });
});

describe('whether a text is the mark of the only donation found', () => {
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
    expect(isMarkOfOnlyDonation(text, found)).toBe(expected);
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
])('the key %s has the command %s', (key, command) => {
  expect(findCommand(key)).toBe(command);
});

test('skipped donations come last, in the order in which they were skipped', () => {
  const donations = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const ids = (skippedIds: number[]) => moveSkippedToEnd(donations, skippedIds).map(({ id }) => id);
  expect(ids([])).toEqual([1, 2, 3]);
  expect(ids([2])).toEqual([1, 3, 2]);
  expect(ids([2, 1])).toEqual([3, 2, 1]);
  expect(ids([9, 3])).toEqual([1, 2, 3]);
});
