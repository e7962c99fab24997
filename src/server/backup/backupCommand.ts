// `npm run backup -- FILE`: writes all that the site keeps to one file, while the site runs or not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { recordShell } from '#features/audit/server.ts';
import type { Command } from '#server/commandLine.ts';
import {
  connectEmbedded,
  type Database,
  databaseError,
  inTransaction,
  type OpenDatabase,
  openServerDatabase,
} from '#server/database.ts';
import { DATABASE_FOLDER, openEmbeddedDatabase } from '#server/embedded.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { keptKey, keyPath, nextKey } from '#server/keyFile.ts';
import { Secrets } from '#server/secrets.ts';
import { openStorage } from '#server/storage.ts';
import { ArchiveWriter } from './archive.ts';
import { askForImage } from './channel.ts';
import { COUNTS_NAME, KEY_NAME } from './contents.ts';
import { type Counts, dumpDatabase, dumpPhotos } from './dump.ts';
import { givenFile, reportCounts } from './fileCommand.ts';

interface Source {
  client: pg.ClientBase;
  close: () => Promise<void>;
}

export const command: Command = {
  summary: 'One file of all that the site keeps, made while it runs or not.',
  usage: 'npm run backup -- FILE   writes the database, the photos and the key to FILE',
  run,
};

async function run(given: string[]): Promise<void> {
  const { path } = givenFile(given);
  const started = performance.now();
  const environment = readEnvironment(process.env);
  const archive = await ArchiveWriter.create({ path, passphrase: environment.backupPassphrase });
  try {
    const counts = await backUp(environment, archive);
    await archive.finish();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    reportCounts(counts);
    const form = environment.backupPassphrase === undefined ? '' : ', encrypted';
    console.log(
      `Backed up to ${path}${form}: ${archive.bytes.toLocaleString('en-CA')} bytes in ${seconds} s.`,
    );
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function backUp(environment: Environment, archive: ArchiveWriter): Promise<Counts> {
  const { secretKey, dataDirectory } = environment;
  const kept = secretKey === undefined ? [await keptKey(dataDirectory), await nextKey(dataDirectory)] : [];
  const given = secretKey ?? kept[0] ?? undefined;
  const keyFingerprint = given === undefined ? '' : new Secrets(given).fingerprint();
  const madeAt = new Date().toISOString();
  const { client, close } = await openSource(environment);
  try {
    const dumped = await dumpDatabase(client, archive, { madeAt, keyFingerprint });
    const key = kept.find((one) => one && new Secrets(one).fingerprint() === dumped.keyFingerprint);
    if (key) await archive.add(KEY_NAME, Buffer.from(key));
    else if (secretKey === undefined) {
      console.error(`The backup is without the site's key, which is not in ${keyPath(dataDirectory)}.`);
    }
    const photos = await dumpPhotos(openStorage(environment), archive, dumped.photoNames);
    const counts = { rows: dumped.rows, ...photos };
    await archive.add(COUNTS_NAME, Buffer.from(JSON.stringify(counts, null, 2)));
    return counts;
  } finally {
    await close();
  }
}

/** A connection to the database, or to an image of it where another process has it open. */
async function openSource({ databaseUrl, dataDirectory }: Environment): Promise<Source> {
  if (databaseUrl !== undefined) {
    const site = openServerDatabase(databaseUrl, (error) => console.error(error.message));
    await recordBackup(site.database);
    await site.close();
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'reround backup' });
    await client.connect();
    return { client, close: () => client.end() };
  }
  const asked = await askForImage(dataDirectory);
  if (!asked) {
    if (!existsSync(join(dataDirectory, DATABASE_FOLDER))) throw nothingIn(dataDirectory);
    const opened = await openDirectory(dataDirectory);
    await recordBackup(opened.database);
    return await sourceOf(opened);
  }
  try {
    const source = await sourceOf(await openDirectory(asked.image));
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

async function openDirectory(dataDirectory: string): Promise<OpenDatabase> {
  return connectEmbedded(await openEmbeddedDatabase(dataDirectory));
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

async function sourceOf(opened: OpenDatabase): Promise<Source> {
  const client = await opened.database.$client.connect();
  const close = async () => {
    client.release(true);
    await opened.close();
  };
  return { client, close };
}

function nothingIn(dataDirectory: string): Error {
  return new Error(`There is no site in ${dataDirectory}: nothing to back up.`);
}
