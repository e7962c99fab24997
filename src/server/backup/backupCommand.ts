// `npm run backup -- FILE`: writes all that the site keeps to one file, while the site runs or not. `-- list` and
// `-- fetch NAME FILE` are about the backups that the site makes by itself, and need neither site nor database.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordShell } from '#features/audit/server.ts';
import { type Command, WrongCall } from '#server/commandLine.ts';
import {
  connectEmbedded,
  type Database,
  databaseError,
  inTransaction,
  openServerDatabase,
} from '#server/database.ts';
import { DATABASE_FOLDER, openEmbeddedDatabase } from '#server/embedded.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { refuseOtherOwner } from '#server/fileOwner.ts';
import { keyPath } from '#server/keyFile.ts';
import { askForImage } from './channel.ts';
import { givenFile, reportCounts } from './fileCommand.ts';
import { giveWay } from './giveWay.ts';
import { type BackupPlace, openPlace } from './place.ts';
import { directorySource, serverSource, type Source, sourceOf, writeBackup } from './write.ts';

export const command: Command = {
  summary:
    'One file of all that the site keeps, made while it runs or not; and those that it makes by itself.',
  usage: `npm run backup -- FILE              writes the database, the photos and the key to FILE
npm run backup -- list              the backups that the site made by itself, and when each was read back whole
npm run backup -- fetch NAME FILE   copies one of those to FILE, for npm run restore -- FILE`,
  run,
};

async function run(given: string[]): Promise<void> {
  const [first, ...others] = given;
  if (first === 'fetch') await fetchTo(others);
  else if (first === 'list' && others.length === 0) await list(readEnvironment(process.env));
  else await backUp(readEnvironment(process.env), givenFile(given).path);
}

async function backUp(environment: Environment, path: string): Promise<void> {
  const { databaseUrl, dataDirectory } = environment;
  refuseNoFolder(path);
  if (databaseUrl === undefined) refuseOtherOwner(join(dataDirectory, DATABASE_FOLDER));
  giveWay();
  const started = performance.now();
  const { counts, bytes, lacksKey } = await writeBackup(path, environment, () => openSource(environment));
  if (lacksKey) {
    const where = keyPath(dataDirectory);
    console.error(`The backup is without the site's key, which is not in ${where}.`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  reportCounts(counts);
  const form = environment.backupPassphrase === undefined ? '' : ', encrypted';
  console.log(`Backed up to ${path}${form}: ${bytes.toLocaleString('en-CA')} bytes in ${seconds} s.`);
}

function placeOf(environment: Environment): BackupPlace {
  if (environment.backups) return openPlace(environment.backups, environment);
  throw new Error('The site makes no backups by itself: neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.');
}

async function list(environment: Environment): Promise<void> {
  const place = environment.backups?.place;
  if (place?.kind === 'folder' && !statSync(place.folder, { throwIfNoEntry: false })) {
    throw new Error(
      `${place.folder} (BACKUP_DIR) is not there: the first nightly backup makes it. If there are some already, mount its disk, or correct BACKUP_DIR.`,
    );
  }
  const listed = await placeOf(environment).list();
  for (const { name, bytes, verifiedAt } of listed) {
    const size = bytes.toLocaleString('en-CA').padStart(16);
    console.log(`${name}${size} bytes   ${verifiedAt ? `read back whole ${verifiedAt}` : 'not read back'}`);
  }
  if (listed.length === 0) console.log('There is no backup yet.');
}

async function fetchTo([name, ...given]: string[]): Promise<void> {
  if (name === undefined) throw new WrongCall();
  const { path } = givenFile(given);
  refuseNoFolder(path);
  if (existsSync(path)) throw new Error(`${path} exists already, and nothing is overwritten.`);
  await placeOf(readEnvironment(process.env)).fetch(name, path);
  console.log(`Fetched ${name} to ${path}. Next: npm run restore -- ${path}`);
}

function refuseNoFolder(path: string): void {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`There is no folder ${folder}: make it, or name another.`);
}

/** A connection to the database, or to an image of it where another process has it open. */
async function openSource({ databaseUrl, dataDirectory }: Environment): Promise<Source> {
  if (databaseUrl !== undefined) {
    const site = openServerDatabase(databaseUrl, (error) => console.error(error.message));
    await recordBackup(site.database);
    await site.close();
    return await serverSource(databaseUrl);
  }
  const asked = await askForImage(dataDirectory);
  if (!asked) {
    if (!existsSync(join(dataDirectory, DATABASE_FOLDER))) throw nothingIn(dataDirectory);
    const opened = connectEmbedded(await openEmbeddedDatabase(dataDirectory));
    await recordBackup(opened.database);
    return await sourceOf(opened);
  }
  try {
    const source = await directorySource(asked.image);
    const close = async () => {
      await source.close();
      await asked.release();
    };
    return { client: source.client, close };
  } catch (error) {
    await asked.release();
    throw error;
  }
}

/** Says in the audit log that all of it leaves. A backup is made all the same where that cannot be said. */
async function recordBackup(database: Database): Promise<void> {
  try {
    await inTransaction(database, (transaction) => recordShell(transaction, new Date(), 'backup.made', {}));
  } catch (error) {
    // Of a version before this one, or without tables: there is a sentence for that.
    if (OTHER_TABLES.has(databaseError(error)?.code ?? '')) return;
    console.error(`The backup is not in the audit log: ${(error as Error).message}`);
  }
}

/** PostgreSQL's codes for a table or a column that is not there. */
const OTHER_TABLES = new Set(['42P01', '42703']);

function nothingIn(dataDirectory: string): Error {
  return new Error(`There is no site in ${dataDirectory}: nothing to back up.`);
}
