import { expect, test } from 'vitest';
import { isQualifying, kilogramsByBand, weightBands } from './weights.ts';

test.each([
  ['0-1kg', 0.5, false],
  ['1-2kg', 1.5, false],
  ['2-3kg', 2.5, true],
  ['3kg+', 3.5, true],
] as const)('%s counts %d kg, qualifies: %s', (band, kilograms, qualifies) => {
  expect(kilogramsByBand[band]).toBe(kilograms);
  expect(isQualifying(band)).toBe(qualifies);
});

test('there are four bands, lightest first', () => {
  expect(weightBands).toEqual(['0-1kg', '1-2kg', '2-3kg', '3kg+']);
});
