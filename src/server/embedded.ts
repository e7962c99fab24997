import { existsSync, fdatasyncSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface EmscriptenFilesystem {
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
      (module as EmscriptenFilesystem).NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    };
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, addFsync] } };
  }
}

// -F turns fsync off; it is what PGlite starts with.
const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** Trigrams, for searching any part of a text through an index. */
const extensions = { pg_trgm };

/** A PostgreSQL in this process. Without a directory it lives in memory and is gone with it. */
export interface EmbeddedDatabase {
  database: PGlite;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database in a directory, durable: a commit is on disk before it is acknowledged.
 *
 * @throws Error if another process has it open.
 */
export async function openEmbeddedDatabase(dataDirectory: string): Promise<EmbeddedDatabase> {
  await mkdir(dataDirectory, { recursive: true });
  const unlock = lockDirectory(dataDirectory);
  try {
    const directory = join(dataDirectory, 'database');
    if (!existsSync(directory)) await createDatabase(directory);
    const database = await openDirectory(directory);
    const close = async () => {
      await database.close();
      unlock();
    };
    return { database, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Makes the database beside its place and moves it there whole: a start that is cut off leaves no half of one. */
async function createDatabase(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const database = await openDirectory(unfinished);
  await database.close();
  await rename(unfinished, directory);
}

async function openDirectory(directory: string): Promise<PGlite> {
  return await PGlite.create({
    fs: new DurableFilesystem(directory),
    startParams: startParameters,
    extensions,
  });
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
