import { constants, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '#server/database.ts';
import { DATABASE_FOLDER, isInUse } from '#server/embedded.ts';
import { bytesIn, refuseFullDisk, unlessMissing } from './disk.ts';

/** Where in the data directory the image for a backup is, for as long as the backup takes. */
const IMAGE_FOLDER = 'backup.image';
const LOG_FOLDER = 'pg_wal';
const CONTROL_FILE = 'global/pg_control';
const ATTEMPTS = 3;

/**
 * Copies the embedded database's files while it is in use, as PostgreSQL's own base backups do: a checkpoint,
 * then all files while they go on changing, then the log of what changed since. Whoever opens the image plays
 * that log back, as after a crash. The site waits only for the checkpoint and for the copying of the log.
 *
 * @returns the image: a data directory with a database and nothing else.
 * @throws Error with a sentence where it would leave the site too little room.
 */
async function takeImage(database: Database, dataDirectory: string): Promise<string> {
  await removeImage(dataDirectory);
  const image = join(dataDirectory, IMAGE_FOLDER);
  const source = join(dataDirectory, DATABASE_FOLDER);
  await refuseFullDisk(dataDirectory, await bytesIn(source));
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (await copyDatabase(database, source, join(image, DATABASE_FOLDER))) return image;
      await removeImage(dataDirectory);
    }
    throw new Error('The database was busy with its own upkeep. Please try again.');
  } catch (error) {
    await removeImage(dataDirectory);
    throw error;
  }
}

interface LendingOptions {
  /** What comes first, once it is certain that nobody else has one. */
  before?: () => Promise<void>;
  /** Whether by then somebody else sees to its removal. */
  isOthers?: () => boolean;
}

/** Gives images of the embedded database away, one at a time. */
export class ImageLender {
  readonly #database: Database;
  readonly #dataDirectory: string;
  #isLent = false;

  constructor(database: Database, dataDirectory: string) {
    this.#database = database;
    this.#dataDirectory = dataDirectory;
  }

  /**
   * Takes an image for as long as `use` takes.
   *
   * @throws Error while somebody else has one.
   */
  async lend<Result>(
    use: (image: string) => Promise<Result>,
    { before = async () => {}, isOthers = () => false }: LendingOptions = {},
  ): Promise<Result> {
    if (this.#isLent) throw new Error('Another backup is being made. Please wait until it is done.');
    this.#isLent = true;
    try {
      await before();
      const image = await takeImage(this.#database, this.#dataDirectory);
      try {
        return await use(image);
      } finally {
        if (!isOthers()) await removeImage(this.#dataDirectory);
      }
    } finally {
      this.#isLent = false;
    }
  }
}

/** @throws Error if a backup is being made from the image. */
export async function removeImage(dataDirectory: string): Promise<void> {
  const image = join(dataDirectory, IMAGE_FOLDER);
  if (!existsSync(image)) return;
  if (isInUse(image)) throw new Error('Another backup is being made. Please wait until it is done.');
  await rm(image, { recursive: true, force: true });
}

/** @returns false if another checkpoint came in between: the log may then lack its beginning. */
async function copyDatabase(database: Database, source: string, target: string): Promise<boolean> {
  const began = await whileOthersWait(database, async (client) => {
    await client.query('checkpoint');
    // Says where playing back begins, so it must be the one of this checkpoint.
    await mkdir(dirname(join(target, CONTROL_FILE)), { recursive: true, mode: 0o700 });
    await copyFile(join(source, CONTROL_FILE), join(target, CONTROL_FILE));
    return await logPosition(client);
  });
  await copyFolder(source, target, (path) => path !== CONTROL_FILE && !path.startsWith(`${LOG_FOLDER}/`));
  return await whileOthersWait(database, async (client) => {
    const { checkpoint, first, last } = await logPosition(client);
    await copyFolder(source, target, (path) => {
      const [folder, name = ''] = path.split('/');
      return folder === LOG_FOLDER && name >= first && name <= last;
    });
    return checkpoint === began.checkpoint;
  });
}

/** Holds the embedded database's one connection. */
async function whileOthersWait<Result>(
  database: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.$client.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

interface LogPosition {
  checkpoint: string;
  /** The log's files since the checkpoint; others are used up, or wait to be used. */
  first: string;
  last: string;
}

async function logPosition(client: PoolClient): Promise<LogPosition> {
  const { rows } = await client.query<LogPosition>(
    `select redo_lsn::text as checkpoint, pg_walfile_name(redo_lsn) as first,
            pg_walfile_name(pg_current_wal_insert_lsn()) as last
     from pg_control_checkpoint()`,
  );
  return rows[0] as LogPosition;
}

/** Copies what `wanted` says of a folder's files; all of its folders. */
async function copyFolder(
  source: string,
  target: string,
  wanted: (path: string) => boolean,
  inside = '',
): Promise<void> {
  await mkdir(join(target, inside), { recursive: true });
  for (const entry of await readdir(join(source, inside), { withFileTypes: true })) {
    const path = inside ? `${inside}/${entry.name}` : entry.name;
    if (entry.isDirectory()) await copyFolder(source, target, wanted, path);
    else if (wanted(path)) await copyUnlessGone(join(source, path), join(target, path));
  }
}

/** A file that goes away meanwhile belongs to a table that the log takes away too. */
async function copyUnlessGone(source: string, target: string): Promise<void> {
  await unlessMissing(copyFile(source, target, constants.COPYFILE_FICLONE));
}
