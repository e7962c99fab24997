import { expect, test } from 'vitest';
import { bandOf, isQualifying, kilogramsByBand, mustAskAbout, weightBands } from './weights.ts';

test.each([
  ['0-1kg', 0.5, false],
  ['1-2kg', 1.5, false],
  ['2-3kg', 2.5, true],
  ['3kg+', 3.5, true],
] as const)('%s counts %d kg, qualifies: %s', (band, kilograms, qualifies) => {
  expect(kilogramsByBand[band]).toBe(kilograms);
  expect(isQualifying(band)).toBe(qualifies);
});

test.each([
  [0.05, '0-1kg'],
  [0.99, '0-1kg'],
  [1, '1-2kg'],
  [2, '2-3kg'],
  [2.99, '2-3kg'],
  [3, '3kg+'],
  [500, '3kg+'],
] as const)('%d kg measured are %s', (kilograms, band) => {
  expect(bandOf(kilograms)).toBe(band);
});

test.each([
  [40, null, false],
  [40.01, null, true],
  [44, 44, false],
  [45, 44, true],
])('whether a screen asks about %d kg after it asked about %s: %s', (kilograms, asked, expected) => {
  expect(mustAskAbout(kilograms, asked)).toBe(expected);
});

test('there are four bands, lightest first', () => {
  expect(weightBands).toEqual(['0-1kg', '1-2kg', '2-3kg', '3kg+']);
});
