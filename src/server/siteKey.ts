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
 * is set. No other key is accepted later, because every partner's PIN would be lost.
 *
 * @throws Error with a sentence if the key is missing, unusable or another one.
 */
export async function openSecrets(executor: Executor, settings: KeySettings): Promise<Secrets> {
  const { secretKey, dataDirectory } = settings;
  const fingerprint = await findFingerprint(executor);
  const key =
    secretKey ?? (await keyInDirectory(dataDirectory, fingerprint !== null || (await isAnyPin(executor))));
  const secrets = new Secrets(key);
  refuseOther(secrets, fingerprint ?? (await storeFingerprint(executor, secrets)), settings);
  return secrets;
}

/**
 * Checks the site's key without changing anything.
 *
 * @throws Error with a sentence if the key is not the database's.
 */
export async function refuseOtherKey(executor: Executor, settings: KeySettings): Promise<void> {
  const fingerprint = await findFingerprint(executor);
  if (fingerprint === null) throw new Error('The database belongs to no key yet: start the site once.');
  const key = settings.secretKey ?? (await readKey(settings.dataDirectory));
  if (key === null) throw missingKey(settings.dataDirectory);
  refuseOther(new Secrets(key), fingerprint, settings);
}

/** Gives the database another key. Everything hashed or sealed with the former one becomes useless. */
export async function replaceSiteKey(transaction: Transaction, secrets: Secrets): Promise<void> {
  const values = { fingerprint: secrets.fingerprint() };
  await transaction.insert(siteKey).values(values).onConflictDoUpdate({ target: siteKey.id, set: values });
}

/**
 * Switches off all second factors, because a new key does not open their secrets.
 *
 * @returns the usernames of those who had one.
 */
export async function dropSecondFactors(executor: Executor): Promise<string[]> {
  await executor.delete(recoveryCodes);
  const before = await executor
    .select({ username: admins.username })
    .from(admins)
    .where(isNotNull(admins.secondFactorSince))
    .orderBy(admins.id);
  await executor
    .update(admins)
    .set({ secondFactorSecret: null, secondFactorSince: null, secondFactorStep: null })
    .where(isNotNull(admins.secondFactorSecret));
  return before.map(({ username }) => username);
}

function refuseOther(secrets: Secrets, fingerprint: string, { secretKey, dataDirectory }: KeySettings): void {
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
async function findFingerprint(executor: Executor): Promise<string | null> {
  const [row] = await executor.select().from(siteKey);
  return row?.fingerprint ?? null;
}

/** Stores the key's fingerprint, unless another process has just done so. @returns the stored one. */
async function storeFingerprint(executor: Executor, secrets: Secrets): Promise<string> {
  // A backup restored without its key brings second factors that the new key does not open.
  await dropSecondFactors(executor);
  await executor.insert(siteKey).values({ fingerprint: secrets.fingerprint() }).onConflictDoNothing();
  const stored = await findFingerprint(executor);
  if (stored === null) throw new Error('The row of the site key was not stored.');
  return stored;
}

/** @param isNeeded the site has had a key already, so that a new one is of no use. */
async function keyInDirectory(dataDirectory: string, isNeeded: boolean): Promise<string> {
  const key = await readKey(dataDirectory);
  if (key !== null && key.length >= SHORTEST_KEY) return key;
  if (key !== null) {
    const remedy = isNeeded
      ? `Put the site's key back into it; ${IF_LOST}.`
      : 'Remove it, and the site makes one.';
    throw new Error(
      `${keyPath(dataDirectory)} holds no usable key: it has fewer than ${SHORTEST_KEY} characters. ${remedy}`,
    );
  }
  if (isNeeded) throw missingKey(dataDirectory);
  const made = randomSecretKey();
  await storeKey(dataDirectory, made);
  return made;
}

async function isAnyPin(executor: Executor): Promise<boolean> {
  return (await executor.select({ id: partners.id }).from(partners).limit(1)).length > 0;
}

/** The file of the site's key, used if no SECRET_KEY is set. */
export const keyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key');

/** Reads the key in a data directory, and makes its file private; null if there is none. */
export async function readKey(dataDirectory: string): Promise<string | null> {
  const path = keyPath(dataDirectory);
  try {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Puts a key in a data directory. @throws Error if there is one already. */
export async function storeKey(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  if (existsSync(path)) throw new Error(`There is a key in ${path} already.`);
  await replaceKey(dataDirectory, key);
}

/** Puts a key in a data directory, replacing any other. */
export async function replaceKey(dataDirectory: string, key: string): Promise<void> {
  await makeFolder(dataDirectory);
  await writeWhole(keyPath(dataDirectory), key, 0o600);
}
