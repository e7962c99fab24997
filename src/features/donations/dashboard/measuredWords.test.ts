import { expect, test } from 'vitest';
import { measuredWords } from './measuredWords.ts';

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
