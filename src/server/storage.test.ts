import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '#server/testing/testStores.ts';
import { readEnvironment } from './env.ts';
import { BucketStorage, FolderStorage, openStorage, type PhotoStorage } from './storage.ts';

const PHOTO = Buffer.from([0, 1, 2, 253, 254, 255]);

const stores = useTestStores();

const storages: [string, () => PhotoStorage][] = [
  ['a folder', () => new FolderStorage(join(stores.directory, 'data'))],
  ['a bucket', () => new BucketStorage(stores.bucket)],
  [
    'a bucket whose address ends in a slash',
    () => new BucketStorage({ ...stores.bucket, endpoint: `${stores.bucket.endpoint}/` }),
  ],
];

async function everyPhoto(storage: PhotoStorage) {
  const photos: { name: string; savedAt: Date }[] = [];
  for await (const photo of storage.list()) photos.push(photo);
  return photos;
}

describe.each(storages)('photos in %s', (kind, open) => {
  test('come back as they were saved, from another opening of it too', async () => {
    const name = `${'a'.repeat(20)}${kind.length}.webp`;
    await open().save(name, PHOTO);
    expect(await open().read(name)).toEqual(PHOTO);
  });

  test('are kept whole where they are large', async () => {
    const name = `${'b'.repeat(20)}${kind.length}.webp`;
    const large = Buffer.alloc(3 * 1024 * 1024, 'photo');
    await open().save(name, large);
    expect((await open().read(name))?.equals(large)).toBe(true);
  });

  test('that are not there are null', async () => {
    expect(await open().read('missing.webp')).toBeNull();
    expect(await open().has('missing.webp')).toBe(false);
  });

  test('are listed with their age until they are removed, once or twice', async () => {
    const storage = open();
    const name = `${'l'.repeat(20)}${kind.length}.webp`;
    await storage.save(name, PHOTO);
    expect(await storage.has(name)).toBe(true);
    const listed = (await everyPhoto(storage)).find((photo) => photo.name === name);
    expect(Math.abs((listed?.savedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await storage.remove(name);
    await storage.remove(name);
    expect(await storage.has(name)).toBe(false);
    expect((await everyPhoto(storage)).map((photo) => photo.name)).not.toContain(name);
  });
});

describe('a folder', () => {
  test('never lets one photo overwrite another', async () => {
    const storage = new FolderStorage(join(stores.directory, 'once'));
    await storage.save('one.webp', PHOTO);
    await expect(storage.save('one.webp', Buffer.from('another'))).rejects.toThrow(/EEXIST/);
    expect(await storage.read('one.webp')).toEqual(PHOTO);
    expect(await readdir(join(stores.directory, 'once', 'uploads'))).toEqual(['one.webp']);
  });

  test('that cannot be read is an error, not a missing photo', async () => {
    await mkdir(join(stores.directory, 'broken', 'uploads', 'one.webp'), { recursive: true });
    await expect(new FolderStorage(join(stores.directory, 'broken')).read('one.webp')).rejects.toThrow(
      /EISDIR/,
    );
  });

  test('that nothing was saved to yet lists nothing', async () => {
    expect(await everyPhoto(new FolderStorage(join(stores.directory, 'new')))).toEqual([]);
  });

  test('that cannot be written to is an error', async () => {
    await writeFile(join(stores.directory, 'file'), '');
    await expect(new FolderStorage(join(stores.directory, 'file')).save('one.webp', PHOTO)).rejects.toThrow(
      /ENOTDIR/,
    );
  });
});

describe('a bucket', () => {
  test('is told that it holds a picture', async () => {
    await new BucketStorage(stores.bucket).save('typed.webp', PHOTO);
    const kept = join(stores.directory, 's3', 'photos');
    const metadata = (await readdir(kept)).find((file) => /typed.*metadata/.test(file)) ?? '';
    expect(await readFile(join(kept, metadata), 'utf8')).toContain('image/webp');
  });

  test('is listed whole where it gives its list in pages', async () => {
    const storage = new BucketStorage(stores.bucket);
    await storage.save('page0.webp', PHOTO);
    const kept = join(stores.directory, 's3', 'photos');
    const files = (await readdir(kept)).filter((file) => file.startsWith('page0'));
    for (let number = 1; number <= 1000; number += 1) {
      const copies = files.map((file) => [file, file.replace('page0', `page${number}`)] as const);
      await Promise.all(copies.map(([file, copy]) => copyFile(join(kept, file), join(kept, copy))));
    }
    const names = (await everyPhoto(storage)).map(({ name }) => name);
    expect(new Set(names.filter((name) => name.startsWith('page'))).size).toBe(1001);
  });

  test('opened with the wrong keys gives nothing and takes nothing, with an error that says so', async () => {
    await new BucketStorage(stores.bucket).save('guarded.webp', PHOTO);
    // The test's service looks up the access key, but does not verify signatures of this version.
    const storage = new BucketStorage({
      ...stores.bucket,
      accessKeyId: 'SOMEONE',
      secretAccessKey: 'guessed',
    });
    await expect(storage.read('guarded.webp')).rejects.toThrow(
      'The bucket did not give a photo: status 403.',
    );
    await expect(storage.save('new.webp', PHOTO)).rejects.toThrow(
      'The bucket refused a photo with status 403.',
    );
    await expect(storage.has('guarded.webp')).rejects.toThrow('status 403');
    await expect(storage.remove('guarded.webp')).rejects.toThrow('status 403');
    await expect(everyPhoto(storage)).rejects.toThrow('status 403');
    expect(await new BucketStorage(stores.bucket).read('new.webp')).toBeNull();
  });

  test('that does not exist takes nothing', async () => {
    const storage = new BucketStorage({ ...stores.bucket, name: 'nowhere' });
    await expect(storage.save('one.webp', PHOTO)).rejects.toThrow('status 404');
  });

  test('that cannot be reached is an error', async () => {
    const storage = new BucketStorage({ ...stores.bucket, endpoint: 'http://127.0.0.1:1' });
    await expect(storage.read('one.webp')).rejects.toThrow('fetch failed');
  });
});

test('the settings choose: a bucket where they name one, else the folder', () => {
  const inBucket = readEnvironment({
    S3_ENDPOINT: stores.bucket.endpoint,
    S3_BUCKET: stores.bucket.name,
    S3_ACCESS_KEY_ID: stores.bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: stores.bucket.secretAccessKey,
  });
  expect(openStorage(inBucket)).toBeInstanceOf(BucketStorage);
  expect(openStorage(readEnvironment({}))).toBeInstanceOf(FolderStorage);
});
