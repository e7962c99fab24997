import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What backups leave free on the site's own disk: on a full one the site refuses changes. */
const SPARE_BYTES = 256 * 1024 * 1024;

/** What a look for a file or folder gives; undefined where there is none. */
export async function unlessMissing<Result>(look: Promise<Result>): Promise<Result | undefined> {
  try {
    return await look;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** How much is in a folder's files, and in those of its folders. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await unlessMissing(stat(join(entry.parentPath, entry.name)));
    bytes += file?.size ?? 0;
  }
  return bytes;
}

/** What is to stay free on a folder's disk. On another than the site's own a backup may take all that there is. */
export async function spareBytesOn(folder: string, dataDirectory: string): Promise<number> {
  const [there, own] = await Promise.all([stat(folder), unlessMissing(stat(dataDirectory))]);
  return there.dev === own?.dev ? SPARE_BYTES : 0;
}

/** @throws Error with a sentence unless a folder's disk has room for so many bytes, and for those that stay free. */
export async function refuseFullDisk(folder: string, bytes: number, spareBytes = SPARE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  const needs = megabytes(bytes + spareBytes);
  throw new Error(
    `The disk of ${folder} has ${megabytes(free)} MB free, and a backup needs ${needs} MB there, of which ${megabytes(spareBytes)} MB stay free. Make room.`,
  );
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
