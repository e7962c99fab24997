import { expect, test } from 'vitest';
import * as french from '#french/formats.ts';
import * as english from '#words/formats.ts';

test.each([
  [0, ['0.0', '0'], ['0,0', '0']],
  [92.5, ['92.5', '92.5'], ['92,5', '92,5']],
  [0.05, ['0.1', '0.1'], ['0,1', '0,1']],
  [999.95, ['1,000.0', '1,000'], ['1\u00a0000,0', '1\u00a0000']],
  [1_234_567.5, ['1,234,567.5', '1,234,567.5'], ['1\u00a0234\u00a0567,5', '1\u00a0234\u00a0567,5']],
])('%d kilograms read %j in English and %j in French, as a figure and as a goal', (kilograms, ...read) => {
  const readBy = ({ formatKilograms }: typeof english) => [
    formatKilograms(kilograms),
    formatKilograms(kilograms, 0),
  ];
  expect([readBy(english), readBy(french)]).toEqual(read);
});

test('a count has its thousands apart', () => {
  expect([999, 12_345].map(english.formatCount)).toEqual(['999', '12,345']);
  expect([999, 12_345].map(french.formatCount)).toEqual(['999', '12\u00a0345']);
});
