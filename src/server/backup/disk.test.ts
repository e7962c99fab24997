import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveWriter } from './archive.ts';
import { bytesIn, refuseFullDisk, spareBytesOn, unlessMissing } from './disk.ts';

/** More than any disk has. */
const TOO_MUCH = 2 ** 60;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-disk-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder holds what its files and those of its folders do', async () => {
  await mkdir(join(folder, 'deep', 'deeper'), { recursive: true });
  await writeFile(join(folder, 'one'), 'four');
  await writeFile(join(folder, 'deep', 'deeper', 'two'), 'sixsix');
  expect(await bytesIn(folder)).toBe(10);
});

test('what does not fit, or leaves the site too little, is refused in a sentence', async () => {
  await refuseFullDisk(folder, 1, 1);
  await expect(refuseFullDisk(folder, TOO_MUCH)).rejects.toThrow(
    /^The disk of \S+ has \d+ MB free, and a backup needs \d{10,} MB there, of which 256 MB stay free\. Make room\.$/,
  );
  await expect(refuseFullDisk(folder, 0, TOO_MUCH)).rejects.toThrow('Make room.');
});

test('what stays free is the site’s own disk’s', async () => {
  expect(await spareBytesOn(folder, tmpdir())).toBe(256 * 1024 * 1024);
  expect(await spareBytesOn(folder, join(folder, 'not made yet'))).toBe(0);
});

test('on another disk than the site’s own a backup may take all that there is', async ({ skip }) => {
  const own = (await stat(folder)).dev;
  const devices = await Promise.all(
    ['/proc', '/dev'].map(async (path) => ({ path, device: (await unlessMissing(stat(path)))?.dev })),
  );
  const other = devices.find(({ device }) => device !== undefined && device !== own);
  if (!other) return skip('This machine has no second file system to ask.');
  expect(await spareBytesOn(other.path, folder)).toBe(0);
});

test.each([undefined, 'correct horse battery staple'])(
  'a backup that leaves the site too little is broken off, and nothing stays of it: passphrase %s',
  async (passphrase) => {
    const path = join(folder, 'backup.tar');
    const archive = await ArchiveWriter.create({ path, passphrase, spareBytes: TOO_MUCH });
    const writing = async () => {
      for (let part = 0; part < 100; part += 1) await archive.add(`${part}`, Buffer.alloc(100_000));
      await archive.finish();
    };
    await expect(writing()).rejects.toThrow('Make room.');
    await archive.discard();
    expect(await readdir(folder)).toEqual([]);
  },
);
