import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { backups } from '#server/db/schema.ts';
import { type BucketService, startBucketService } from '#server/testing/bucketService.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { examineBackup } from './load.ts';
import { makeNightlyBackup } from './nightly.ts';

const site = useTestSite();
let directory: string;
let folder: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-nightly-'));
  folder = join(directory, 'backups');
});
afterEach(() => rm(directory, { recursive: true }));

function nightly(settings: Record<string, string> = { BACKUP_DIR: folder }) {
  const variables = { DATA_DIR: join(directory, 'data'), SECRET_KEY: 'k'.repeat(32), ...settings };
  return { site: site.site, environment: readEnvironment(variables), log: site.app.log };
}

/** Runs the hourly backup at a time of the site's zone. */
async function runHourAt(time: string, settings?: Record<string, string>): Promise<void> {
  site.now = new Date(`${time}-06:00`);
  await makeNightlyBackup(nightly(settings));
}

const rows = () => site.database.select().from(backups).orderBy(backups.finishedAt);

test('makes one backup each night from three o’clock on, and reads it back', async () => {
  await runHourAt('2026-11-20T12:00');
  const [first] = await rows();
  const { name = '' } = first ?? {};
  expect(name).toMatch(/^reround-2026-11-20-[\da-f]{8}\.tar$/);
  const file = await stat(join(folder, name));
  expect(first).toEqual({
    name,
    bytes: file.size,
    finishedAt: site.now,
    verifiedAt: site.now,
    failure: null,
  });
  expect([(await stat(folder)).mode & 0o777, file.mode & 0o777]).toEqual([0o700, 0o600]);
  expect((await examineBackup({ path: join(folder, name) })).about.tables).not.toEqual([]);
  for (const time of ['2026-11-20T13:00', '2026-11-21T02:59']) await runHourAt(time);
  expect(await rows()).toEqual([first]);
  await runHourAt('2026-11-21T03:00');
  expect(await rows()).toHaveLength(2);
});

test('keeps the newest BACKUP_KEEP backups, and files of others', async () => {
  await mkdir(folder);
  const foreignFiles = ['notes.txt', 'reround-2020-01-01-00000000.tar'];
  for (const name of [...foreignFiles, 'reround-2026-11-19-00000000.tar.unfinished']) {
    await writeFile(join(folder, name), 'something');
  }
  for (const day of [20, 21, 22, 23]) {
    await runHourAt(`2026-11-${day}T04:00`, { BACKUP_DIR: folder, BACKUP_KEEP: '2' });
  }
  const backupNames = (await rows()).map(({ name }) => name);
  expect(backupNames.map((name) => name.slice(0, 18))).toEqual(['reround-2026-11-22', 'reround-2026-11-23']);
  expect((await readdir(folder)).toSorted()).toEqual([...foreignFiles, ...backupNames].toSorted());
});

test('records why a backup failed, and tries again the next hour', async () => {
  await writeFile(folder, 'in the way');
  await runHourAt('2026-11-20T04:00');
  expect(await rows()).toEqual([
    {
      name: expect.any(String) as string,
      bytes: null,
      finishedAt: site.now,
      verifiedAt: null,
      failure: expect.stringMatching(/^EEXIST.*\.$/) as string,
    },
  ]);
  expect(site.log).toContain('a backup failed');
  await rm(folder);
  await runHourAt('2026-11-20T05:00');
  expect(await rows()).toMatchObject([{ failure: null, verifiedAt: site.now }]);
});

test('starts no second backup while one is being made', async () => {
  const context = nightly();
  await Promise.all([makeNightlyBackup(context), makeNightlyBackup(context)]);
  expect(await rows()).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
});

test('makes no backup if no place is set', async () => {
  await runHourAt('2026-11-20T04:00', {});
  expect(await rows()).toEqual([]);
});

describe('in a bucket', () => {
  let service: BucketService;
  beforeEach(async () => {
    service = await startBucketService('backups');
  });
  afterEach(() => service.close());

  const settings = (keep = '14') => ({
    BACKUP_S3_ENDPOINT: service.bucket.endpoint,
    BACKUP_S3_BUCKET: service.bucket.name,
    BACKUP_S3_ACCESS_KEY_ID: service.bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: service.bucket.secretAccessKey,
    BACKUP_KEEP: keep,
  });

  test('stores whole backups, deletes old ones, and leaves none in DATA_DIR', async () => {
    for (const day of [20, 21]) await runHourAt(`2026-11-${day}T04:00`, settings('1'));
    const [{ name, bytes } = { name: '', bytes: 0 }, ...others] = await rows();
    expect(others).toEqual([]);
    expect([...service.objects.keys()]).toEqual([name]);
    expect(service.objects.get(name)?.bytes.length).toBe(bytes);
    expect(await readdir(join(directory, 'data', 'backup.outgoing'))).toEqual([]);
  });

  test('deletes a backup that the bucket returns damaged', async () => {
    const { objects } = service;
    const store = objects.set.bind(objects);
    objects.set = (name, { type, bytes }) => store(name, { type, bytes: bytes.subarray(0, -1) });
    await runHourAt('2026-11-20T04:00', settings());
    expect(await rows()).toMatchObject([
      { verifiedAt: null, failure: expect.stringContaining('is damaged') as string },
    ]);
    expect(objects.size).toBe(0);
  });

  test('records that the bucket refused', async () => {
    await runHourAt('2026-11-20T04:00', { ...settings(), BACKUP_S3_SECRET_ACCESS_KEY: 'guessed' });
    expect((await rows())[0]?.failure).toMatch(
      /^The bucket for backups: it answers PUT reround-\S+ with status 403\.$/,
    );
  });
});
