import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';

/** A backup file, and what opens it if it is encrypted. */
export interface BackupFile {
  path: string;
  passphrase?: string | undefined;
}

/** How every file in the age format begins (age-encryption.org/v1). */
const AGE_LINE = Buffer.from('age-encryption.org/v1\n');
/** What the library says of a file that another passphrase, or a key, opens. */
const NOT_OPENED = /^no identity matched/;

export function damaged(path: string): Error {
  return new Error(`${path} is damaged: it was cut off or altered after it was made.`);
}

/** @throws Error with a sentence where there is no such file. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(AGE_LINE.length), 0, AGE_LINE.length, 0);
    return buffer.equals(AGE_LINE);
  } finally {
    await file.close();
  }
}

/**
 * The bytes of the tar that a backup file is, or that is encrypted in it: as a stream, so that neither much memory nor a
 * decrypted copy on the disk is needed.
 *
 * @throws Error with a sentence where the file cannot be read, decrypted or trusted.
 */
export async function* bytesOf({ path, passphrase }: BackupFile): AsyncGenerator<Uint8Array> {
  if (!(await isEncrypted(path))) {
    if (passphrase !== undefined) {
      throw new Error(
        `${path} is not encrypted, so anybody may have written it. To restore it all the same, leave BACKUP_PASSPHRASE unset.`,
      );
    }
    yield* createReadStream(path);
    return;
  }
  if (passphrase === undefined) {
    throw new Error(`${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`);
  }
  try {
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    yield* await decrypter.decrypt(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    if (!NOT_OPENED.test((error as Error).message)) throw damaged(path);
    throw new Error(`BACKUP_PASSPHRASE does not open ${path}. Set the one that it was made with.`, {
      cause: error,
    });
  }
}

/**
 * What trying one passphrase costs, as a power of two: with 17 scrypt takes 128 MB, which OWASP's list of ways to store passwords names
 * first. The age program's own 18 takes twice as much, more than a machine of 512 MB has left beside the site.
 */
const SCRYPT_WORK_FACTOR = 17;

/** Encrypts a stream. */
export async function encrypted(
  bytes: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return await encrypter.encrypt(bytes);
}
