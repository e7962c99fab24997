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
import { flush, flushAll, makeFolder, PRIVATE_FOLDER, refuseOtherOwner, unfinished } from '#server/files.ts';
import { reasonOf } from '#server/reasons.ts';

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/**
 * A file system with fsync. PGlite's own has none, so a power cut would undo acknowledged commits. By `startParams`
 * PostgreSQL calls fsync. Emscripten passes the call to `stream_ops.fsync`, which is added here before the start.
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

const startParams = [
  // -F would turn fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  // Small, because the kernel caches the files and can free that memory.
  '-c',
  'shared_buffers=32MB',
];

const extensions = { pg_trgm, unaccent };

/** The database's folder in the data directory. */
export const DATABASE_FOLDER = 'database';

/** Free space that a start needs: replaying the write-ahead log writes more of it, in files of 16 MB. */
const NEEDED_MEGABYTES = 48;
const MAKE_ROOM = `Its disk has less than ${NEEDED_MEGABYTES} MB free: make room, and start again.`;

/** A PostgreSQL in this process. */
export interface EmbeddedDatabase {
  database: PGlite;
  /** Undefined for a database in memory. */
  dataDirectory?: string;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database in a directory, durable: a commit is on disk before it is acknowledged.
 *
 * @param imagePath a tar of files to make a new database from. Without it a new database is empty.
 * @throws Error if another process has it open, it belongs to another user, or the image is damaged.
 */
export async function openEmbeddedDatabase(
  dataDirectory: string,
  imagePath?: string,
): Promise<EmbeddedDatabase> {
  const directory = join(dataDirectory, DATABASE_FOLDER);
  refuseOtherOwner(directory);
  await makeDataDirectory(dataDirectory);
  const unlock = lockDirectory(dataDirectory);
  try {
    if (!existsSync(directory)) {
      await createDatabaseFolder(directory, async (folder) => {
        if (imagePath !== undefined) return await unpackImage(imagePath, folder);
        const emptyDatabase = await openPglite(folder);
        await emptyDatabase.close();
      });
    }
    const database = await openPglite(directory).catch((error: unknown) => {
      throw new Error(
        `The embedded database in ${directory} does not open: ${reasonOf(error)}. Restore the newest backup into a new DATA_DIR.`,
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
    throw openingError(dataDirectory, error);
  }
}

/** Opens an embedded database in memory. `image` comes from `dumpDataDir` of another one. */
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
 * Makes a database in a data directory that has none. Its folder gets its name only once it is filled and closed.
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
    return await createDatabaseFolder(join(dataDirectory, DATABASE_FOLDER), async (folder) => {
      const database = await openPglite(folder).catch((error: unknown) => {
        throw openingError(dataDirectory, error);
      });
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

/** Ends the process after a crash of PGlite, such as by a full disk. All acknowledged commits survive. */
export function endProcess({ dataDirectory }: Pick<EmbeddedDatabase, 'dataDirectory'>, error: unknown): void {
  const lacksSpace = dataDirectory !== undefined && hasTooLittleSpace(dataDirectory);
  const remedy = lacksSpace ? MAKE_ROOM : 'Start again.';
  process.stderr.write(`The embedded database gave up: ${reasonOf(error)}. ${remedy}\n`);
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

/** Makes the folder under another name and renames it, so that no interrupted start or restore leaves a partial database. */
async function createDatabaseFolder<Result>(
  directory: string,
  make: (folder: string) => Promise<Result>,
): Promise<Result> {
  const partial = unfinished(directory);
  await rm(partial, { recursive: true, force: true });
  try {
    const result = await make(partial);
    // Later commits rely on these files, which unpacking does not flush.
    flushAll(partial);
    await rename(partial, directory);
    await flush(dirname(directory));
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Unpacks an image by itself, because loading it by PGlite takes one more start of PGlite. */
async function unpackImage(imagePath: string, directory: string): Promise<void> {
  await mkdir(directory, { mode: PRIVATE_FOLDER });
  try {
    await pipeline(createReadStream(imagePath), unpackTar(directory, { strict: true }));
  } catch (error) {
    // An error with a code is the file system's, not the tar's.
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(
      `The file ${imagePath} is damaged: ${reasonOf(error)}. Remove it: the start then makes the database without it.`,
      { cause: error },
    );
  }
}

/** Opens the database in a folder, or makes an empty one there. */
async function openPglite(directory: string): Promise<PGlite> {
  // PGlite makes files that everyone on the machine may read and write.
  await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(directory, PRIVATE_FOLDER);
  return await PGlite.create({ fs: new DurableFilesystem(directory), startParams, extensions });
}

class DirectoryInUse extends Error {}

/**
 * Locks a data directory for this process. SQLite's exclusive lock stands in for flock, which Node lacks: the kernel
 * releases it even after a kill -9.
 *
 * @returns a function that releases it.
 * @throws DirectoryInUse if another process has the lock.
 */
function lockDirectory(dataDirectory: string): () => void {
  const lock = new DatabaseSync(join(dataDirectory, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && error.message.includes('locked'))) throw error;
    throw new DirectoryInUse(
      `Another ReRound process is using ${dataDirectory}. Stop it, or set another DATA_DIR.`,
      { cause: error },
    );
  }
  return () => lock.close();
}

/** The error of a database that does not open. PGlite does not say if a full disk was the reason, so both are named. */
function openingError(dataDirectory: string, error: unknown): unknown {
  if (!hasTooLittleSpace(dataDirectory)) return error;
  const directory = join(dataDirectory, DATABASE_FOLDER);
  return new Error(`The embedded database in ${directory} does not open. ${MAKE_ROOM}`, { cause: error });
}

function hasTooLittleSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < NEEDED_MEGABYTES * 1024 * 1024;
}

/** Whether a process has the embedded database of a directory open. */
export function isInUse(dataDirectory: string): boolean {
  try {
    const unlock = lockDirectory(dataDirectory);
    unlock();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUse) return true;
    throw error;
  }
}
