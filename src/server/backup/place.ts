// Where nightly backups are kept: a folder, or a bucket of an S3-compatible service.
import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Day } from '#shared/dates.ts';
import type { Environment, NightlyBackups } from '#server/env.ts';
import { flush, makeFolder, unfinished } from '#server/flush.ts';
import { type Bucket, BucketClient } from '#server/storage.ts';
import { refuseFullDisk, unlessMissing } from './disk.ts';

const BACKUP_NAME = /^reround-\d{4}-\d\d-\d\d-[\da-f]{8}\.tar(\.age)?$/;

/** A name that nobody gave before: a copy of a site, or one that was restored, may use the same place. */
export function newBackupName(night: Day, isEncrypted: boolean): string {
  return `reround-${night}-${randomBytes(4).toString('hex')}.tar${isEncrypted ? '.age' : ''}`;
}

interface ListedBackup {
  name: string;
  bytes: number;
  /** When it had been read back whole; null for one that was not. */
  verifiedAt: string | null;
}

/** Keeps backups of the names that the site makes, and touches nothing else. */
export interface BackupPlace {
  readonly kind: 'folder' | 'bucket';
  /** Keeps what `make` writes to a file, and gives what it gave. */
  keep: <Result>(name: string, make: (path: string) => Promise<Result>) => Promise<Result>;
  /** Lets `use` have a file of a kept backup. */
  read: <Result>(name: string, use: (path: string) => Promise<Result>) => Promise<Result>;
  /** Copies a kept backup to a file that is not there yet. */
  fetch: (name: string, path: string) => Promise<void>;
  /** Notes beside a backup that it was read back whole, for whoever has lost the database that says so. */
  mark: (name: string, verifiedAt: Date) => Promise<void>;
  /** Resolves once neither a backup of that name nor anything half of it is left. */
  remove: (name: string) => Promise<void>;
  list: () => Promise<ListedBackup[]>;
}

export function openPlace(
  { place }: NightlyBackups,
  { dataDirectory }: Pick<Environment, 'dataDirectory'>,
): BackupPlace {
  return place.kind === 'folder'
    ? new FolderPlace(place.folder)
    : new BucketPlace(place.bucket, join(dataDirectory, 'backup.outgoing'));
}

function refuseOtherNames(name: string): void {
  if (!BACKUP_NAME.test(name))
    throw new Error(`The site makes no backup of the name ${JSON.stringify(name)}.`);
}

const markOf = (name: string) => `${name}.verified`;

/** It may lie on a share that hangs: so nothing here holds the process up, and no two things wait at once. */
class FolderPlace implements BackupPlace {
  readonly kind = 'folder';
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep<Result>(name: string, make: (path: string) => Promise<Result>): Promise<Result> {
    const path = this.#pathOf(name);
    if (!(await unlessMissing(stat(this.#folder)))) {
      await makeFolder(this.#folder);
      await chmod(this.#folder, 0o700);
    }
    return await make(path);
  }

  #pathOf(name: string): string {
    refuseOtherNames(name);
    return join(this.#folder, name);
  }

  async read<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> {
    return await use(this.#pathOf(name));
  }

  async fetch(name: string, path: string): Promise<void> {
    await copyFile(this.#pathOf(name), path);
  }

  async mark(name: string, verifiedAt: Date): Promise<void> {
    await writeFile(markOf(this.#pathOf(name)), verifiedAt.toISOString(), { mode: 0o600 });
    await flush(markOf(this.#pathOf(name)));
    await flush(this.#folder);
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    for (const one of [markOf(path), unfinished(path), path]) await rm(one, { force: true });
    await unlessMissing(flush(this.#folder));
  }

  async list(): Promise<ListedBackup[]> {
    const inside = (await unlessMissing(readdir(this.#folder))) ?? [];
    const listed: ListedBackup[] = [];
    for (const name of inside.filter((one) => BACKUP_NAME.test(one)).toSorted()) {
      const path = this.#pathOf(name);
      const file = await unlessMissing(stat(path));
      const mark = await unlessMissing(readFile(markOf(path), 'utf8'));
      if (file) listed.push({ name, bytes: file.size, verifiedAt: mark ?? null });
    }
    return listed;
  }
}

/** What S3 takes as one object in one call: so a backup is there whole or not at all. */
const MOST_BYTES = 5 * 1024 ** 3;
/** A connection slower than this counts as one that hangs. */
const LEAST_BYTES_A_SECOND = 200_000;

/** In whole milliseconds, since no timer takes another number. */
const patienceFor = (bytes: number) => Math.ceil(60_000 + (bytes / LEAST_BYTES_A_SECOND) * 1000);

/** What is older is no backup on its way: none takes as long. */
const FORGOTTEN_MILLISECONDS = 48 * 60 * 60_000;

class BucketPlace implements BackupPlace {
  readonly kind = 'bucket';
  readonly #bucket: BucketClient;
  /** Where files are on their way to the bucket and back, each in a folder of its own: other processes have theirs there. */
  readonly #folder: string;

  constructor(bucket: Bucket, folder: string) {
    this.#bucket = new BucketClient(bucket);
    this.#folder = folder;
  }

  async keep<Result>(name: string, make: (path: string) => Promise<Result>): Promise<Result> {
    return await this.#onTheWay(name, async (path) => {
      const made = await make(path);
      const body = await openAsBlob(path);
      if (body.size > MOST_BYTES) {
        throw new Error(
          'The backup is larger than the 5 GB that a bucket takes at once: set BACKUP_DIR instead.',
        );
      }
      await this.#send('keep', name, { method: 'PUT', body }, patienceFor(body.size));
      return made;
    });
  }

  async #onTheWay<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> {
    refuseOtherNames(name);
    await this.#removeForgotten();
    const folder = join(this.#folder, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      return await use(join(folder, name));
    } finally {
      await this.#removeOnTheWay(name);
    }
  }

  async #removeOnTheWay(name: string): Promise<void> {
    await rm(join(this.#folder, name), { recursive: true, force: true });
    // Others may have theirs in it.
    await rmdir(this.#folder).catch(() => {});
  }

  /** What a process that was killed left goes with its row, but by whoever makes the next one, which may be on another machine. */
  async #removeForgotten(): Promise<void> {
    for (const name of (await unlessMissing(readdir(this.#folder))) ?? []) {
      const left = await unlessMissing(stat(join(this.#folder, name)));
      if (left && left.mtimeMs < Date.now() - FORGOTTEN_MILLISECONDS) await this.#removeOnTheWay(name);
    }
  }

  /** @throws Error with a sentence where the bucket is not reached, or refuses. */
  async #send(what: string, path: string, init: RequestInit, milliseconds?: number): Promise<Response> {
    const response = await this.#bucket.send(path, init, milliseconds).catch((error: Error) => {
      const cause = error.cause instanceof Error ? error.cause : error;
      throw new Error(`The bucket for backups cannot be reached: ${cause.message}`, { cause: error });
    });
    if (response.ok || (init.method === 'DELETE' && response.status === 404)) return response;
    throw new Error(`The bucket for backups refused to ${what} ${path}: status ${response.status}.`);
  }

  async read<Result>(name: string, use: (path: string) => Promise<Result>): Promise<Result> {
    return await this.#onTheWay(name, async (path) => {
      const bytes = await this.#bytesOf(name);
      await refuseFullDisk(dirname(path), bytes);
      await this.#fetch(name, path, bytes);
      return await use(path);
    });
  }

  async fetch(name: string, path: string): Promise<void> {
    refuseOtherNames(name);
    await this.#fetch(name, path, await this.#bytesOf(name));
  }

  async #bytesOf(name: string): Promise<number> {
    const { headers } = await this.#send('give', name, { method: 'HEAD' });
    return Number(headers.get('content-length'));
  }

  async #fetch(name: string, path: string, bytes: number): Promise<void> {
    const { body } = await this.#send('give', name, { method: 'GET' }, patienceFor(bytes));
    if (!body) throw new Error(`The bucket for backups gave nothing of ${name}.`);
    const source = Readable.fromWeb(body);
    await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }

  async mark(name: string, verifiedAt: Date): Promise<void> {
    refuseOtherNames(name);
    await this.#send('keep', markOf(name), { method: 'PUT', body: verifiedAt.toISOString() });
  }

  async remove(name: string): Promise<void> {
    refuseOtherNames(name);
    await this.#removeOnTheWay(name);
    for (const one of [markOf(name), name]) await this.#send('remove', one, { method: 'DELETE' });
  }

  async list(): Promise<ListedBackup[]> {
    const found = new Map<string, number>();
    for (let from: string | undefined = ''; from !== undefined;) {
      const asked = new URLSearchParams({ 'list-type': '2', prefix: 'reround-' });
      if (from) asked.set('continuation-token', from);
      const answer = await (await this.#send('list', `?${asked.toString()}`, { method: 'GET' })).text();
      if (!answer.includes('<ListBucketResult')) throw new Error('The bucket for backups gave no list.');
      for (const [, object = ''] of answer.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        found.set(within('Key', object) ?? '', Number(within('Size', object)));
      }
      from = within('NextContinuationToken', answer);
      if (!from && within('IsTruncated', answer) === 'true')
        throw new Error('The bucket for backups gave half a list.');
    }
    const names = [...found.keys()].filter((name) => BACKUP_NAME.test(name)).toSorted();
    const listed: ListedBackup[] = [];
    for (const name of names) {
      const mark = found.has(markOf(name)) ? await this.#send('give', markOf(name), { method: 'GET' }) : null;
      listed.push({ name, bytes: found.get(name) ?? 0, verifiedAt: (await mark?.text()) ?? null });
    }
    return listed;
  }
}

/** What an element of a bucket's answer holds: names and numbers without anything to unescape, or a token to give back. */
function within(element: string, xml: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}
