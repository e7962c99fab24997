import { describe, expect, test } from 'vitest';
import { digest, randomText, randomToken, sameText, Secrets } from './secrets.ts';

describe('a keyed hash', () => {
  const secrets = new Secrets('a secret key that only the tests know');

  test('depends on the text, the purpose and the secret', () => {
    const hash = secrets.hash('partner-pin', '12345678');
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(new Secrets('a secret key that only the tests know').hash('partner-pin', '12345678')).toBe(hash);
    expect(secrets.hash('partner-pin', '12345679')).not.toBe(hash);
    expect(secrets.hash('csrf-token', '12345678')).not.toBe(hash);
    expect(new Secrets('another secret key of another site').hash('partner-pin', '12345678')).not.toBe(hash);
  });

  test('is the same as in earlier versions, because stored PIN hashes depend on it', () => {
    expect(secrets.hash('partner-pin', '12345678')).toMatchInlineSnapshot(
      `"qxp0Muzm0uVavsiUjR2qYJTgZTVdhndf76oZQ_Ky3SA"`,
    );
  });

  test('does not show the secret to a log', () => {
    expect(JSON.stringify(secrets)).toBe('{}');
  });
});

describe('a sealed secret', () => {
  const site = new Secrets('the secret key that the site has');

  test('opens for its own site, and differs each time', () => {
    const sealed = site.sealSecondFactor('JBSWY3DPEHPK3PXP');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(site.sealSecondFactor('JBSWY3DPEHPK3PXP')).not.toBe(sealed);
    expect(site.openSecondFactor(sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(site.openMailedCode(site.sealMailedCode('123456'))).toBe('123456');
  });

  test('does not open for another site or purpose, or once altered', () => {
    const sealed = site.sealSecondFactor('JBSWY3DPEHPK3PXP');
    const altered = sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const otherSite = new Secrets('the secret key that another site has');
    for (const open of [
      () => otherSite.openSecondFactor(sealed),
      () => site.openMailedCode(sealed),
      () => site.openSecondFactor(altered),
      () => site.openSecondFactor(''),
    ]) {
      expect(open).toThrow(/authenticat|Invalid/);
    }
  });
});

test('random tokens have 256 bits and do not repeat', () => {
  const tokens = Array.from({ length: 1000 }, () => randomToken());
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(1000);
});

test('a random text uses all characters of its alphabet equally often', () => {
  const text = randomText('abc', 30_000);
  expect(text).toHaveLength(30_000);
  for (const character of 'abc') expect(text.split(character).length - 1).toBeGreaterThan(9_500);
});

test('a digest is SHA-256 as base64url', () => {
  expect(digest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['', '', true],
  ['é', 'e\u0301', false],
  ['é', 'ee', false],
])('%j and %j are the same text: %s', (left, right, same) => {
  expect(sameText(left, right)).toBe(same);
});
