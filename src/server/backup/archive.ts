import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Decrypter } from 'age-encryption';
import { createTarDecoder, packTar } from 'modern-tar';
import { uploadName } from '#shared/fields.ts';

/** A backup file: a tar, perhaps encrypted, whose last entry is the digest of all bytes before it. */
export interface BackupFile {
  path: string;
  passphrase?: string | undefined;
}

export type NewEntry = [name: string, bytes: Buffer];

/** The first entry, which describes the backup. */
export const ABOUT_NAME = 'reround-backup.json';
const DIGEST_NAME = 'sha256';
const DIGEST_BYTES = 64;
const END_BYTES = 1024;
/** The last bytes of a backup: the digest's header and block, and the end of the tar. */
const TRAILER_BYTES = 2 * 512 + END_BYTES;

const ENTRY_NAME =
  /^(?:(?<about>reround-backup\.json)|tables\/(?<table>[a-z_]+)\/\d{6,}\.jsonl\.gz|(?<key>secret\.key)|photos\/(?<photo>.+)|(?<counts>counts\.json))$/;
const MEGABYTE = 1024 * 1024;
/** The largest size of an entry in bytes, by kind. For rows it also holds once they are unpacked. */
export const mostBytes = {
  about: MEGABYTE,
  table: 512 * MEGABYTE,
  key: 4096,
  photo: 32 * MEGABYTE,
  counts: MEGABYTE,
};
type Kind = keyof typeof mostBytes;

/** The first line of every file encrypted by age (age-encryption.org/v1). */
const AGE_LINE = Buffer.from('age-encryption.org/v1\n');

/** The tar of a backup with these entries. */
export async function* tarOf(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const entry of entries) {
    const bytes = await tarEntry(entry);
    digest.update(bytes);
    yield bytes;
  }
  yield await tarEntry([DIGEST_NAME, Buffer.from(digest.digest('hex'))]);
  yield Buffer.alloc(END_BYTES);
}

/** A tar of one file, without the end of the tar. */
async function tarEntry([name, body]: NewEntry): Promise<Buffer> {
  const header = { name, size: body.length, mode: 0o600, mtime: new Date(0) };
  const tar = await packTar([{ header, body }]);
  return Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength - END_BYTES);
}

/** Why a file is not restored, as a sentence. */
export class RestoreRefusal extends Error {}

/**
 * The entries of a backup file, with the bytes of the wanted kinds. It ends without an error only if the digest is right: the
 * file is then undamaged, but anybody may have written it.
 *
 * @throws RestoreRefusal if the file is no backup, has an unknown entry, is damaged, or cannot be decrypted.
 */
export async function* readArchive(
  file: BackupFile,
  wanted: readonly Kind[],
): AsyncGenerator<{ kind: Kind; name: string; bytes: Buffer }> {
  const hash = createHash('sha256');
  const earlierNames = new Set<string>();
  let digest = '';
  try {
    const tar = ReadableStream.from(readAndHash(file, hash));
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, size, type, pax } = header;
      // An extended header could give an entry another name and size.
      const isPlain = type === 'file' && !pax && !earlierNames.has(name) && digest === '';
      earlierNames.add(name);
      const described = isPlain ? describeEntry(name, size) : undefined;
      if (isPlain && name === DIGEST_NAME && size === DIGEST_BYTES) {
        digest = (await buffer(body)).toString('latin1');
        continue;
      }
      if (!described) throw unknownEntryError(file.path, name);
      const pieces: Uint8Array[] = [];
      // Unwanted bodies are read too: after a cancelled one, modern-tar 0.8.6 never ends the next.
      for await (const piece of body) if (wanted.includes(described.kind)) pieces.push(piece);
      yield { ...described, bytes: Buffer.concat(pieces) };
    }
  } catch (error) {
    throw readingError(error as NodeJS.ErrnoException, file.path);
  }
  if (digest !== hash.digest('hex')) throw damagedError(file.path);
}

/** The kind of an entry and the name of its table or photo; undefined for an entry that no backup has. */
function describeEntry(path: string, size: number): { kind: Kind; name: string } | undefined {
  const groups = Object.entries(ENTRY_NAME.exec(path)?.groups ?? {});
  const [kind, name] = groups.find(([, matched]) => matched) ?? [];
  if (kind === undefined || name === undefined || size > mostBytes[kind as Kind]) return undefined;
  if (kind === 'photo' && !uploadName.test(name)) return undefined;
  return { kind: kind as Kind, name };
}

export function unknownEntryError(path: string, name: string): RestoreRefusal {
  return new RestoreRefusal(
    `${path} holds ${JSON.stringify(name)}, which no backup of ReRound holds there. Nothing was restored.`,
  );
}

function readingError(error: NodeJS.ErrnoException, path: string): Error {
  if (error instanceof RestoreRefusal || error.code !== undefined) return error;
  if (!error.message.startsWith('no identity matched')) return damagedError(path);
  return new RestoreRefusal(`BACKUP_PASSPHRASE does not open ${path}. Set the one that it was made with.`);
}

function damagedError(path: string): RestoreRefusal {
  return new RestoreRefusal(`${path} is damaged: it was cut off or altered after it was made.`);
}

/** The bytes of the tar. All but the trailer go into the hash. */
async function* readAndHash(file: BackupFile, hash: Hash): AsyncGenerator<Buffer> {
  let isFirst = true;
  let unread: Buffer = Buffer.alloc(0);
  for await (const bytes of await openTar(file)) {
    unread = Buffer.concat([unread, bytes]);
    if (isFirst && !unread.toString('latin1').startsWith(ABOUT_NAME)) break;
    isFirst = false;
    const ready = unread.subarray(0, -TRAILER_BYTES);
    hash.update(ready);
    yield ready;
    unread = unread.subarray(ready.length);
  }
  if (isFirst) throw new RestoreRefusal(`${file.path} is not a backup of ReRound.`);
  yield unread;
}

/** Streams the tar in a file, decrypted if need be, so that nothing decrypted reaches the disk. */
async function openTar({ path, passphrase }: BackupFile): Promise<AsyncIterable<Uint8Array>> {
  const beginning = await buffer(createReadStream(path, { end: AGE_LINE.length - 1 }));
  const isEncrypted = beginning.equals(AGE_LINE);
  if (passphrase === undefined) {
    if (!isEncrypted) return createReadStream(path);
    throw new RestoreRefusal(
      `${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
  }
  if (!isEncrypted) {
    throw new RestoreRefusal(
      `${path} is not encrypted, so anybody may have written it. To restore it all the same, leave BACKUP_PASSPHRASE unset.`,
    );
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return await decrypter.decrypt(ReadableStream.from(createReadStream(path)));
}
