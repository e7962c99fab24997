import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packTar } from 'modern-tar';
import { flush, unfinished } from '#server/flush.ts';
import { type BackupFile, bytesOf, damaged, encrypted } from './backupFile.ts';
import { ABOUT_NAME, type Entry, type EntryKind, entryOf, isBehind } from './contents.ts';
import { refuseFullDisk } from './disk.ts';

/*
 * A backup is a tar, encrypted or not, whose last entry, `sha256`, is the digest of every byte before it. Entries are
 * small enough for memory, since a tar tells an entry's size before the entry.
 */

const DIGEST_NAME = 'sha256';
const BLOCK_BYTES = 512;
const END_BYTES = 2 * BLOCK_BYTES;
/** How much is written between two looks at the room on the disk. */
const LOOK_BYTES = 8 * 1024 * 1024;
const DIGEST_LENGTH = 64;

/** Where a tar's header has what. Numbers are octal digits. */
const NAME_FIELD = [0, 100] as const;
const SIZE_FIELD = [124, 135] as const;
const TYPE_FIELD = [156, 157] as const;
const PREFIX_FIELD = [345, 500] as const;

interface ArchiveEntry {
  name: string;
  /** What it is; null where no backup has an entry of that name, size and type. */
  entry: Entry | null;
  /** Empty where nobody wanted them. */
  bytes: Buffer;
}

interface NewBackupFile extends BackupFile {
  /** What is to stay free on its disk; where that is nothing, the room is not looked at. */
  spareBytes?: number;
}

/** Writes a backup file: under another name until it is whole and on the disk, for its owner's eyes only. */
export class ArchiveWriter {
  /** So many are in the file. */
  bytes = 0;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #tar = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#tar.writable.getWriter();
  #written = Promise.resolve();

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws Error where there is a file of that name already. */
  static async create({ path, passphrase, spareBytes = 0 }: NewBackupFile): Promise<ArchiveWriter> {
    if (existsSync(path)) throw new Error(`${path} exists already, and a backup overwrites nothing.`);
    const file = await open(unfinished(path), 'w', 0o600);
    // That mode is for a new file only: one that a killed backup left has the mode it was given.
    await file.chmod(0o600);
    const archive = new ArchiveWriter(path, file);
    await archive.#pour(passphrase, spareBytes);
    return archive;
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
    await this.#writer.close();
    await this.#written;
    await this.#file.sync();
    await this.#file.close();
    await rename(unfinished(this.#path), this.#path);
    await flush(dirname(this.#path));
  }

  async discard(): Promise<void> {
    await Promise.allSettled([this.#writer.abort(), this.#written]);
    await this.#file.close();
    await rm(unfinished(this.#path), { force: true });
  }

  /** Lets what is written flow into the file, no faster than the disk takes it. */
  async #pour(passphrase: string | undefined, spareBytes: number): Promise<void> {
    const { readable } = this.#tar;
    const source = passphrase === undefined ? readable : await encrypted(readable, passphrase);
    let lookAt = 0;
    const write = async (bytes: Uint8Array) => {
      if (spareBytes > 0 && this.bytes >= lookAt) {
        await refuseFullDisk(dirname(this.#path), LOOK_BYTES, spareBytes);
        lookAt = this.bytes + LOOK_BYTES;
      }
      await this.#file.writeFile(bytes);
      this.bytes += bytes.length;
    };
    this.#written = source.pipeTo(new WritableStream({ write }));
    // Whoever writes next, or finishes, hears of a failure; until then nobody listens.
    this.#written.catch(() => {});
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#writer.ready;
    await this.#writer.write(bytes);
  }
}

/**
 * The entries of a backup file, in their order, with the bytes of those kinds that are wanted. Whoever has read to the end
 * knows that every byte is as it was written; who wrote it is another question.
 *
 * @throws Error with a sentence where the file is no backup or is damaged.
 */
export async function* readArchive(
  file: BackupFile,
  wanted: readonly EntryKind[],
): AsyncGenerator<ArchiveEntry> {
  const { path } = file;
  const source = new Intake(bytesOf(file));
  const digest = createHash('sha256');
  try {
    for (let isFirst = true; ; isFirst = false) {
      const header = await source.take(BLOCK_BYTES);
      if (isFirst && textIn(header, NAME_FIELD) !== ABOUT_NAME)
        throw new Error(`${path} is not a backup of ReRound.`);
      const { name, size, isPlainFile } = headerIn(header) ?? {};
      if (name === undefined || size === undefined) throw damaged(path);
      if (name === DIGEST_NAME) {
        const trailer = await source.take(BLOCK_BYTES + END_BYTES + 1);
        if (!isTrailer(trailer, digest.digest('hex'))) throw damaged(path);
        return;
      }
      digest.update(header);
      const entry = isPlainFile ? entryOf(name, size) : null;
      const isWanted = entry !== null && wanted.includes(entry.kind);
      const pieces: Buffer[] = [];
      for (let left = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES; left > 0;) {
        const piece = await source.some(left);
        if (piece.length === 0) throw damaged(path);
        digest.update(piece);
        if (isWanted) pieces.push(piece);
        left -= piece.length;
      }
      yield { name, entry, bytes: Buffer.concat(pieces).subarray(0, size) };
    }
  } finally {
    await source.close();
  }
}

/** What a backup file, once examined, holds of one kind. What comes behind it is not read. */
export async function* entriesOf(
  file: BackupFile,
  kind: EntryKind,
): AsyncGenerator<{ of: string; bytes: Buffer }> {
  for await (const { entry, bytes } of readArchive(file, [kind])) {
    if (entry?.kind === kind) yield { of: entry.of, bytes };
    else if (entry && isBehind(kind, entry.kind)) return;
  }
}

/** Takes bytes from a stream in other pieces than it comes in. */
class Intake {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** At least one byte and so many at most; none at the end. */
  async some(atMost: number): Promise<Buffer> {
    while (this.#waiting.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return this.#waiting;
      this.#waiting = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const taken = this.#waiting.subarray(0, atMost);
    this.#waiting = this.#waiting.subarray(taken.length);
    return taken;
  }

  /** So many bytes, or fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0;) {
      const piece = await this.some(left);
      if (piece.length === 0) break;
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

/** What a header says, or null where it is none. */
function headerIn(header: Buffer): { name: string; size: number; isPlainFile: boolean } | null {
  const [name, digits] = [textIn(header, NAME_FIELD), textIn(header, SIZE_FIELD)];
  if (header.length < BLOCK_BYTES || name === '' || !/^[0-7]+$/.test(digits)) return null;
  // A prefix would be put before the name by whoever unpacks the tar.
  const isPlainFile = textIn(header, TYPE_FIELD) === '0' && textIn(header, PREFIX_FIELD) === '';
  return { name, size: Number.parseInt(digits, 8), isPlainFile };
}

function textIn(header: Buffer, [start, end]: readonly [number, number]): string {
  return header.toString('utf8', start, end).split('\0', 1)[0] ?? '';
}

/** Whether these are the digest's block and the end of the tar, and nothing else. */
function isTrailer(bytes: Buffer, digest: string): boolean {
  const rest = bytes.subarray(DIGEST_LENGTH);
  const isWhole = bytes.length === BLOCK_BYTES + END_BYTES;
  return isWhole && bytes.toString('latin1', 0, DIGEST_LENGTH) === digest && rest.every((byte) => byte === 0);
}

/** A tar of one file, without the tar's end. */
async function tarEntry(name: string, bytes: Buffer): Promise<Buffer> {
  const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) };
  const tar = await packTar([{ header, body: bytes }]);
  return Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength - END_BYTES);
}
