import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Each purpose has a key of its own, so that a value made for one is worth nothing for another. */
type KeyPurpose =
  | 'csrf-token'
  | 'partner-pin'
  | 'second-factor'
  | 'client-address'
  | 'client-network'
  | 'idempotent-request'
  | 'mailbox'
  | 'sign-in-code'
  | 'mailed-code'
  | 'mail-link'
  | 'backup';

/** Characters of a secret key. A shorter SECRET_KEY gets a warning, a shorter secret.key is refused. */
export const SHORTEST_KEY = 32;

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret key: 384 random bits, base64url. */
export const randomSecretKey = (): string => randomBytes(48).toString('base64url');

/** The keys derived from the site's secret key. */
export class Secrets {
  readonly #keys = new Map<KeyPurpose, KeyObject>();
  readonly #secretKey: string;

  constructor(secretKey: string) {
    this.#secretKey = secretKey;
  }

  /** A keyed hash (HMAC-SHA-256, base64url), which nobody can check or guess without the key. */
  hash(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Identifies the secret key without revealing it. Another purpose would change the stored fingerprints. */
  fingerprint(): string {
    return this.hash('backup', 'fingerprint');
  }

  /** Encrypts the secret of an admin's second factor. */
  sealSecondFactor(secret: string): string {
    return seal(this.#key('second-factor'), Buffer.from(secret));
  }

  /** @throws Error if another site sealed it, or it was altered. */
  openSecondFactor(sealed: string): string {
    return open(this.#key('second-factor'), sealed).toString();
  }

  /** Encrypts a mailed code that waits in the outbox. */
  sealMailedCode(code: string): string {
    return seal(this.#key('mailed-code'), Buffer.from(code));
  }

  /** @throws Error if another site sealed it, or it was altered. */
  openMailedCode(sealed: string): string {
    return open(this.#key('mailed-code'), sealed).toString();
  }

  #key(purpose: KeyPurpose): KeyObject {
    const existing = this.#keys.get(purpose);
    if (existing) return existing;
    const bytes = Buffer.from(hkdfSync('sha256', this.#secretKey, '', `reround ${purpose}`, 32));
    const key = createSecretKey(bytes);
    this.#keys.set(purpose, key);
    return key;
  }
}

/** Encrypts by AES-256-GCM, as base64url. */
function seal(key: KeyObject, bytes: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SEAL, key, nonce);
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** @throws Error if another key sealed it, or it was altered. */
function open(key: KeyObject, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv(SEAL, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
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

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
