import { mkdtemp, readFile, rm, stat, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digest, loadOrCreateSecretKey, randomText, randomToken, sameText, Secrets } from './secrets.ts';

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

describe('the secret key in the data directory', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reround-secrets-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('is made at the first start, for its owner only, and is the same from then on', async () => {
    const data = join(directory, 'not', 'there', 'yet');
    const made = await loadOrCreateSecretKey(data);
    expect(made.length).toBeGreaterThanOrEqual(64);
    expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await loadOrCreateSecretKey(data)).toBe(made);
    expect(await loadOrCreateSecretKey(directory)).not.toBe(made);
  });

  test('is taken as it is from a file that someone put there, which only its owner may read from then on', async () => {
    const path = join(directory, 'secret.key');
    await writeFile(path, `${'k'.repeat(40)}\n`);
    await chmod(path, 0o644);
    expect(await loadOrCreateSecretKey(directory)).toBe('k'.repeat(40));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test.each(['', 'short\n'])('is never replaced, nor taken when it is unusable: %j', async (content) => {
    const path = join(directory, 'secret.key');
    await writeFile(path, content);
    await expect(loadOrCreateSecretKey(directory)).rejects.toThrow(`${path} holds no usable key`);
    expect(await readFile(path, 'utf8')).toBe(content);
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
