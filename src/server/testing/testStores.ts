import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll } from 'vitest';
import type { Bucket } from '#server/storage.ts';

/** A folder, and a bucket of an S3-compatible service, of the test file's own. The service keeps it in `s3`. */
export function useTestStores(): { directory: string; bucket: Bucket } {
  const stores = { directory: '', bucket: {} as Bucket };
  let service: S3rver;

  beforeAll(async () => {
    stores.directory = await mkdtemp(join(tmpdir(), 'reround-storage-'));
    service = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(stores.directory, 's3'),
      configureBuckets: [{ name: 'photos', configs: [] }],
    });
    const { port } = await service.run();
    stores.bucket = {
      endpoint: `http://127.0.0.1:${port}`,
      name: 'photos',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    };
  });

  afterAll(async () => {
    await service.close();
    await rm(stores.directory, { recursive: true });
  });

  return stores;
}
