import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { readEnvironment } from '#server/env.ts';
import { type BucketService, startBucketService } from '#server/testing/bucketService.ts';
import { type BackupPlace, newBackupName, openPlace } from './place.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-place-'));
});
afterAll(() => rm(directory, { recursive: true }));

const newName = () => newBackupName('2026-03-05', false);

function placeBy(settings: Record<string, string>): BackupPlace {
  const environment = readEnvironment({ DATA_DIR: join(directory, 'data'), ...settings });
  if (!environment.backups) throw new Error('These settings name no place.');
  return openPlace(environment.backups, environment);
}

test('a folder that is not there yet holds nothing, and nothing has to be removed from it', async () => {
  const folder = join(directory, 'backups');
  const place = placeBy({ BACKUP_DIR: folder });
  expect(await place.list()).toEqual([]);
  await place.remove(newName());
  expect(existsSync(folder)).toBe(false);
});

test.each([{ BACKUP_DIR: 'safe' }, { BACKUP_S3_BUCKET: 'backups' }])(
  'a name that the site does not make is not touched: %j',
  async (setting) => {
    const service = { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_ACCESS_KEY_ID: 'id' };
    const bucket = { ...service, BACKUP_S3_SECRET_ACCESS_KEY: 'key' };
    const place = placeBy('BACKUP_DIR' in setting ? setting : { ...setting, ...bucket });
    const none = async () => {};
    for (const ask of [place.keep('../x', none), place.read('../x', none), place.remove('../x')]) {
      await expect(ask).rejects.toThrow('The site makes no backup of the name "../x".');
    }
  },
);

test('a folder lists what the site makes, and which of it was read back', async () => {
  const place = placeBy({ BACKUP_DIR: join(directory, 'listed') });
  const names = [newName(), newName()].toSorted();
  for (const name of names) await place.keep(name, (path) => writeFile(path, 'a backup'));
  const verifiedAt = new Date('2026-03-05T09:10:00Z');
  await place.mark(names[0] ?? '', verifiedAt);
  await writeFile(join(directory, 'listed', 'notes.txt'), 'mine');
  expect(await place.list()).toEqual([
    { name: names[0], bytes: 8, verifiedAt: verifiedAt.toISOString() },
    { name: names[1], bytes: 8, verifiedAt: null },
  ]);
});

describe('on the way to a bucket', () => {
  let service: BucketService;
  let settings: Record<string, string>;
  const outgoing = () => join(directory, 'data', 'backup.outgoing');

  beforeAll(async () => {
    service = await startBucketService('backups');
    const { endpoint, name, accessKeyId, secretAccessKey } = service.bucket;
    settings = {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_BUCKET: name,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  });
  afterAll(() => service.close());

  test('two processes on one machine leave each other’s files alone', async () => {
    const [one, other] = [placeBy(settings), placeBy(settings)];
    const [first, second] = [newName(), newName()];
    await one.keep(first, async (path) => {
      await writeFile(path, 'the first');
      await other.keep(second, (otherPath) => writeFile(otherPath, 'the second'));
      expect(await other.read(second, (otherPath) => readFile(otherPath, 'utf8'))).toBe('the second');
      await other.remove(second);
    });
    expect(await one.list()).toEqual([{ name: first, bytes: 9, verifiedAt: null }]);
    expect(await other.read(first, (path) => readFile(path, 'utf8'))).toBe('the first');
    expect(existsSync(outgoing())).toBe(false);
  });

  test('a list is whole, though the bucket gives it in parts', async () => {
    const place = placeBy(settings);
    for (const name of (await place.list()).map((one) => one.name)) await place.remove(name);
    const names = [newName(), newName(), newName()].toSorted();
    for (const name of names) await place.keep(name, (path) => writeFile(path, 'a backup'));
    const verifiedAt = new Date('2026-03-05T09:10:00Z');
    await place.mark(names[1] ?? '', verifiedAt);
    expect(await place.list()).toEqual([
      { name: names[0], bytes: 8, verifiedAt: null },
      { name: names[1], bytes: 8, verifiedAt: verifiedAt.toISOString() },
      { name: names[2], bytes: 8, verifiedAt: null },
    ]);
    for (const name of names) await place.remove(name);
    expect(service.objects.size).toBe(0);
  });

  test('what has lain there for days goes, and nothing newer', async () => {
    const longAgo = addDays(new Date(), -3);
    for (const left of ['of days ago', 'of now']) {
      await mkdir(join(outgoing(), left), { recursive: true });
      await writeFile(join(outgoing(), left, 'half'), 'half a backup');
    }
    await utimes(join(outgoing(), 'of days ago'), longAgo, longAgo);
    await placeBy(settings).keep(newName(), (path) => writeFile(path, 'a backup'));
    expect(await readdir(outgoing())).toEqual(['of now']);
  });
});

test.each(['https://photos.example/', 'https://PHOTOS.example', 'https://photos.example:443//'])(
  'the photos’ bucket is refused for backups, however its address is written: %s',
  (BACKUP_S3_ENDPOINT) => {
    const photos = { S3_ENDPOINT: 'https://photos.example', S3_BUCKET: 'photos' };
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    const settings = { ...photos, ...keys, BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET: 'photos' };
    expect(() => readEnvironment(settings)).toThrow('BACKUP_S3_BUCKET must not be S3_BUCKET');
  },
);
