import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import { admins, partners, recoveryCodes, siteKey } from '#server/db/schema.ts';
import type { Environment } from './env.ts';
import { makeFolder, writeWhole } from './files.ts';
import { randomSecretKey, Secrets, SHORTEST_KEY } from './secrets.ts';

const IF_LOST =
  'if it is lost, `npm run key -- new` makes another, after which every partner needs a new PIN';

type KeySettings = Pick<Environment, 'secretKey' | 'dataDirectory'>;

/**
 * The secrets of the database's site. The first start stores the key's fingerprint, and makes the key in DATA_DIR unless one
 * is set. No other key is accepted later, because every partner's PIN would be lost. A start without a stored fingerprint
 * switches off all second factors.
 *
 * @throws Error with a sentence if the key is missing, unusable or another one.
 */
export async function openSecrets(executor: Executor, settings: KeySettings): Promise<Secrets> {
  const { secretKey, dataDirectory } = settings;
  const storedFingerprint = await findFingerprint(executor);
  const hadKeyBefore = storedFingerprint !== null || (await hasPartners(executor));
  const secrets = new Secrets(secretKey ?? (await readOrCreateKey(dataDirectory, hadKeyBefore)));
  // A backup restored without its key brings second factors that the new key does not open.
  if (storedFingerprint === null) await dropSecondFactors(executor);
  const fingerprint = storedFingerprint ?? (await storeFingerprint(executor, secrets));
  refuseOtherFingerprint(secrets, fingerprint, settings);
  return secrets;
}

/**
 * Checks the site's key without storing a fingerprint.
 *
 * @throws Error with a sentence if the key is not the database's.
 */
export async function refuseOtherKey(executor: Executor, settings: KeySettings): Promise<void> {
  const fingerprint = await findFingerprint(executor);
  if (fingerprint === null) throw new Error('The database belongs to no key yet: start the site once.');
  const key = settings.secretKey ?? (await readKeyFile(settings.dataDirectory));
  if (key === null) throw missingKey(settings.dataDirectory);
  refuseOtherFingerprint(new Secrets(key), fingerprint, settings);
}

/** Replaces the fingerprint of the database's key. Everything hashed or sealed with the former one becomes useless. */
export async function replaceFingerprint(transaction: Transaction, secrets: Secrets): Promise<void> {
  const values = { fingerprint: secrets.fingerprint() };
  await transaction.insert(siteKey).values(values).onConflictDoUpdate({ target: siteKey.id, set: values });
}

/**
 * Switches off all second factors, because a new key does not open their secrets.
 *
 * @returns the usernames of those who had one. Set-ups that were never finished are cleared too, but not reported.
 */
export async function dropSecondFactors(executor: Executor): Promise<string[]> {
  await executor.delete(recoveryCodes);
  const switchedOff = await executor
    .select({ username: admins.username })
    .from(admins)
    .where(isNotNull(admins.secondFactorSince))
    .orderBy(admins.id);
  await executor
    .update(admins)
    .set({ secondFactorSecret: null, secondFactorSince: null, secondFactorStep: null })
    .where(isNotNull(admins.secondFactorSecret));
  return switchedOff.map(({ username }) => username);
}

function refuseOtherFingerprint(
  secrets: Secrets,
  fingerprint: string,
  { secretKey, dataDirectory }: KeySettings,
): void {
  if (secrets.fingerprint() === fingerprint) return;
  const where = secretKey === undefined ? keyPath(dataDirectory) : 'SECRET_KEY';
  throw new Error(
    `${where} is not the key that the database belongs to, without which no partner's PIN is known. Put the right one there; ${IF_LOST}.`,
  );
}

function missingKey(dataDirectory: string): Error {
  return new Error(
    `${keyPath(dataDirectory)} is missing, without which no partner's PIN is known. Put it back, or set SECRET_KEY to what it held; ${IF_LOST}.`,
  );
}

/** The fingerprint of the database's key; null before the first start. */
export async function findFingerprint(executor: Executor): Promise<string | null> {
  const [row] = await executor.select().from(siteKey);
  return row?.fingerprint ?? null;
}

/** Stores the key's fingerprint, unless another process has just done so. @returns the stored one. */
async function storeFingerprint(executor: Executor, secrets: Secrets): Promise<string> {
  await executor.insert(siteKey).values({ fingerprint: secrets.fingerprint() }).onConflictDoNothing();
  const stored = await findFingerprint(executor);
  if (stored === null) throw new Error('The row of the site key was not stored.');
  return stored;
}

/**
 * Reads the key in a data directory, or creates one.
 *
 * @param hadKeyBefore whether the site has used a key before, so that a new one would be of no use.
 * @throws Error with a sentence if the key is unusable, or missing although the site had one.
 */
async function readOrCreateKey(dataDirectory: string, hadKeyBefore: boolean): Promise<string> {
  const key = await readKeyFile(dataDirectory);
  if (key !== null && key.length >= SHORTEST_KEY) return key;
  if (key !== null) {
    const remedy = hadKeyBefore
      ? `Put the site's key back into it; ${IF_LOST}.`
      : 'Remove it, and the site makes one.';
    throw new Error(
      `${keyPath(dataDirectory)} holds no usable key: it has fewer than ${SHORTEST_KEY} characters. ${remedy}`,
    );
  }
  if (hadKeyBefore) throw missingKey(dataDirectory);
  const newKey = randomSecretKey();
  await createKeyFile(dataDirectory, newKey);
  return newKey;
}

async function hasPartners(executor: Executor): Promise<boolean> {
  return (await executor.select({ id: partners.id }).from(partners).limit(1)).length > 0;
}

/** The file of the site's key, used if no SECRET_KEY is set. */
export const keyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key');

/** Reads the key in a data directory, and makes its file private; null if there is none. */
export async function readKeyFile(dataDirectory: string): Promise<string | null> {
  const path = keyPath(dataDirectory);
  try {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a key into a data directory. @throws Error if there is one already. */
export async function createKeyFile(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  if (existsSync(path)) throw new Error(`There is a key in ${path} already.`);
  await overwriteKeyFile(dataDirectory, key);
}

/** Writes a key into a data directory, over any other. */
export async function overwriteKeyFile(dataDirectory: string, key: string): Promise<void> {
  await makeFolder(dataDirectory);
  await writeWhole(keyPath(dataDirectory), key, 0o600);
}
