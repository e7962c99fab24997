import { and, eq, isNotNull, notExists, type SQL } from 'drizzle-orm';
import type { Executor, Transaction } from './database.ts';
import type { Environment } from './env.ts';
import { keepKey, keptKey, keyPath, nextKey, takeNextKey } from './keyFile.ts';
import { insertInto } from './rows.ts';
import { admins, partners, recoveryCodes, siteKey } from './schema.ts';
import { randomPinKey, randomSecretKey, Secrets, SHORTEST_KEY } from './secrets.ts';

const NEW_PINS =
  'if it is lost, `npm run key -- rotate --new-pins` makes another and names the partners that then need new PINs';

type Row = typeof siteKey.$inferSelect;
type KeySettings = Pick<Environment, 'secretKey' | 'dataDirectory'>;

/**
 * The secrets of the site that a database belongs to. The first to ask for them stores which key that is, made in DATA_DIR if
 * none is set; from then on no other is taken, since no partner's PIN would be known.
 *
 * @param isOld Whether the site is about to get another, and this one, if it is set, was given as OLD_SECRET_KEY.
 * @throws Error with a sentence where the key is missing, unusable or another.
 */
export async function openSecrets(
  executor: Executor,
  { secretKey, dataDirectory }: KeySettings,
  isOld = false,
): Promise<Secrets> {
  const known = await readSiteKey(executor);
  const key = secretKey ?? (await keyInDirectory(executor, dataDirectory, known));
  const { fingerprint, sealedPinKey } = known ?? (await storeSiteKey(executor, key));
  const secrets = new Secrets(key);
  if (fingerprint === secrets.fingerprint()) return secrets.withPinKey(sealedPinKey);
  if (isOld) throw wrongOldKey(secretKey === undefined ? keyPath(dataDirectory) : 'OLD_SECRET_KEY');
  throw wrongKey(secretKey === undefined ? keyPath(dataDirectory) : 'SECRET_KEY');
}

/**
 * Sees to it that the key which the settings name opens what the database has of it. Changes nothing, unlike `openSecrets`.
 *
 * @throws Error with a sentence where it does not.
 */
export async function refuseOtherKey(
  executor: Executor,
  { secretKey, dataDirectory }: KeySettings,
): Promise<void> {
  const known = await readSiteKey(executor);
  if (!known) throw new Error('The database belongs to no key yet: start the site once.');
  const kept =
    secretKey === undefined ? [await keptKey(dataDirectory), await nextKey(dataDirectory)] : [secretKey];
  const keys = kept.filter((key) => key !== null);
  if (keys.length === 0) throw missingKey(keyPath(dataDirectory));
  const secrets = keys.map((key) => new Secrets(key)).find((one) => one.fingerprint() === known.fingerprint);
  if (!secrets) throw wrongKey(secretKey === undefined ? keyPath(dataDirectory) : 'SECRET_KEY');
  secrets.withPinKey(known.sealedPinKey);
}

/** Whether the database belongs to a key. */
export async function isSiteKey(executor: Executor, key: string): Promise<boolean> {
  return (await readSiteKey(executor))?.fingerprint === new Secrets(key).fingerprint();
}

function wrongKey(where: string): Error {
  return new Error(
    `${notTheKey(where)} Put the right one there, or change the key by \`npm run key -- rotate\`; ${NEW_PINS}.`,
  );
}

function wrongOldKey(where: string): Error {
  return new Error(
    `${notTheKey(where)} Set OLD_SECRET_KEY to the key that the site has had; if it is lost, add --new-pins.`,
  );
}

function notTheKey(where: string): string {
  return `${where} is not the key that the database belongs to, without which no partner's PIN is known.`;
}

function missingKey(path: string): Error {
  return new Error(
    `${path} is missing, without which no partner's PIN is known. Put it back, or set SECRET_KEY to what it held; ${NEW_PINS}.`,
  );
}

/**
 * Switches second factors off that the site's next key will not open, since nobody could sign in with them.
 *
 * @returns whose were on.
 */
export async function dropSecondFactors(executor: Executor, condition?: SQL): Promise<string[]> {
  await executor.delete(recoveryCodes).where(condition);
  const before = await executor
    .select({ username: admins.username })
    .from(admins)
    .where(isNotNull(admins.secondFactorSince))
    .orderBy(admins.id);
  await executor
    .update(admins)
    .set({ secondFactorSecret: null, secondFactorSince: null, secondFactorStep: null })
    .where(and(isNotNull(admins.secondFactorSecret), condition));
  return before.map(({ username }) => username);
}

/** Which key the database belongs to; null before the first start. */
async function readSiteKey(executor: Executor): Promise<Row | null> {
  const [row] = await executor.select().from(siteKey);
  return row ?? null;
}

/**
 * Gives the database another key.
 *
 * @param before The secrets that it belongs to, or null to take them from whatever they are.
 * @returns whether it belonged to these.
 */
export async function replaceSiteKey(
  transaction: Transaction,
  before: Secrets | null,
  after: Secrets,
): Promise<boolean> {
  const values = { fingerprint: after.fingerprint(), sealedPinKey: after.sealPinKey() };
  const replaced = await insertInto(transaction, siteKey, { later: ['id'] })
    .values(values)
    .onConflictDoUpdate({
      target: siteKey.id,
      set: values,
      ...(before && { setWhere: eq(siteKey.fingerprint, before.fingerprint()) }),
    })
    .returning({ id: siteKey.id });
  return replaced.length > 0;
}

/**
 * Stores which key the database belongs to, unless another process has just done so. A site that has PINs has hashed them
 * with its key; a new one, which has no admin yet, gets a key for them that does not follow from it.
 */
async function storeSiteKey(executor: Executor, key: string): Promise<Row> {
  const secrets = new Secrets(key, (await isAny(executor, admins)) ? undefined : randomPinKey());
  // A backup that was restored without its key brings some along.
  await dropSecondFactors(executor, notExists(executor.select().from(siteKey)));
  await insertInto(executor, siteKey, { later: ['id'] })
    .values({ fingerprint: secrets.fingerprint(), sealedPinKey: secrets.sealPinKey() })
    .onConflictDoNothing();
  const row = await readSiteKey(executor);
  if (!row) throw new Error('The row of the site key was not stored.');
  return row;
}

async function keyInDirectory(executor: Executor, dataDirectory: string, known: Row | null): Promise<string> {
  const path = keyPath(dataDirectory);
  const key = await settledKey(dataDirectory, known);
  if (key !== null && key.length >= SHORTEST_KEY) return key;
  const isNeeded = known !== null || (await isAny(executor, partners));
  if (key !== null) {
    const remedy = isNeeded
      ? `Put the site's key back into it; ${NEW_PINS}.`
      : 'Remove it, and the site makes one.';
    throw new Error(`${path} holds no usable key: it has fewer than ${SHORTEST_KEY} characters. ${remedy}`);
  }
  if (isNeeded) throw missingKey(path);
  const made = randomSecretKey();
  await keepKey(dataDirectory, made);
  return made;
}

/** The key in a data directory, once a rotation that was cut off after the database took the next one is completed. */
async function settledKey(dataDirectory: string, known: Row | null): Promise<string | null> {
  const next = await nextKey(dataDirectory);
  if (known && next !== null && new Secrets(next).fingerprint() === known.fingerprint) {
    await takeNextKey(dataDirectory);
    return next;
  }
  return await keptKey(dataDirectory);
}

async function isAny(executor: Executor, table: typeof admins | typeof partners): Promise<boolean> {
  const rows = await executor.select({ id: table.id }).from(table).limit(1);
  return rows.length > 0;
}
