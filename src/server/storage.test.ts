import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from './env.ts';
import { type BucketService, startBucketService } from '#server/testing/bucketService.ts';
import { type Bucket, BucketStorage, FolderStorage, openStorage, type PhotoStorage } from './storage.ts';

const ONE = photoName('one');
const PHOTO = Buffer.from([0, 1, 2, 253, 254, 255]);

/** A name of the form that the server makes, from these letters. */
function photoName(text: string): string {
  return `${text
    .replaceAll(/[^a-z\d]/g, '')
    .slice(0, 24)
    .padEnd(24, '0')}.webp`;
}

let directory: string;
let service: BucketService;
let bucket: Bucket;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-storage-'));
  service = await startBucketService('photos');
  ({ bucket } = service);
});

afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const storages: [string, () => PhotoStorage][] = [
  ['a folder', () => new FolderStorage(join(directory, 'data'))],
  ['a bucket', () => new BucketStorage(bucket)],
  [
    'a bucket whose address ends in a slash',
    () => new BucketStorage({ ...bucket, endpoint: `${bucket.endpoint}/` }),
  ],
];

describe.each(storages)('photos in %s', (kind, open) => {
  test('can be read back, also from a newly opened storage', async () => {
    const name = photoName(`saved in ${kind}`);
    await open().save(name, PHOTO);
    expect(await open().read(name)).toEqual(PHOTO);
  });

  test('are stored whole even if large', async () => {
    const name = photoName(`large in ${kind}`);
    const large = Buffer.alloc(3 * 1024 * 1024, 'photo');
    await open().save(name, large);
    expect((await open().read(name))?.equals(large)).toBe(true);
  });

  test.each(['../one.webp', '..', '', 'one.webp', `a/${ONE}`, `${ONE}\0`, `${ONE}.html`])(
    'of a foreign name are refused: %j',
    async (name) => {
      const refused = `The site makes no photo of the name ${JSON.stringify(name)}.`;
      await expect(open().save(name, PHOTO)).rejects.toThrow(refused);
      await expect(open().read(name)).rejects.toThrow(refused);
      await expect(open().remove(name)).rejects.toThrow(refused);
    },
  );

  test('that are missing are null', async () => {
    expect(await open().read(photoName('missing'))).toBeNull();
  });

  test('can be removed, even twice', async () => {
    const [name, other] = [photoName(`removed from ${kind}`), photoName(`left in ${kind}`)];
    for (const photo of [name, other]) await open().save(photo, PHOTO);
    for (let time = 1; time <= 2; time += 1) await open().remove(name);
    expect(await open().read(name)).toBeNull();
    expect(await open().read(other)).toEqual(PHOTO);
  });
});

describe('a folder', () => {
  test('never lets one photo overwrite another', async () => {
    const storage = new FolderStorage(join(directory, 'once'));
    await storage.save(ONE, PHOTO);
    await expect(storage.save(ONE, Buffer.from('another'))).rejects.toThrow(/EEXIST/);
    expect(await storage.read(ONE)).toEqual(PHOTO);
    expect(await readdir(join(directory, 'once', 'uploads'))).toEqual([ONE]);
  });

  test('that cannot be read is an error, not a missing photo', async () => {
    await mkdir(join(directory, 'broken', 'uploads', ONE), { recursive: true });
    await expect(new FolderStorage(join(directory, 'broken')).read(ONE)).rejects.toThrow(/EISDIR/);
  });

  test('that cannot be written to is an error', async () => {
    await writeFile(join(directory, 'file'), '');
    await expect(new FolderStorage(join(directory, 'file')).save(ONE, PHOTO)).rejects.toThrow(/ENOTDIR/);
  });
});

describe('a bucket', () => {
  test('stores the content type', async () => {
    await new BucketStorage(bucket).save(photoName('typed'), PHOTO);
    expect(service.objects.get(photoName('typed'))?.type).toBe('image/webp');
  });

  test('with a wrong secret refuses reads and writes with an error', async () => {
    await new BucketStorage(bucket).save(photoName('guarded'), PHOTO);
    const storage = new BucketStorage({ ...bucket, secretAccessKey: 'guessed' });
    await expect(storage.read(photoName('guarded'))).rejects.toThrow(
      'The bucket did not give a photo: status 403.',
    );
    await expect(storage.save(photoName('new'), PHOTO)).rejects.toThrow(
      'The bucket refused a photo with status 403.',
    );
    expect(await new BucketStorage(bucket).read(photoName('new'))).toBeNull();
  });

  test('that does not exist is an error', async () => {
    const storage = new BucketStorage({ ...bucket, name: 'nowhere' });
    await expect(storage.save(ONE, PHOTO)).rejects.toThrow('status 404');
  });

  test('that redirects is not followed', async () => {
    const requestedUrls: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      requestedUrls.push(request.url);
      response.writeHead(request.url === '/elsewhere' ? 200 : 307, { location: '/elsewhere' }).end();
    });
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const storage = new BucketStorage({ ...bucket, endpoint });
    await expect(storage.read(ONE)).rejects.toThrow('status 307');
    await expect(storage.save(ONE, PHOTO)).rejects.toThrow('status 307');
    expect(requestedUrls).toEqual([`/photos/${ONE}`, `/photos/${ONE}`]);
    elsewhere.close();
  });

  test('that cannot be reached is an error', async () => {
    const storage = new BucketStorage({ ...bucket, endpoint: 'http://127.0.0.1:1' });
    await expect(storage.read(ONE)).rejects.toThrow('fetch failed');
  });
});

test('opens a bucket if the settings name one, else the folder', () => {
  const inBucket = readEnvironment({
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.name,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  });
  expect(openStorage(inBucket)).toBeInstanceOf(BucketStorage);
  expect(openStorage(readEnvironment({}))).toBeInstanceOf(FolderStorage);
});
