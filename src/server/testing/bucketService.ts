import S3rver from 's3rver';

export interface BucketService {
  port: number;
  close: () => Promise<void>;
}

/** Starts a service that speaks S3 and has one bucket, with its objects in a folder. It takes the key `S3RVER` with the secret `S3RVER`. */
export async function startBucketService(directory: string, bucket: string): Promise<BucketService> {
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await service.run();
  return { port, close: () => service.close() };
}
