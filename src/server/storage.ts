import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { uploadName } from '#shared/fields.ts';
import { withoutSlash } from '#shared/screenAt.ts';
import type { Environment } from './env.ts';
import { flush, makeFolder, writeWhole } from './files.ts';

/** Where uploaded photos are kept. The server makes their names; any other name is refused. */
export interface PhotoStorage {
  /** Resolves once the photo would survive a power cut. */
  save: (name: string, bytes: Buffer) => Promise<void>;
  /** The photo; null if there is none of that name. */
  read: (name: string) => Promise<Buffer | null>;
  /** Resolves once the photo is gone, even if there was none. */
  remove: (name: string) => Promise<void>;
}

/** The storage that the settings name: a bucket, else a folder in DATA_DIR. */
export function openStorage(environment: Pick<Environment, 'bucket' | 'dataDirectory'>): PhotoStorage {
  return environment.bucket
    ? new BucketStorage(environment.bucket)
    : new FolderStorage(environment.dataDirectory);
}

function refuseOtherNames(name: string): void {
  if (!uploadName.test(name)) throw new Error(`The site makes no photo of the name ${JSON.stringify(name)}.`);
}

/** Photos as files. */
export class FolderStorage implements PhotoStorage {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, 'uploads');
  }

  async save(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name);
    await makeFolder(this.#folder);
    if (existsSync(path)) throw new Error(`EEXIST: there is a photo ${name} already`);
    await writeWhole(path, bytes);
  }

  #pathOf(name: string): string {
    refuseOtherNames(name);
    return join(this.#folder, name);
  }

  async read(name: string): Promise<Buffer | null> {
    const path = this.#pathOf(name);
    try {
      return await readFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    if (!existsSync(path)) return;
    await rm(path, { force: true });
    await flush(this.#folder);
  }
}

export interface Bucket {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MILLISECONDS = 15_000;

/** A bucket of an S3-compatible service. */
export class BucketClient {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, name, region, accessKeyId, secretAccessKey }: Bucket) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#base = `${withoutSlash(endpoint)}/${name}`;
  }

  /** Sends a signed request about an object. */
  async send(name: string, init: RequestInit, milliseconds = TIMEOUT_MILLISECONDS): Promise<Response> {
    const signal = AbortSignal.timeout(milliseconds);
    // A redirect must not lead content and signature elsewhere.
    return await this.#client.fetch(`${this.#base}/${name}`, { ...init, signal, redirect: 'manual' });
  }
}

/** Photos in a bucket. */
export class BucketStorage implements PhotoStorage {
  readonly #bucket: BucketClient;

  constructor(bucket: Bucket) {
    this.#bucket = new BucketClient(bucket);
  }

  async save(name: string, bytes: Buffer): Promise<void> {
    const response = await this.#send(name, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/webp', 'content-length': String(bytes.length) },
    });
    if (!response.ok) throw new Error(`The bucket refused a photo with status ${response.status}.`);
  }

  async read(name: string): Promise<Buffer | null> {
    const response = await this.#send(name, { method: 'GET' });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The bucket did not give a photo: status ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  }

  async remove(name: string): Promise<void> {
    const response = await this.#send(name, { method: 'DELETE' });
    if (response.ok || response.status === 404) return;
    throw new Error(`The bucket did not delete a photo: status ${response.status}.`);
  }

  async #send(name: string, init: RequestInit): Promise<Response> {
    refuseOtherNames(name);
    return await this.#bucket.send(name, init);
  }
}
