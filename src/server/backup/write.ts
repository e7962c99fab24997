import { createWriteStream } from 'node:fs';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { flush, unfinished } from '#server/flush.ts';
import type { BackupFile } from './archive.ts';
import { type Counts, type Examined, examineBackup } from './load.ts';

/** What stays free: a full disk stops the embedded site. */
const SPARE_BYTES = 256e6;
/** Trying a passphrase takes 128 MB: OWASP's first choice for scrypt. The library's own 18 takes twice as much. */
const SCRYPT_WORK_FACTOR = 17;

/**
 * Writes a tar to a backup file, for its owner's eyes only, and reads it back whole. Until then it has another name.
 *
 * @throws Error if it comes to nothing; then nothing of it is left.
 */
export async function writeBackup(
  { path, passphrase }: BackupFile,
  tar: AsyncIterable<Uint8Array>,
  spareBytes = SPARE_BYTES,
): Promise<Omit<Examined, 'counts'> & { counts: Counts; bytes: number }> {
  const partial = unfinished(path);
  await rm(partial, { force: true });
  try {
    const bytes = leavingRoom(tar, dirname(path), spareBytes);
    const source = passphrase === undefined ? bytes : await encrypted(bytes, passphrase);
    await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    const examined = await examineBackup({ path: partial, passphrase });
    await rename(partial, path);
    await flush(dirname(path));
    const { size } = await stat(path);
    return { ...examined, counts: JSON.parse(examined.counts) as Counts, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* leavingRoom(
  tar: AsyncIterable<Uint8Array>,
  folder: string,
  spareBytes: number,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of tar) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < spareBytes) {
      throw new Error(`The disk of ${folder} has less than ${spareBytes / 1e6} MB free. Make room.`);
    }
    yield bytes;
  }
}

/** In a format that `age -d FILE | tar t` opens, too. */
async function encrypted(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return await encrypter.encrypt(ReadableStream.from(bytes));
}
