import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, makeFolder } from './flush.ts';

/** What a key is for. Each purpose has its own, so that a value made for one is worth nothing for another. */
export type KeyPurpose =
  | 'csrf-token'
  | 'partner-pin'
  | 'client-address'
  | 'client-network'
  | 'idempotent-request'
  | 'till'
  | 'backup';

/** The keys that the site's one secret yields. */
export class Secrets {
  readonly #keys = new Map<KeyPurpose, KeyObject>();
  readonly #secretKey: string;

  constructor(secretKey: string) {
    this.#secretKey = secretKey;
  }

  /** A keyed hash (HMAC-SHA-256, base64url): nobody without the key can find or check what was hashed. */
  hash(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Tells whether two sites have the same secret, without telling the secret. */
  fingerprint(): string {
    return this.hash('backup', 'fingerprint');
  }

  #key(purpose: KeyPurpose): KeyObject {
    const kept = this.#keys.get(purpose);
    if (kept) return kept;
    const bytes = Buffer.from(hkdfSync('sha256', this.#secretKey, '', `reround ${purpose}`, 32));
    const key = createSecretKey(bytes);
    this.#keys.set(purpose, key);
    return key;
  }
}

const secretKeyPath = (dataDirectory: string) => join(dataDirectory, 'secret.key');

/** The secret kept in the data directory, made there at the first start. */
export async function loadOrCreateSecretKey(dataDirectory: string): Promise<string> {
  const path = secretKeyPath(dataDirectory);
  try {
    const secretKey = randomBytes(48).toString('base64url');
    await keepSecretKey(dataDirectory, secretKey);
    return secretKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(path, 0o600);
    const secretKey = (await readFile(path, 'utf8')).trim();
    if (secretKey.length < 32) throw new Error(`${path} holds no usable key.`, { cause: error });
    return secretKey;
  }
}

/** Puts a secret in a data directory that has none, as a backup brings it. */
export async function keepSecretKey(dataDirectory: string, secretKey: string): Promise<void> {
  await makeFolder(dataDirectory);
  const file = await open(secretKeyPath(dataDirectory), 'wx', 0o600);
  await file.writeFile(secretKey);
  await file.sync();
  await file.close();
  await flush(dataDirectory);
}

/** The secret kept in a data directory; null where there is none yet. */
export async function keptSecretKey(dataDirectory: string): Promise<string | null> {
  try {
    return (await readFile(secretKeyPath(dataDirectory), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A token that nobody can guess: 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A text of `length` characters drawn evenly from an alphabet. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** SHA-256 as base64url, for values that are random enough to need no key. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Compares in a time that tells nothing about where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
