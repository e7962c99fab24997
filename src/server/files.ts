import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: two above this file, and two above the built dist/server/main.js. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Mode of folders with personal data: for their owner only. */
export const PRIVATE_FOLDER = 0o700;
/** Permission bits of everybody but the owner. */
const OTHERS_PERMISSIONS = 0o077;

/** A file's name until it is complete. */
export function unfinished(path: string): string {
  return `${path}.unfinished`;
}

/** Resolves once a file's bytes, or a folder's names, would survive a power cut. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Writes or replaces a file. It gets its name once it is complete and would survive a power cut. */
export async function writeWhole(path: string, bytes: string | Buffer, mode = 0o666): Promise<void> {
  const partial = unfinished(path);
  try {
    await rm(partial, { force: true });
    await writeFile(partial, bytes, { flag: 'wx', mode, flush: true });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

/** Flushes a folder and all that is in it. Synchronous, because that is much faster with a thousand files. */
export function flushAll(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [...paths, '.']) {
    const file = openSync(join(folder, path), 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Makes a folder and missing ones above it, for their owner only, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const topmost = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (topmost === undefined) return;
  for (let newFolder = folder; newFolder.length >= topmost.length; newFolder = dirname(newFolder)) {
    await flush(dirname(newFolder));
  }
}

/** Makes DATA_DIR and its uploads private, if they belong to this account. */
export async function restrictDataFolders(dataDirectory: string): Promise<void> {
  for (const folder of [dataDirectory, join(dataDirectory, 'uploads')]) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!found || found.uid !== process.getuid?.() || (found.mode & OTHERS_PERMISSIONS) === 0) continue;
    await chmod(folder, PRIVATE_FOLDER);
  }
}

/**
 * Refuses a folder of another user, even to root, because its owner could not open what root writes.
 *
 * @throws Error with a sentence that says what to do.
 */
export function refuseOtherOwner(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const user = process.geteuid?.();
  if (owner === undefined || user === undefined || owner === user) return;
  throw new Error(
    user === 0
      ? `${folder} is not root's, and its owner could not open what root writes there. Run this as the site's own user, which has the number ${owner} (under systemd: sudo reround and the command).`
      : `${folder} belongs to another user. If that is the site's own, run this as that user; else somebody ran a command of the site: stop it, and give all of ${dirname(folder)} back to the site's user with chown -R.`,
  );
}
