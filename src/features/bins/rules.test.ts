import { describe, expect, test } from 'vitest';
import { binAddresses, qrState } from './rules.ts';

const BIN = { id: 7, binCode: 'UC_EAST', location: 'University Centre, east & main' };
const URL_ = 'https://reround.example';

describe("a bin's QR codes", () => {
  const { log, report } = binAddresses(URL_, BIN);

  test('lead to the log form with code and location, and to the report page with number and code', () => {
    expect(log).toBe(`${URL_}/log?bin=UC_EAST&location=University+Centre%2C+east+%26+main`);
    expect(report).toBe(`${URL_}/report-overflow?bin=7&code=UC_EAST`);
  });

  test('have the code and the location unchanged once parsed', () => {
    expect(Object.fromEntries(new URL(log).searchParams)).toEqual({
      bin: BIN.binCode,
      location: BIN.location,
    });
  });

  test.each([
    [null, 'missing'],
    [log, 'current'],
    [log.replace('east', 'west'), 'outdated'],
    [log.replace(URL_, 'http://localhost:3000'), 'outdated'],
  ])('with the address %s are %s', (qrCode, state) => {
    expect(qrState(URL_, { ...BIN, qrCode })).toBe(state);
  });
});
