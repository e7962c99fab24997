import { existsSync } from 'node:fs';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, makeFolder } from './flush.ts';

/** Where the site's key is kept if no SECRET_KEY is set. */
export const keyPath = (dataDirectory: string): string => join(dataDirectory, 'secret.key');

/** The key in a data directory, as it is; null where there is none. From then on only its owner may read it. */
export async function keptKey(dataDirectory: string): Promise<string | null> {
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
export async function keepKey(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  if (existsSync(path)) throw new Error(`There is a key in ${path} already.`);
  await replaceKey(dataDirectory, key);
}

/** Puts a key in a data directory, whole or not at all, in place of the one that may be there. */
export async function replaceKey(dataDirectory: string, key: string): Promise<void> {
  const path = keyPath(dataDirectory);
  const unfinished = `${path}.unfinished`;
  await makeFolder(dataDirectory);
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await flush(dataDirectory);
}
