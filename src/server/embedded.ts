import { closeSync, createReadStream, existsSync, fdatasyncSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { unpackTar } from 'modern-tar/fs';
import { refuseCutOffFiles } from './cutOffFiles.ts';
import { othersFile, refuseOtherOwner } from './fileOwner.ts';
import { flush, flushAll, makeFolder } from './flush.ts';
import { compileQuickly } from './quickCompiler.ts';
import { PRIVATE_FOLDER } from './privateFolders.ts';
import { reasonOf } from './reasonOf.ts';
import { isFull, type OpenedFiles, ReopeningDatabase, ROOM_BYTES } from './reopening.ts';

interface EmscriptenFilesystem {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
  FS: { streams: ({ nfd?: number } | null | undefined)[] };
}

/**
 * Files whose fsync reaches the disk. PGlite's own filesystem has no fsync, so a commit would be
 * acknowledged while it is in the kernel's cache only.
 */
class DurableFilesystem extends NodeFS {
  #module: EmscriptenFilesystem | undefined;

  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters);
    const addFsync = (module: unknown) => {
      this.#module = module as EmscriptenFilesystem;
      this.#module.NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    };
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, addFsync] } };
  }

  /** Closes the files of a database that can no longer close them itself. */
  abandon(): void {
    for (const stream of this.#module?.FS.streams ?? []) if (stream?.nfd !== undefined) closeSync(stream.nfd);
    this.#module = undefined;
  }
}

/** Whatever else PostgreSQL would read again is in the kernel's cache, which it takes back where memory runs short. */
const settings = ['wal_sync_method=fsync', 'shared_buffers=32MB'];

// -F turns fsync off; it is what PGlite starts with.
const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

/** Where in the data directory the database is. */
export const DATABASE_FOLDER = 'database';

/** Trigrams, for searching any part of a text through an index. */
const extensions = { pg_trgm };

/** A PostgreSQL in this process. Without a directory it lives in memory and is gone with it. */
export interface EmbeddedDatabase {
  database: PGlite;
  /** What opens it again after it gave up; a database in memory cannot be. */
  reopening?: ReopeningDatabase;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database in a directory, durable: a commit is on disk before it is acknowledged.
 *
 * @param image a tar of the files that a new database begins with. Without one it begins empty.
 * @throws Error if another process has it open, it is another user's, or the image is damaged.
 */
export async function openEmbeddedDatabase(dataDirectory: string, image?: string): Promise<EmbeddedDatabase> {
  refuseOtherOwner(join(dataDirectory, DATABASE_FOLDER));
  await makeDataDirectory(dataDirectory);
  const unlock = lockDirectory(dataDirectory);
  try {
    const directory = join(dataDirectory, DATABASE_FOLDER);
    if (!existsSync(directory)) {
      await createDatabase(directory, async (unfinished) =>
        image === undefined
          ? await fillNew(unfinished, async () => {})
          : await unpackImage(image, unfinished),
      );
    }
    const reopening = new ReopeningDatabase(directory, openDirectory, await openWhole(directory));
    const close = async () => {
      await reopening.close();
      unlock();
    };
    return { database: reopening.database, reopening, close };
  } catch (error) {
    unlock();
    throw error;
  }
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
    return await createDatabase(join(dataDirectory, DATABASE_FOLDER), (unfinished) =>
      fillNew(unfinished, fill),
    );
  } finally {
    unlock();
  }
}

async function makeDataDirectory(dataDirectory: string): Promise<void> {
  try {
    await makeFolder(dataDirectory);
  } catch (error) {
    if (await isKnownFull(dataDirectory)) throw error;
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

async function fillNew<Result>(
  directory: string,
  fill: (database: PGlite) => Promise<Result>,
): Promise<Result> {
  const { database } = await openDirectory(directory);
  try {
    return await fill(database);
  } finally {
    await database.close();
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

/** @throws Error with a sentence where the files are not whole, or not a database that can be opened. */
async function openWhole(directory: string): Promise<OpenedFiles> {
  const opened = await openDirectory(directory).catch(async (error: unknown) => {
    if (await isFull(directory)) throw fullDisk(dirname(directory), error);
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const others = othersFile(directory);
    const remedy = others
      ? `${others} belongs to another user, who ran a command of the site: give all of ${dirname(directory)} back to the site's own user with chown -R`
      : 'Restore the newest backup into a new DATA_DIR';
    throw new Error(`The embedded database in ${directory} does not open: ${reason}. ${remedy}.`, {
      cause: error,
    });
  });
  try {
    await refuseCutOffFiles(opened.database, directory);
    return opened;
  } catch (error) {
    await opened.database.close();
    throw error;
  }
}

async function openDirectory(directory: string): Promise<OpenedFiles> {
  // PGlite's files have a mode that lets everyone on the machine read and write them.
  await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(directory, PRIVATE_FOLDER);
  spareMemory();
  const filesystem = new DurableFilesystem(directory);
  const database = await PGlite.create({ fs: filesystem, startParams: startParameters, extensions });
  return { database, abandon: () => filesystem.abandon() };
}

/** While V8 optimizes, the process takes up to 1,150 MB, and system, proxy and a backup want theirs besides. */
export const SMALL_MACHINE_BYTES = 1.5e9;

/** What is limited for the process alone counts, too. */
function spareMemory(): void {
  const limit = process.constrainedMemory() || Infinity;
  if (Math.min(totalmem(), limit) < SMALL_MACHINE_BYTES) compileQuickly();
}

/** An embedded database in memory, for tests. `image` is what an earlier one's `dumpDataDir` gave. */
export async function openMemoryDatabase(image?: Blob): Promise<EmbeddedDatabase> {
  const database = await PGlite.create({
    startParams: startParameters,
    extensions,
    ...(image && { loadDataDir: image }),
  });
  return { database, close: () => database.close() };
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
    if (error instanceof Error && error.message.includes('locked')) {
      throw new Error(
        `Another ReRound process is using ${dataDirectory}. Stop it, or set another DATA_DIR.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
  return () => lock.close();
}

/** What ended a process, unless it is a sentence already, and the embedded database's disk is full: then that it is. */
export async function explainFullDisk(error: unknown, dataDirectory: string): Promise<unknown> {
  const isSentence = error instanceof Error && error.constructor === Error && !('code' in error);
  return !isSentence && (await isKnownFull(dataDirectory)) ? fullDisk(dataDirectory, error) : error;
}

/** Of a folder that is not there it is not known. */
async function isKnownFull(folder: string): Promise<boolean> {
  try {
    return await isFull(folder);
  } catch {
    return false;
  }
}

function fullDisk(dataDirectory: string, cause: unknown): Error {
  const megabytes = ROOM_BYTES / 1024 / 1024;
  return new Error(
    `The disk that ${dataDirectory} is on is full. Make room for ${megabytes} MB or more, and start again.`,
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
