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

/** What a key is for. Each purpose has its own, so that a value made for one is worth nothing for another. */
type KeyPurpose =
  | 'csrf-token'
  | 'partner-pin'
  | 'pin-key'
  | 'second-factor'
  | 'client-address'
  | 'client-network'
  | 'idempotent-request'
  | 'mailbox'
  | 'sign-in-code'
  | 'mailed-code'
  | 'mail-link'
  | 'backup';

/**
 * Whose keys follow from the one that a new secret leaves as it is: what is sealed must open with the site's next secret, too,
 * and what is out of the house for long (links in mails) must work on.
 */
const lasting: ReadonlySet<KeyPurpose> = new Set([
  'second-factor',
  'sign-in-code',
  'mailed-code',
  'mail-link',
]);

/** A key that the site makes is much longer; one that someone set is warned of where it is shorter. */
export const SHORTEST_KEY = 32;

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of PIN hashes that no secret yields: who learns a site's secret later still needs the database for it. */
export const randomPinKey = (): Buffer => randomBytes(32);

/** A secret of the site's own making: 384 random bits, base64url. */
export const randomSecretKey = (): string => randomBytes(48).toString('base64url');

/** The keys that the site's one secret yields. */
export class Secrets {
  readonly #keys = new Map<KeyPurpose, KeyObject>();
  readonly #secretKey: string;

  /** PINs are hashed with a key of the secret's own, as long as the database has no other. */
  constructor(secretKey: string, pinKey?: Buffer) {
    this.#secretKey = secretKey;
    if (pinKey) this.#keys.set('partner-pin', createSecretKey(pinKey));
  }

  /** A keyed hash (HMAC-SHA-256, base64url): nobody without the key can find or check what was hashed. */
  hash(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Tells whether two sites have the same secret, without telling the secret. */
  fingerprint(): string {
    return this.hash('backup', 'fingerprint');
  }

  /** The key of PIN hashes, encrypted so that only this secret opens it. */
  sealPinKey(): string {
    return seal(this.#key('pin-key'), this.#key('partner-pin').export());
  }

  /**
   * The same secret with the key of PIN hashes that it sealed.
   *
   * @throws Error if another secret sealed it, or it was altered.
   */
  withPinKey(sealed: string): Secrets {
    try {
      return new Secrets(this.#secretKey, open(this.#key('pin-key'), sealed));
    } catch (error) {
      throw new Error('The key of PIN hashes in the database was altered. Restore the newest backup.', {
        cause: error,
      });
    }
  }

  /** The secret of an admin's second factor, encrypted so that only this site opens it. */
  sealSecondFactor(secret: string): string {
    return seal(this.#key('second-factor'), Buffer.from(secret));
  }

  /** @throws Error if another site sealed it, or it was altered. */
  openSecondFactor(sealed: string): string {
    return open(this.#key('second-factor'), sealed).toString();
  }

  /** A sign-in code on its way into a mail, encrypted so that the outbox does not tell it. */
  sealMailedCode(code: string): string {
    return seal(this.#key('mailed-code'), Buffer.from(code));
  }

  /** @throws Error if another site sealed it, or it was altered. */
  openMailedCode(sealed: string): string {
    return open(this.#key('mailed-code'), sealed).toString();
  }

  /** Another secret that hashes PINs, opens second factors and knows what was mailed as this one does. */
  renewed(secretKey: string): Secrets {
    return new Secrets(secretKey, this.#key('partner-pin').export());
  }

  #key(purpose: KeyPurpose): KeyObject {
    const kept = this.#keys.get(purpose);
    if (kept) return kept;
    const root = lasting.has(purpose) ? this.#key('partner-pin').export() : this.#secretKey;
    const bytes = Buffer.from(hkdfSync('sha256', root, '', `reround ${purpose}`, 32));
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

/** Compares in a time that tells nothing about where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
