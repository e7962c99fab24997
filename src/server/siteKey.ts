import { isNotNull } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { Environment } from './env.ts';
import { admins, partners, recoveryCodes, siteKey } from '#server/db/schema.ts';
import { randomSecretKey, Secrets, SHORTEST_KEY } from './secrets.ts';
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeWhole } from './files.ts';

const IF_LOST =
  'if it is lost, `npm run key -- new` makes another, after which every partner needs a new PIN';

type KeySettings = Pick<Environment, 'secretKey' | 'dataDirectory'>;

/**
 * The secrets of the site that a database belongs to. The first to ask for them stores which key that is, made in DATA_DIR if
 * none is set; from then on no other is taken, since no partner's PIN would be known.
 *
 * @throws Error with a sentence where the key is missing, unusable or another.
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
 * Changes nothing, unlike `openSecrets`.
 *
 * @throws Error with a sentence where the key is not the one that the database belongs to.
 */
export async function refuseOtherKey(executor: Executor, settings: KeySettings): Promise<void> {
  const fingerprint = await findFingerprint(executor);
  if (fingerprint === null) throw new Error('The database belongs to no key yet: start the site once.');
  const key = settings.secretKey ?? (await readKey(settings.dataDirectory));
  if (key === null) throw missingKey(settings.dataDirectory);
  refuseOther(new Secrets(key), fingerprint, settings);
}

/** Gives the database another key. Nothing that was hashed or sealed with the one before is good any more. */
export async function replaceSiteKey(transaction: Transaction, secrets: Secrets): Promise<void> {
  const values = { fingerprint: secrets.fingerprint() };
  await transaction.insert(siteKey).values(values).onConflictDoUpdate({ target: siteKey.id, set: values });
}

/**
 * Switches second factors off that the site's next key will not open, since nobody could sign in with them.
 *
 * @returns whose were on.
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

/** Tells which key the database belongs to; null before the first start. */
async function findFingerprint(executor: Executor): Promise<string | null> {
  const [row] = await executor.select().from(siteKey);
  return row?.fingerprint ?? null;
}

/** Stores which key the database belongs to, unless another process has just done so. */
async function storeFingerprint(executor: Executor, secrets: Secrets): Promise<string> {
  // A backup that was restored without its key brings second factors along.
  if ((await findFingerprint(executor)) === null) await dropSecondFactors(executor);
  await executor.insert(siteKey).values({ fingerprint: secrets.fingerprint() }).onConflictDoNothing();
  const stored = await findFingerprint(executor);
  if (stored === null) throw new Error('The row of the site key was not stored.');
  return stored;
}

/** @param isNeeded Whether the site has had a key, so that another would be of no use. */
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

/** The file of the site's key if no SECRET_KEY is set. */
export const keyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key');

/** The key in a data directory, as it is; null where there is none. From then on only its owner may read it. */
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

/**
 * Puts a key in a data directory, whole or not at all.
 *
 * @throws Error where there is a key already.
 */
export async function storeKey(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  if (existsSync(path)) throw new Error(`There is a key in ${path} already.`);
  await replaceKey(dataDirectory, key);
}

/** Puts a key in a data directory, whole or not at all, in place of the one that may be there. */
export async function replaceKey(dataDirectory: string, key: string): Promise<void> {
  await makeFolder(dataDirectory);
  await writeWhole(keyPath(dataDirectory), key, 0o600);
}
