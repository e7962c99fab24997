import pg from 'pg';
import { connectEmbedded, type OpenDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import type { Environment } from '#server/env.ts';
import { keptKey } from '#server/keyFile.ts';
import { Secrets } from '#server/secrets.ts';
import { openStorage } from '#server/storage.ts';
import { ArchiveWriter } from './archive.ts';
import { COUNTS_NAME, KEY_NAME } from './contents.ts';
import { type Counts, dumpDatabase, dumpPhotos } from './dump.ts';

/** What of the settings a backup is made by. */
export type BackupSettings = Pick<
  Environment,
  'databaseUrl' | 'dataDirectory' | 'secretKey' | 'bucket' | 'backupPassphrase'
>;

/** A connection to the database that is backed up. */
export interface Source {
  client: pg.ClientBase;
  close: () => Promise<void>;
}

interface Written {
  counts: Counts;
  /** How long the file is. */
  bytes: number;
  /** Whether the site's key should be in it and was not to be found. */
  lacksKey: boolean;
}

/** Writes all that the site keeps to a file that is not there yet, and leaves so much free on its disk. */
export async function writeBackup(
  path: string,
  settings: BackupSettings,
  openSource: () => Promise<Source>,
  spareBytes = 0,
): Promise<Written> {
  const archive = await ArchiveWriter.create({ path, passphrase: settings.backupPassphrase, spareBytes });
  try {
    const filled = await fill(archive, settings, openSource);
    await archive.finish();
    return { ...filled, bytes: archive.bytes };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  settings: BackupSettings,
  openSource: () => Promise<Source>,
): Promise<Omit<Written, 'bytes'>> {
  const { secretKey, dataDirectory } = settings;
  const kept = secretKey === undefined ? await keptKey(dataDirectory) : null;
  const given = secretKey ?? kept;
  const keyFingerprint = given === null ? '' : new Secrets(given).fingerprint();
  const madeAt = new Date().toISOString();
  const dumped = await dumpFrom(await openSource(), archive, { madeAt, keyFingerprint });
  const key = kept !== null && new Secrets(kept).fingerprint() === dumped.keyFingerprint ? kept : null;
  if (key) await archive.add(KEY_NAME, Buffer.from(key));
  const photos = await dumpPhotos(openStorage(settings), archive, dumped.named);
  const counts = { rows: dumped.rows, ...photos };
  await archive.add(COUNTS_NAME, Buffer.from(JSON.stringify(counts, null, 2)));
  return { counts, lacksKey: !key && secretKey === undefined };
}

/** Has the source closed before photos are copied: over the hours that those may take an idle connection would be lost. */
async function dumpFrom(
  { client, close }: Source,
  archive: ArchiveWriter,
  about: Parameters<typeof dumpDatabase>[2],
): ReturnType<typeof dumpDatabase> {
  try {
    return await dumpDatabase(client, archive, about);
  } finally {
    await close();
  }
}

/** A connection of its own to the PostgreSQL server. */
export async function serverSource(databaseUrl: string): Promise<Source> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'reround backup' });
  // One that breaks says so to its query too.
  client.on('error', () => {});
  await client.connect();
  return { client, close: () => client.end() };
}

/** The embedded database in a directory, which nobody else has open. */
export async function directorySource(dataDirectory: string): Promise<Source> {
  return await sourceOf(connectEmbedded(await openEmbeddedDatabase(dataDirectory)));
}

export async function sourceOf(opened: OpenDatabase): Promise<Source> {
  const client = await opened.database.$client.connect();
  const close = async () => {
    client.release(true);
    await opened.close();
  };
  return { client, close };
}
