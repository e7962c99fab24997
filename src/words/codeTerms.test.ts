import { describe, expect, test } from 'vitest';
import * as french from '#french/rewards.tsx';
import * as english from '#words/rewards.tsx';

const once = { usesPerCode: 1, daysValid: 1 };
const twice = { usesPerCode: 2, daysValid: 30 };
const often = { usesPerCode: 5, daysValid: 365 };

describe('what a code is good for', () => {
  test('in English', () => {
    const { termsLabel, termsSentence } = english;
    expect(termsSentence(once)).toBe('Each code can be used once within 1 day.');
    expect(termsSentence(twice)).toBe('Each code can be used twice within 30 days.');
    expect(termsSentence(often)).toBe('Each code can be used 5 times within 365 days.');
    expect([once, twice].map(termsLabel)).toEqual(['1 use, 1 day', '2 uses, 30 days']);
  });

  test('in French', () => {
    const { termsLabel, termsSentence } = french;
    expect(termsSentence(once)).toBe('Chaque code peut servir une fois en 1\u00a0jour.');
    expect(termsSentence(twice)).toBe('Chaque code peut servir deux fois en 30\u00a0jours.');
    expect(termsSentence(often)).toBe('Chaque code peut servir 5 fois en 365\u00a0jours.');
    expect([once, twice].map(termsLabel)).toEqual([
      '1\u00a0utilisation, 1\u00a0jour',
      '2\u00a0utilisations, 30\u00a0jours',
    ]);
  });
});
