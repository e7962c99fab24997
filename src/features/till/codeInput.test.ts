import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { readCode, codeError } from './codeInput.ts';

const LOOK_AGAIN = 'Codes never contain O, 0, I, L or 1. Look at that character again.';

describe('a code in the till’s field', () => {
  test.each([
    ['RR-7KM4QD', 'RR-7KM4QD'],
    ['rr-7km4qd', 'RR-7KM4QD'],
    ['  RR-7KM 4QD\n', 'RR-7KM4QD'],
    ['RR–7KM4QD', 'RR-7KM4QD'],
    ['RR7KM4QD', 'RR-7KM4QD'],
    ['7KM4QD', 'RR-7KM4QD'],
    ['https://reround.example/redeem?code=RR-7KM4QD', 'RR-7KM4QD'],
    ['https://reround.example/redeem?code=RR-7KM4QD&from=tag', 'RR-7KM4QD'],
    // A scanner that types the keys of another layout than the machine's.
    ['httpsÇ--reround.exampleÉREDEEMÉCODE=RR-ABC234', 'RR-ABC234'],
    ['httpsö&&reround.example&redeem_code´rrßabc234', 'RR-ABC234'],
    ["httpsÑ--reround.example-redeem_code¡RR'ABC234", 'RR-ABC234'],
    ['HTTPS>//REROUND.EXAMPLE/REDEEM,CODE?RR/ABC234', 'RR-ABC234'],
    ['RR🪴ABC234', 'RR-ABC234'],
    // The last of several, though an earlier one runs into it.
    ['RR-AAAAAA RR-BBBBBB', 'RR-BBBBBB'],
    ['we have arranged RR-ABC234', 'RR-ABC234'],
    ['RR-RRABC2', 'RR-RRABC2'],
  ])('%j means %s', (text, code) => {
    expect(readCode(text)).toBe(code);
    expect(codeError(text)).toBeNull();
  });

  test.each([
    ['RR-7K', 'RR-7K'],
    ['something else', 'SOMETHINGELSE'],
    ['https://elsewhere.example/10', 'HTTPS://ELSEWHERE.EXAMPLE/10'],
  ])('%j is left for the server to judge as %j', (text, code) => {
    expect(readCode(text)).toBe(code);
    expect(codeError(text)).toBeNull();
  });

  test.each(['RR-7KM4Q0', 'rr7km4ql', 'RR-1', '7KM4QO', 'https://reround.example/redeem?code=RR-I23456'])(
    '%j has a character that no code has',
    (text) => {
      expect(codeError(text)).toBe(LOOK_AGAIN);
    },
  );

  test.each(['', '   '])('%j is none', (text) => {
    expect(codeError(text)).toBe('Enter a reward code first.');
  });

  test('is found in whatever stands around it, in either case, whatever becomes of the hyphen', () => {
    const character = fc.constantFrom(...CODE_ALPHABET.split(''));
    const six = fc.array(character, { minLength: CODE_CHARACTERS, maxLength: CODE_CHARACTERS });
    const sign = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      // The sign for kelvins becomes a letter by this.
      .filter((text) => !/[a-z0-9]/.test(text.toLowerCase()));
    const separator = fc.oneof(fc.constantFrom('', '-', ' ', '–', 'É', 'ß', '='), sign);
    // What follows must not be read as part of a code itself.
    const after = fc.array(sign).map((signs) => signs.join(''));
    const around = fc.record({
      before: fc.string({ unit: 'binary' }),
      six,
      separator,
      after,
      lower: fc.boolean(),
    });
    fc.assert(
      fc.property(around, ({ before, six: drawn, separator: between, after: rest, lower }) => {
        const code = `RR${between}${drawn.join('')}`;
        expect(readCode(before + (lower ? code.toLowerCase() : code) + rest)).toBe(`RR-${drawn.join('')}`);
      }),
      { numRuns: 2000 },
    );
  });
});
