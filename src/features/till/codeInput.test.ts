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
    // Typed by a scanner with another keyboard layout than the device's.
    ['httpsÇ--reround.exampleÉREDEEMÉCODE=RR-ABC234', 'RR-ABC234'],
    ['httpsö&&reround.example&redeem_code´rrßabc234', 'RR-ABC234'],
    ["httpsÑ--reround.example-redeem_code¡RR'ABC234", 'RR-ABC234'],
    ['HTTPS>//REROUND.EXAMPLE/REDEEM,CODE?RR/ABC234', 'RR-ABC234'],
    ['RR🪴ABC234', 'RR-ABC234'],
    // The last of several codes counts, even if an earlier one runs into it.
    ['RR-AAAAAA RR-BBBBBB', 'RR-BBBBBB'],
    ['we have arranged RR-ABC234', 'RR-ABC234'],
    ['RR-RRABC2', 'RR-RRABC2'],
  ])('%j is read as %s', (text, code) => {
    expect(readCode(text)).toBe(code);
    expect(codeError(text)).toBeNull();
  });

  test.each([
    ['RR-7K', 'RR-7K'],
    ['something else', 'SOMETHINGELSE'],
    ['https://elsewhere.example/10', 'HTTPS://ELSEWHERE.EXAMPLE/10'],
  ])('%j is sent to the server as %j', (text, code) => {
    expect(readCode(text)).toBe(code);
    expect(codeError(text)).toBeNull();
  });

  test.each(['RR-7KM4Q0', 'rr7km4ql', 'RR-1', '7KM4QO', 'https://reround.example/redeem?code=RR-I23456'])(
    '%j has a character that no code has',
    (text) => {
      expect(codeError(text)).toBe(LOOK_AGAIN);
    },
  );

  test.each(['', '   '])('%j is no code', (text) => {
    expect(codeError(text)).toBe('Enter a reward code first.');
  });

  test('is found within any text, in capitals or small letters, with any separator', () => {
    const character = fc.constantFrom(...CODE_ALPHABET.split(''));
    const characters = fc.array(character, { minLength: CODE_CHARACTERS, maxLength: CODE_CHARACTERS });
    const sign = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      // toLowerCase turns the kelvin sign into a letter.
      .filter((text) => !/[a-z0-9]/.test(text.toLowerCase()));
    const separator = fc.oneof(fc.constantFrom('', '-', ' ', '–', 'É', 'ß', '='), sign);
    // The text after the code must not itself be read as part of a code.
    const after = fc.array(sign).map((signs) => signs.join(''));
    const scans = fc.record({
      before: fc.string({ unit: 'binary' }),
      characters,
      separator,
      after,
      isLowerCase: fc.boolean(),
    });
    fc.assert(
      fc.property(scans, (scan) => {
        const sixCharacters = scan.characters.join('');
        const code = `RR${scan.separator}${sixCharacters}`;
        const scannedCode = scan.isLowerCase ? code.toLowerCase() : code;
        expect(readCode(scan.before + scannedCode + scan.after)).toBe(`RR-${sixCharacters}`);
      }),
      { numRuns: 2000 },
    );
  });
});
