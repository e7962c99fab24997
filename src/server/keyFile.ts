import { existsSync } from 'node:fs';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, makeFolder } from './flush.ts';

/** Where the site's key is kept if no SECRET_KEY is set. */
export const keyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key');

/** Where a new key waits until the database belongs to it. */
const nextKeyPath = (dataDirectory: string) => join(dataDirectory, 'secret.key.new');

/** The key in a data directory, as it is; null where there is none. From then on only its owner may read it. */
export async function keptKey(dataDirectory: string): Promise<string | null> {
  return await readKey(keyPath(dataDirectory));
}

/** The key that a rotation wrote and did not come to use; null where there is none. */
export async function nextKey(dataDirectory: string): Promise<string | null> {
  return await readKey(nextKeyPath(dataDirectory));
}

/**
 * Puts a key in a data directory, whole or not at all.
 *
 * @throws Error where there is a key already.
 */
export async function keepKey(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  if (existsSync(path)) throw new Error(`There is a key in ${path} already.`);
  await writeKey(dataDirectory, `${path}.unfinished`, key);
  await rename(`${path}.unfinished`, path);
  await flush(dataDirectory);
}

/** Puts the next key beside the present one, for `takeNextKey` once the database belongs to it. */
export async function keepNextKey(dataDirectory: string, key: string): Promise<void> {
  await writeKey(dataDirectory, nextKeyPath(dataDirectory), key);
  await flush(dataDirectory);
}

/** Puts the next key in place of the present one. */
export async function takeNextKey(dataDirectory: string): Promise<void> {
  await rename(nextKeyPath(dataDirectory), keyPath(dataDirectory));
  await flush(dataDirectory);
}

async function readKey(path: string): Promise<string | null> {
  try {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeKey(dataDirectory: string, path: string, key: string): Promise<void> {
  await makeFolder(dataDirectory);
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
}
