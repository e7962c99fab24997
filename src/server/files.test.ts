import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restrictDataFolders } from './files.ts';
import { FolderStorage } from './storage.ts';

let folder: string;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-private-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('makes the photo folder and its parents private', async () => {
  const dataDirectory = join(folder, 'data');
  await new FolderStorage(dataDirectory).save(`${'a'.repeat(24)}.webp`, Buffer.from('picture'));
  expect(await modeOf(dataDirectory)).toBe(0o700);
  expect(await modeOf(join(dataDirectory, 'uploads'))).toBe(0o700);
});

test('makes existing data folders private, and makes none', async () => {
  await chmod(folder, 0o755);
  await restrictDataFolders(folder);
  expect(await modeOf(folder)).toBe(0o700);
  await mkdir(join(folder, 'uploads'), { mode: 0o750 });
  await restrictDataFolders(folder);
  expect(await modeOf(join(folder, 'uploads'))).toBe(0o700);
  await restrictDataFolders(join(folder, 'missing'));
  await expect(stat(join(folder, 'missing'))).rejects.toThrow('ENOENT');
});
