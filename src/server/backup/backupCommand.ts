// `npm run backup -- FILE`: writes all of the site's data to one file, whether the site runs or not.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { recordShellCommand } from '#features/audit/server.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { inTransaction } from '#server/db/database.ts';
import { refuseOtherSchema } from '#server/db/migrations.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { openSiteDatabase } from '#server/db/open.ts';
import { type BackupFile, tarOf } from './archive.ts';
import { siteEntries, writeBackup } from './write.ts';
import type { Counts } from './load.ts';
import { askRunningSite } from './runningSite.ts';

export const command: Command = {
  summary: 'One file of all that the site keeps, made while it runs or not.',
  usage: 'npm run backup -- FILE   writes the database, the photos and the key to FILE',
  run,
};

async function run(parameters: string[]): Promise<void> {
  const { path } = readFileCall(parameters);
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: make it, or name another.`);
  if (existsSync(path)) throw new Error(`${path} exists already, and a backup overwrites nothing.`);
  const environment = readEnvironment(process.env);
  const { backupPassphrase: passphrase, secretKey } = environment;
  const written = await backUp(environment, { path, passphrase });
  if (written.secretKey === null && secretKey === undefined) {
    console.error("The backup is without the site's key, which is not in DATA_DIR.");
  }
  reportCounts(written.counts);
  const form = passphrase === undefined ? '' : ', encrypted';
  console.log(
    `Backed up to ${path}${form}, and read back whole: ${written.bytes.toLocaleString('en-CA')} bytes.`,
  );
}

async function backUp(environment: Environment, file: BackupFile): ReturnType<typeof writeBackup> {
  if (environment.databaseUrl === undefined) {
    const tar = await askRunningSite(environment.dataDirectory);
    if (tar) {
      return await writeBackup(file, tar).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') throw error;
        throw new Error('The running site broke the backup off. Its log says why.', { cause: error });
      });
    }
  }
  const { database, close } = await openSiteDatabase(environment);
  try {
    await refuseOtherSchema(database);
    await inTransaction(database, (transaction) =>
      recordShellCommand(transaction, new Date(), 'backup.made', {}),
    );
    return await writeBackup(file, tarOf(siteEntries(database, environment)));
  } finally {
    await close();
  }
}

/** The file and the option that a command was given. @throws WrongCall for no file, or several. */
export function readFileCall(parameters: string[], option?: string): { path: string; hasOption: boolean } {
  const { positionals, values } = readCall(parameters, option ? { [option]: { type: 'boolean' } } : {});
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new WrongCall();
  // npm changes into the package's folder, so INIT_CWD says where the command was typed.
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  return { path, hasOption: option !== undefined && values[option] === true };
}

/** Prints what was backed up or restored. */
export function reportCounts({ rows, photos, missingPhotos }: Counts): void {
  for (const [name, count] of [...Object.entries(rows), ['photos', photos] as const]) {
    console.log(`${count.toLocaleString('en-CA').padStart(12)}  ${name}`);
  }
  if (missingPhotos > 0) console.log(`${missingPhotos} photos are missing.`);
}
