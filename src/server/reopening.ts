import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';

/** A PGlite and what frees its files once nobody may use it any more. */
export interface OpenedFiles {
  database: PGlite;
  abandon: () => void;
}

/** Playing back the log writes more of it, in files of 16 MB: with less room opening would fail again. */
export const ROOM_BYTES = 48 * 1024 * 1024;

/**
 * The embedded database in a directory, opened again after it gave up.
 *
 * Where PostgreSQL cannot write its log, because the disk is full, it panics: its process ends, and a supervisor
 * starts it again. In PGlite that process is this one, and what is left of it may not be called any more.
 */
export class ReopeningDatabase {
  readonly #directory: string;
  readonly #open: (directory: string) => Promise<OpenedFiles>;
  #opened: OpenedFiles | undefined;
  #opening: Promise<OpenedFiles> | undefined;

  constructor(directory: string, open: (directory: string) => Promise<OpenedFiles>, opened: OpenedFiles) {
    this.#directory = directory;
    this.#open = open;
    this.#opened = opened;
  }

  /** @throws Error with PostgreSQL's code for "cannot connect now" while there is none. */
  get database(): PGlite {
    if (!this.#opened) throw unavailable('The embedded database gave up and is not open again yet.');
    return this.#opened.database;
  }

  /** @throws the same unless the database is still the one that it was. */
  expect(database: PGlite): void {
    if (this.database !== database) throw unavailable('The embedded database gave up before it was flushed.');
  }

  /** The database, opened again if need be. */
  async alive(): Promise<PGlite> {
    if (this.#opened) return this.#opened.database;
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined;
    });
    return (await this.#opening).database;
  }

  /** To be told of a database that gave up. */
  gaveUp(database: PGlite): void {
    if (this.#opened?.database === database) this.giveUp();
  }

  /** Throws away what is in memory alone: the database that is opened next has what is on the disk. */
  giveUp(): void {
    this.#opened?.abandon();
    this.#opened = undefined;
  }

  async close(): Promise<void> {
    await this.#opened?.database.close();
  }

  async #reopen(): Promise<OpenedFiles> {
    if (await isFull(this.#directory))
      throw unavailable('The disk is too full to open the embedded database.');
    this.#opened = await this.#open(this.#directory);
    return this.#opened;
  }
}

/** Whether the disk that a folder is on has too little room to open a database there. */
export async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < ROOM_BYTES;
}

function unavailable(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: '57P03' });
}
