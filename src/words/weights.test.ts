import { describe, expect, test } from 'vitest';
import * as french from '#french/formats.ts';
import { isQualifying, weightBands } from '#shared/weights.ts';
import * as english from '#words/formats.ts';

describe('in English', () => {
  test.each([
    ['0-1kg', 'Less than 1kg', 'Less than 1kg'],
    ['1-2kg', '1-2kg', '1-2kg'],
    ['2-3kg', '2-3kg (Qualifying)', '2-3kg'],
    ['3kg+', '3kg+ (Qualifying)', '3kg+'],
  ] as const)('%s reads "%s" in a select, else "%s"', (band, label, name) => {
    expect(english.weightLabels[band]).toBe(label);
    expect(english.weightName(band)).toBe(name);
    expect(english.weightRange(band)).toBe(band);
  });
});

test.each([english, french])(
  'a select says of the qualifying bands, and of no others, that they qualify',
  (words) => {
    for (const band of weightBands) {
      expect(words.weightLabels[band].startsWith(words.weightName(band))).toBe(true);
      expect(words.weightLabels[band].endsWith(')')).toBe(isQualifying(band));
    }
  },
);

test('French parts no number from its unit', () => {
  const { weightLabels, weightName, weightRange } = french;
  const said = weightBands.flatMap((band) => [weightLabels[band], weightName(band), weightRange(band)]);
  expect(said.filter((text) => !/\d\u00a0kg/.test(text))).toEqual([]);
});
