import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packTar, unpackTar } from 'modern-tar';

/*
 * A backup file is a tar whose last entry, `sha256`, is the digest of every byte before it. Entries are
 * small enough for memory, since a tar tells an entry's size before the entry.
 */

/** The first entry: what the file is and what it belongs to. */
export const ABOUT_NAME = 'reround-backup.json';
const DIGEST_NAME = 'sha256';
const BLOCK_BYTES = 512;
const END_BYTES = 2 * BLOCK_BYTES;
/** Where a tar's header has the size of its entry, in octal digits. */
const SIZE_POSITION = 124;
const SIZE_DIGITS = 11;
const DIGEST_LENGTH = 64;
/** The digest's header and its one block, then the end of the tar. */
const TRAILER_BYTES = 2 * BLOCK_BYTES + END_BYTES;

export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Writes a backup file: under another name until it is whole and on the disk, for its owner's eyes only. */
export class ArchiveWriter {
  bytes = 0;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws Error where there is a file of that name already. */
  static async create(path: string): Promise<ArchiveWriter> {
    if (existsSync(path)) throw new Error(`${path} exists already, and a backup overwrites nothing.`);
    const file = await open(unfinished(path), 'w', 0o600);
    // That mode is for a new file only: one that a killed backup left has the mode it was given.
    await file.chmod(0o600);
    return new ArchiveWriter(path, file);
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    const entry = await tarEntry(name, bytes);
    this.#hash.update(entry);
    await this.#write(entry);
  }

  /** Completes the file, makes sure that it is on the disk, and gives it its name. */
  async finish(): Promise<void> {
    await this.#write(await tarEntry(DIGEST_NAME, Buffer.from(this.#hash.digest('hex'))));
    await this.#write(Buffer.alloc(END_BYTES));
    await this.#file.sync();
    await this.#file.close();
    await rename(unfinished(this.#path), this.#path);
    await syncFolder(dirname(this.#path));
  }

  async discard(): Promise<void> {
    await this.#file.close();
    await rm(unfinished(this.#path), { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.bytes += bytes.length;
  }
}

/**
 * Makes sure that a file is a backup and that every byte of it is as it was written.
 *
 * @throws Error with a sentence that says which of the two it is not.
 */
export async function verifyArchive(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const { size } = await file.stat();
    const { buffer: start } = await file.read(Buffer.alloc(ABOUT_NAME.length), 0, ABOUT_NAME.length, 0);
    if (start.toString('latin1') !== ABOUT_NAME) throw new Error(`${path} is not a backup of ReRound.`);
    const { buffer: trailer } = await file.read(
      Buffer.alloc(TRAILER_BYTES),
      0,
      TRAILER_BYTES,
      Math.max(0, size - TRAILER_BYTES),
    );
    const digest = createHash('sha256');
    // Of a file shorter than its trailer nothing is left to read, and the trailer is none.
    const end = Math.max(0, size - TRAILER_BYTES - 1);
    for await (const chunk of file.createReadStream({ start: 0, end, autoClose: false })) {
      digest.update(chunk as Buffer);
    }
    if ((await digestIn(trailer)) !== digest.digest('hex')) {
      throw new Error(`${path} is damaged: it was cut off or altered after it was made.`);
    }
  } finally {
    await file.close();
  }
}

/** The entries of a verified backup, in the order in which they were written, those that `wanted` names. */
export async function* readArchive(
  path: string,
  wanted: (name: string) => boolean,
): AsyncGenerator<ArchiveEntry> {
  const file = await open(path, 'r');
  const read = async (position: number, length: number) =>
    length === 0 ? Buffer.alloc(0) : (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
  try {
    // By position, so that what is not wanted is not even read. Names are short and entries small: each has one header.
    for (let position = 0; ;) {
      const header = await read(position, BLOCK_BYTES);
      const name = header.toString('utf8', 0, header.indexOf(0));
      if (name === '') return;
      const size = Number.parseInt(header.toString('latin1', SIZE_POSITION, SIZE_POSITION + SIZE_DIGITS), 8);
      if (wanted(name)) yield { name, bytes: await read(position + BLOCK_BYTES, size) };
      position += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    }
  } finally {
    await file.close();
  }
}

/** Makes sure that what happened to a folder's names is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A tar of one file, without the tar's end. */
async function tarEntry(name: string, bytes: Buffer): Promise<Buffer> {
  const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) };
  const tar = await packTar([{ header, body: bytes }]);
  return Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength - END_BYTES);
}

/** The digest that a trailer holds, or null if that is no trailer. */
async function digestIn(trailer: Buffer): Promise<string | null> {
  try {
    const [entry] = await unpackTar(trailer, { strict: true });
    const rest = trailer.subarray(BLOCK_BYTES + DIGEST_LENGTH);
    if (entry?.header.name !== DIGEST_NAME || entry.data?.length !== DIGEST_LENGTH) return null;
    return rest.every((byte) => byte === 0) ? Buffer.from(entry.data).toString('latin1') : null;
  } catch {
    return null;
  }
}

function unfinished(path: string): string {
  return `${path}.unfinished`;
}
