import { describe, expect, test } from 'vitest';
import { digest, randomPinKey, randomText, randomToken, sameText, Secrets } from './secrets.ts';

describe('a keyed hash', () => {
  const secrets = new Secrets('a secret key that only the tests know');

  test('is the same for the same text, purpose and secret, and another for any other', () => {
    const hash = secrets.hash('partner-pin', '12345678');
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(new Secrets('a secret key that only the tests know').hash('partner-pin', '12345678')).toBe(hash);
    expect(secrets.hash('partner-pin', '12345679')).not.toBe(hash);
    expect(secrets.hash('csrf-token', '12345678')).not.toBe(hash);
    expect(new Secrets('another secret key of another site').hash('partner-pin', '12345678')).not.toBe(hash);
  });

  test('stays what it was in an earlier version: kept PIN hashes depend on it', () => {
    expect(secrets.hash('partner-pin', '12345678')).toMatchInlineSnapshot(
      `"qxp0Muzm0uVavsiUjR2qYJTgZTVdhndf76oZQ_Ky3SA"`,
    );
  });

  test('does not show the secret to a log', () => {
    expect(JSON.stringify(secrets)).toBe('{}');
  });
});

describe('the key of PIN hashes', () => {
  const before = new Secrets('the secret key that the site had');
  const hash = (secrets: Secrets) => secrets.hash('partner-pin', '12345678');

  test('opens with the secret that sealed it, and with no other', () => {
    const sealed = before.renewed('any secret').renewed('the secret key that the site had').sealPinKey();
    expect(sealed).toMatch(/^[\w-]{80}$/);
    expect(hash(before.withPinKey(sealed))).toBe(hash(before));
    const altered = sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const [secret, text] of [
      ['another secret', sealed],
      ['the secret key that the site had', altered],
      ['the secret key that the site had', ''],
    ] as const) {
      expect(() => new Secrets(secret).withPinKey(text)).toThrow(
        'The key of PIN hashes in the database was altered. Restore the newest backup.',
      );
    }
  });

  test('stays what it was under another secret, and nothing else does', () => {
    const after = before.renewed('the secret key that the site has now');
    expect(hash(after)).toBe(hash(before));
    expect(hash(new Secrets('the secret key that the site has now').withPinKey(after.sealPinKey()))).toBe(
      hash(before),
    );
    expect(after.fingerprint()).not.toBe(before.fingerprint());
    expect(after.hash('csrf-token', 'x')).not.toBe(before.hash('csrf-token', 'x'));
  });
});

test('what was mailed, printed or left in a donor’s browser is good with the site’s next key too', () => {
  const site = new Secrets('the secret key that the site had', randomPinKey());
  const next = new Secrets('the next').withPinKey(site.renewed('the next').sealPinKey());
  for (const purpose of ['mail-link', 'sign-in-code'] as const) {
    expect(next.hash(purpose, 'x')).toBe(site.hash(purpose, 'x'));
  }
  expect(next.openMailedCode(site.sealMailedCode('123456'))).toBe('123456');
});

describe('a second factor’s secret', () => {
  const site = new Secrets('the secret key that the site had', randomPinKey());

  test('opens with the site’s next key too, since that leaves the key of PIN hashes as it is', () => {
    const sealed = site.sealSecondFactor('JBSWY3DPEHPK3PXP');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(site.sealSecondFactor('JBSWY3DPEHPK3PXP')).not.toBe(sealed);
    const next = new Secrets('the next').withPinKey(site.renewed('the next').sealPinKey());
    expect(next.openSecondFactor(sealed)).toBe('JBSWY3DPEHPK3PXP');
  });

  test('opens for no other site, nor once it was altered', () => {
    const sealed = site.sealSecondFactor('JBSWY3DPEHPK3PXP');
    const other = new Secrets('the secret key that the site had', randomPinKey());
    expect(() => other.openSecondFactor(sealed)).toThrow(/authenticat|Invalid/);
    expect(() => site.openSecondFactor(sealed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toThrow(
      /authenticat|Invalid/,
    );
    expect(() => site.openSecondFactor('')).toThrow(/authenticat|Invalid/);
  });
});

test('a random token has 256 bits and never comes twice', () => {
  const tokens = Array.from({ length: 1000 }, () => randomToken());
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(1000);
});

test('a random text uses each character of its alphabet about as often as the others', () => {
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
