import { describe, expect, test } from 'vitest';
import * as french from '#french/formats.ts';
import * as english from '#words/formats.ts';

describe('in English', () => {
  const { formatKilograms } = english;
  test.each([
    [0, '0.0', '0'],
    [92.5, '92.5', '92.5'],
    [0.05, '0.1', '0.1'],
    [999.95, '1,000.0', '1,000'],
    [1204, '1,204.0', '1,204'],
    [1_234_567.5, '1,234,567.5', '1,234,567.5'],
  ])('%d read %s, as a goal %s', (kilograms, figure, goal) => {
    expect(formatKilograms(kilograms)).toBe(figure);
    expect(formatKilograms(kilograms, 0)).toBe(goal);
  });
});

const counts = [0, 1, 999, 1000, 12_345, 999_999, 1_234_567];
const kilograms = [0, 0.04, 0.05, 92.5, 999.94, 999.95, 1204, 12_345.5, 1_234_567.5];

test.each([
  ['en-CA', english],
  ['fr-CA', french],
] as const)('numbers read as Intl writes them for %s', (locale, words) => {
  const whole = new Intl.NumberFormat(locale);
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  expect(counts.map(words.formatCount)).toEqual(counts.map((count) => whole.format(count)));
  expect(kilograms.map((amount) => words.formatKilograms(amount))).toEqual(
    kilograms.map((amount) => figure.format(amount)),
  );
});
