import { open, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Environment } from './env.ts';

/** Where uploaded photos are kept. Names are made by the server: letters, digits, dot and dash. */
export interface PhotoStorage {
  /** Resolves once the photo would survive a loss of power. */
  save: (name: string, bytes: Buffer) => Promise<void>;
  /** The photo, or null if there is none of that name. */
  read: (name: string) => Promise<Buffer | null>;
}

/** The storage that the settings name: a bucket where there is one, else a folder in DATA_DIR. */
export function openStorage(environment: Environment): PhotoStorage {
  return environment.bucket
    ? new BucketStorage(environment.bucket)
    : new FolderStorage(environment.dataDirectory);
}

/** Photos as files. */
export class FolderStorage implements PhotoStorage {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, 'uploads');
  }

  async save(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = await open(join(this.#folder, name), 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    // The file's name lies in the folder, which must reach the disk too.
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.#folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
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

/** Photos in a bucket of an S3-compatible service. */
export class BucketStorage implements PhotoStorage {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, name, region, accessKeyId, secretAccessKey }: Bucket) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#base = `${endpoint.replace(/\/+$/, '')}/${name}`;
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

  async #send(name: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    return await this.#client.fetch(`${this.#base}/${name}`, { ...init, signal });
  }
}
