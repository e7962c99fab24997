import { createReadStream, existsSync, fdatasyncSync, statfsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { unpackTar } from 'modern-tar/fs';
import { flush, flushAll, makeFolder, PRIVATE_FOLDER, refuseOtherOwner } from '#server/files.ts';
import { reasonOf } from '#server/reasons.ts';

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/**
 * Files whose fsync reaches the disk. PGlite's own filesystem has no fsync, so a commit would be
 * acknowledged while it is in the kernel's cache only.
 */
class DurableFilesystem extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters);
    const addFsync = (module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    };
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, addFsync] } };
  }
}

/** What PostgreSQL reads again is in the kernel's cache, which gives room back when memory runs short. */
const settings = ['wal_sync_method=fsync', 'shared_buffers=32MB'];

// -F turns fsync off; it is what PGlite starts with.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

/** Trigrams, for searching any part of a text through an index, and letters without their accents. */
const extensions = { pg_trgm, unaccent };

/** Where in the data directory the database is. */
export const DATABASE_FOLDER = 'database';

/** A start plays the log back, which writes more of it, in files of 16 MB. */
const NEEDED_MEGABYTES = 48;

/** A PostgreSQL in this process. */
export interface EmbeddedDatabase {
  database: PGlite;
  /** Undefined for a database in memory, which is gone with the process. */
  dataDirectory?: string;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database in a directory, durable: a commit is on disk before it is acknowledged.
 *
 * @param image a tar of the files that a new database begins with. Without one it begins empty.
 * @throws Error if another process has it open, it is another user's, or the image is damaged.
 */
export async function openEmbeddedDatabase(dataDirectory: string, image?: string): Promise<EmbeddedDatabase> {
  const directory = join(dataDirectory, DATABASE_FOLDER);
  refuseOtherOwner(directory);
  await makeDataDirectory(dataDirectory);
  const unlock = lockDirectory(dataDirectory);
  try {
    if (!existsSync(directory)) {
      await createDatabase(directory, async (unfinished) =>
        image === undefined
          ? await (await openFiles(unfinished)).close()
          : await unpackImage(image, unfinished),
      );
    }
    const database = await openFiles(directory).catch((error: unknown) => {
      throw new Error(
        `The embedded database in ${directory} does not open: ${reasonOf(error).replace(/\.$/, '')}. Restore the newest backup into a new DATA_DIR.`,
        { cause: error },
      );
    });
    const close = async () => {
      await database.close();
      unlock();
    };
    return { database, dataDirectory, close };
  } catch (error) {
    unlock();
    throw isFull(dataDirectory) ? fullDisk(dataDirectory, error) : error;
  }
}

/** An embedded database in memory, for tests. `image` is what an earlier one's `dumpDataDir` gave. */
export async function openMemoryDatabase(image?: Blob): Promise<EmbeddedDatabase> {
  const database = await PGlite.create({ startParams, extensions, ...(image && { loadDataDir: image }) });
  return { database, close: () => database.close() };
}

/** @throws Error if the directory has a database. */
export function refuseOccupiedDirectory(dataDirectory: string): void {
  if (!existsSync(join(dataDirectory, DATABASE_FOLDER))) return;
  throw new Error(
    `${dataDirectory} is not empty: there is a database in it. Put the folder aside, or set another DATA_DIR.`,
  );
}

/**
 * Makes a database in a directory that has none and fills it. Until it is filled and closed it is not in its place.
 *
 * @throws Error if the directory has a database, or another process uses it.
 */
export async function createEmbeddedDatabase<Result>(
  dataDirectory: string,
  fill: (database: PGlite) => Promise<Result>,
): Promise<Result> {
  await makeDataDirectory(dataDirectory);
  const unlock = lockDirectory(dataDirectory);
  try {
    refuseOccupiedDirectory(dataDirectory);
    return await createDatabase(join(dataDirectory, DATABASE_FOLDER), async (unfinished) => {
      const database = await openFiles(unfinished);
      try {
        return await fill(database);
      } finally {
        await database.close();
      }
    });
  } finally {
    unlock();
  }
}

/**
 * Ends the process after PostgreSQL gave up in it, as it does when the disk is full: what is left of it cannot be used.
 * The next start has all that was acknowledged.
 */
export function endProcess({ dataDirectory }: Pick<EmbeddedDatabase, 'dataDirectory'>, error: unknown): void {
  const isRoomLacking = dataDirectory !== undefined && isFull(dataDirectory);
  const sentence = isRoomLacking
    ? fullDisk(dataDirectory, error).message
    : `The embedded database gave up: ${reasonOf(error)}. Start again.`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function makeDataDirectory(dataDirectory: string): Promise<void> {
  try {
    await makeFolder(dataDirectory);
  } catch (error) {
    throw new Error(`The folder ${dataDirectory} cannot be made: ${reasonOf(error)}. Correct DATA_DIR.`, {
      cause: error,
    });
  }
}

/** Makes the database beside its place and moves it there whole: a start that is cut off leaves no half of one. */
async function createDatabase<Result>(
  directory: string,
  make: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    const result = await make(unfinished);
    // A new database is unpacked without a flush: what is committed to it later rests on these files.
    flushAll(unfinished);
    await rename(unfinished, directory);
    await flush(dirname(directory));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** PGlite could load the file too, but would be started for that once more, which takes longer than all else here. */
async function unpackImage(image: string, directory: string): Promise<void> {
  await mkdir(directory, { mode: PRIVATE_FOLDER });
  try {
    await pipeline(createReadStream(image), unpackTar(directory, { strict: true }));
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(
      `The file ${image} is damaged: ${reasonOf(error)}. Remove it: the start then makes the database without it.`,
      { cause: error },
    );
  }
}

async function openFiles(directory: string): Promise<PGlite> {
  // PGlite's files have a mode that lets everyone on the machine read and write them.
  await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(directory, PRIVATE_FOLDER);
  return await PGlite.create({ fs: new DurableFilesystem(directory), startParams, extensions });
}

/**
 * Holds a lock that the kernel takes back however this process ends, so that a kill -9 leaves nothing
 * stale and no process ID is ever mistaken for another. Node offers no flock; SQLite's exclusive lock is one.
 */
function lockDirectory(dataDirectory: string): () => void {
  const lock = new DatabaseSync(join(dataDirectory, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && error.message.includes('locked'))) throw error;
    throw new Error(`Another ReRound process is using ${dataDirectory}. Stop it, or set another DATA_DIR.`, {
      cause: error,
    });
  }
  return () => lock.close();
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < NEEDED_MEGABYTES * 1024 * 1024;
}

function fullDisk(dataDirectory: string, cause: unknown): Error {
  return new Error(
    `The disk that ${dataDirectory} is on is full. Make room for ${NEEDED_MEGABYTES} MB or more, and start again.`,
    { cause },
  );
}

/** Whether a process has the embedded database of a directory open. */
export function isInUse(dataDirectory: string): boolean {
  try {
    lockDirectory(dataDirectory)();
    return false;
  } catch {
    return true;
  }
}
