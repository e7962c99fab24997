import { access, open, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Environment } from './env.ts';

/** Where uploaded photos are kept. Names are made by the server: letters, digits, dot and dash. */
export interface PhotoStorage {
  /** Resolves once the photo would survive a loss of power. */
  save: (name: string, bytes: Buffer) => Promise<void>;
  /** The photo, or null if there is none of that name. */
  read: (name: string) => Promise<Buffer | null>;
  has: (name: string) => Promise<boolean>;
  /** All that is kept, in no order, and since when. */
  list: () => AsyncIterable<{ name: string; savedAt: Date }>;
  /** Removes a photo; one that is not there is no error. */
  remove: (name: string) => Promise<void>;
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
    return await unlessMissing(readFile(join(this.#folder, name)));
  }

  async has(name: string): Promise<boolean> {
    return (await unlessMissing(access(join(this.#folder, name)))) !== null;
  }

  async *list() {
    for (const name of (await unlessMissing(readdir(this.#folder))) ?? []) {
      const file = await unlessMissing(stat(join(this.#folder, name)));
      if (file) yield { name, savedAt: file.mtime };
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }
}

/** What a file system says of a file; null where there is none. */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
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

  async has(name: string): Promise<boolean> {
    const response = await this.#send(name, { method: 'HEAD' });
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`The bucket did not find a photo: status ${response.status}.`);
    return true;
  }

  async *list() {
    let marker = '';
    for (;;) {
      const response = await this.#send(`?${new URLSearchParams({ marker })}`, { method: 'GET' });
      if (!response.ok) throw new Error(`The bucket gave no list: status ${response.status}.`);
      const page = await response.text();
      const before = marker;
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        marker = textOf(entry, 'Key');
        yield { name: marker, savedAt: new Date(textOf(entry, 'LastModified')) };
      }
      if (textOf(page, 'IsTruncated') !== 'true' || marker === before) return;
    }
  }

  async remove(name: string): Promise<void> {
    const response = await this.#send(name, { method: 'DELETE' });
    if (!response.ok && response.status !== 404) {
      throw new Error(`The bucket did not remove a photo: status ${response.status}.`);
    }
  }

  async #send(name: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    return await this.#client.fetch(`${this.#base}/${name}`, { ...init, signal });
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** The text of the first such element in a bucket's answer. */
function textOf(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity);
}
