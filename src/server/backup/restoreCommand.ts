// `npm run restore -- FILE`: restores a backup into an empty site, which may have the other kind of database.
import { recordShellCommand } from '#features/audit/server.ts';
import type { Command } from '#server/commandLine.ts';
import {
  connectEmbedded,
  inTransaction,
  type OpenDatabase,
  openServerDatabase,
} from '#server/db/database.ts';
import { createEmbeddedDatabase, refuseOccupiedDirectory } from '#server/db/embedded.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { createKeyFile, openSecrets, readKeyFile } from '#server/siteKey.ts';
import { randomSecretKey, Secrets } from '#server/secrets.ts';
import { openStorage } from '#server/storage.ts';
import { readFileCall, reportCounts } from './backupCommand.ts';
import { type Counts, examineBackup, type Examined, loadBackup } from './load.ts';

export const command: Command = {
  summary: 'A backup, put into an empty place, which may be the other kind of database.',
  usage: `npm run restore -- FILE               puts a backup into an empty database and DATA_DIR
npm run restore -- FILE --other-key   does so although its key is lost: every partner then needs a new PIN,
                                      and every second factor is off until its admin sets it up anew`,
  run,
};

async function run(parameters: string[]): Promise<void> {
  const { path, hasOption: acceptsOtherKey } = readFileCall(parameters, 'other-key');
  const environment = readEnvironment(process.env);
  const { databaseUrl, migrationDatabaseUrl, dataDirectory, backupPassphrase: passphrase } = environment;
  // This comes before the key is chosen, because DATA_DIR may hold a new site with another key.
  if (databaseUrl === undefined) refuseOccupiedDirectory(dataDirectory);
  const examined = await examineBackup({ path, passphrase });
  const { about } = examined;
  const { newKey, isOtherKey } = await chooseKey(environment, examined, acceptsOtherKey);
  const restoreInto = async ({ database, close }: OpenDatabase): Promise<Counts> => {
    try {
      const file = { path, passphrase };
      const counts = await loadBackup(database, openStorage(environment), file, about, isOtherKey);
      // Written only now, because a key that a failed restore left would keep out other backups.
      if (newKey !== null) await createKeyFile(dataDirectory, newKey);
      await openSecrets(database, environment);
      const details = { madeAt: about.madeAt };
      await inTransaction(database, (transaction) =>
        recordShellCommand(transaction, new Date(), 'backup.restored', details),
      );
      return counts;
    } finally {
      await close();
    }
  };
  const counts =
    databaseUrl === undefined
      ? await createEmbeddedDatabase(dataDirectory, (database) =>
          restoreInto(connectEmbedded({ database, close: async () => {} })),
        )
      : await restoreInto(openServerDatabase(databaseUrl, console.error, migrationDatabaseUrl));
  reportCounts(counts);
  console.log(`Restored the backup of ${about.madeAt}.`);
}

/**
 * Chooses the restored site's key. `newKey` is for DATA_DIR; null if the settings or DATA_DIR have a key.
 *
 * @throws Error if the backup's key is missing, or the settings or DATA_DIR have another one. Not if another is accepted.
 */
async function chooseKey(
  { secretKey, dataDirectory }: Environment,
  { about, secretKey: backupKey }: Examined,
  acceptsOtherKey: boolean,
): Promise<{ newKey: string | null; isOtherKey: boolean }> {
  const configuredKey = secretKey ?? (await readKeyFile(dataDirectory));
  const key = configuredKey ?? backupKey;
  if (key !== null && new Secrets(key).fingerprint() === about.keyFingerprint) {
    return { newKey: configuredKey === null ? key : null, isOtherKey: false };
  }
  if (acceptsOtherKey) return { newKey: configuredKey === null ? randomSecretKey() : null, isOtherKey: true };
  const rightKey = backupKey === null ? 'the one that its site had' : 'secret.key of the backup';
  throw new Error(
    `The backup belongs to another secret key, without which no partner's PIN is known. Set SECRET_KEY to ${rightKey}, or add --other-key and give every partner a new PIN.`,
  );
}
