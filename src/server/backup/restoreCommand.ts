// `npm run restore -- FILE`: puts what a backup holds into an empty place, which may be the other kind of database.
import { recordShell } from '#features/audit/server.ts';
import type { Command } from '#server/commandLine.ts';
import { connectEmbedded, type Database, inTransaction, openServerDatabase } from '#server/database.ts';
import { createEmbeddedDatabase, refuseOccupiedDirectory } from '#server/embedded.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { keepKey, keptKey } from '#server/keyFile.ts';
import { randomSecretKey, Secrets } from '#server/secrets.ts';
import { openSecrets } from '#server/siteKey.ts';
import { openStorage } from '#server/storage.ts';
import { isEncrypted } from './backupFile.ts';
import type { About } from './contents.ts';
import type { Counts } from './dump.ts';
import { givenFile, reportCounts } from './fileCommand.ts';
import { examineBackup, loadDatabase, loadPhotos, refuseOccupied } from './load.ts';

const usage = `npm run restore -- FILE               puts a backup into an empty database and DATA_DIR
npm run restore -- FILE --other-key   does so although its key is lost: every partner then needs a new PIN,
                                      and every second factor is off until its admin sets it up anew`;

export const command: Command = {
  summary: 'A backup, put into an empty place, which may be the other kind of database.',
  usage,
  run,
};

async function run(given: string[]): Promise<void> {
  const { path, otherKey } = givenFile(given, 'other-key');
  const started = performance.now();
  const environment = readEnvironment(process.env);
  // Before the key is looked at: what lies there may be a new site that has another.
  if (environment.databaseUrl === undefined) refuseOccupiedDirectory(environment.dataDirectory);
  const file = { path, passphrase: environment.backupPassphrase };
  const { about, secretKey } = await examineBackup(file);
  const { keyToKeep, isOtherKey } = await chooseKey(environment, {
    path,
    about,
    carried: secretKey,
    otherKey,
  });
  const restore = async (database: Database): Promise<Counts> => {
    await refuseOccupiedDatabase(database, about);
    // The rows come last: whatever cuts this off before their commit leaves a database to restore into again.
    const photos = await loadPhotos(openStorage(environment), file);
    if (keyToKeep !== null) await keepKey(environment.dataDirectory, keyToKeep);
    const rows = await loadDatabase(database, file, about, isOtherKey);
    await openSecrets(database, environment);
    await inTransaction(database, (transaction) =>
      recordShell(transaction, new Date(), 'backup.restored', { madeAt: about.madeAt }),
    );
    return { rows, photos, missingPhotos: 0 };
  };
  const counts = await inEmptyDatabase(environment, restore);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  reportCounts(counts);
  console.log(`Restored the backup of ${about.madeAt} in ${seconds} s.`);
}

async function inEmptyDatabase(
  { databaseUrl, migrationDatabaseUrl, dataDirectory }: Environment,
  restore: (database: Database) => Promise<Counts>,
): Promise<Counts> {
  if (databaseUrl !== undefined) {
    const onLost = (error: Error) => console.error(error.message);
    const opened = openServerDatabase(databaseUrl, onLost, migrationDatabaseUrl);
    try {
      return await restore(opened.database);
    } finally {
      await opened.close();
    }
  }
  return await createEmbeddedDatabase(dataDirectory, async (database) => {
    const opened = connectEmbedded({ database, close: async () => {} });
    try {
      return await restore(opened.database);
    } finally {
      await opened.close();
    }
  });
}

async function refuseOccupiedDatabase(database: Database, about: About): Promise<void> {
  const client = await database.$client.connect();
  try {
    await refuseOccupied(client, about);
  } finally {
    client.release();
  }
}

/**
 * Sees to it that the site will have a key: `keyToKeep` is to be put in DATA_DIR, null where the settings or DATA_DIR have one.
 *
 * @throws Error where they have another than the backup's, or the right one is nowhere: no partner's PIN would be known.
 */
async function chooseKey(
  { secretKey, dataDirectory }: Environment,
  {
    path,
    about,
    carried,
    otherKey,
  }: { path: string; about: About; carried: string | null; otherKey: boolean },
): Promise<{ keyToKeep: string | null; isOtherKey: boolean }> {
  const own = secretKey ?? (await keptKey(dataDirectory));
  const isRight = (key: string | null) =>
    key !== null && new Secrets(key).fingerprint() === about.keyFingerprint;
  if (isRight(own)) return { keyToKeep: null, isOtherKey: false };
  if (own === null && isRight(carried)) return { keyToKeep: carried, isOtherKey: false };
  if (otherKey) return { keyToKeep: own === null ? randomSecretKey() : null, isOtherKey: true };
  const unpack = (await isEncrypted(path))
    ? `age -d ${path} | tar -xO secret.key`
    : `tar -xOf ${path} secret.key`;
  const where = carried === null ? 'the one that its site had' : `what \`${unpack}\` prints`;
  throw new Error(
    `The backup belongs to another secret key, without which no partner's PIN is known. Set SECRET_KEY to ${where}, or add --other-key and give every partner a new PIN.`,
  );
}
