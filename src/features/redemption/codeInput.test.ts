import { describe, expect, test } from 'vitest';
import { asTyped, readCode } from './codeInput.ts';

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
  ])('%j means %s', (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  test.each([
    ['', ''],
    ['   ', ''],
    ['RR-7K', 'RR-7K'],
    ['something else', 'SOMETHINGELSE'],
  ])('%j is left for the server to judge as %j', (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  test('is upper-cased and loses its spaces while it is typed', () => {
    expect(asTyped('rr-7 k')).toBe('RR-7K');
  });
});
