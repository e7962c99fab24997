import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { packTar, type TarHeader } from 'modern-tar';

const END_BYTES = 1024;

export type TarEntry = [name: string, bytes?: string | Buffer, header?: Partial<TarHeader>];

/** The tar of one entry, whatever it is, without the tar's end. */
export async function tarOf([name, given = '', header = {}]: TarEntry): Promise<Buffer> {
  const body = Buffer.from(given as string);
  const tar = await packTar([{ header: { name, size: body.length, ...header }, body }]);
  return Buffer.from(tar).subarray(0, -END_BYTES);
}

/** Writes a backup file whose digest is right, whoever made its entries. */
export async function writeSealed(path: string, tar: Buffer): Promise<void> {
  const digest = await tarOf(['sha256', createHash('sha256').update(tar).digest('hex')]);
  await writeFile(path, Buffer.concat([tar, digest, Buffer.alloc(END_BYTES)]));
}
