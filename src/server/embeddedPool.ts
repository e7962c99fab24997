import type pg from 'pg';
import type { EmbeddedDatabase } from './embedded.ts';
import { PgliteConnection } from './pgliteConnection.ts';
import { PipeliningPool } from './pipeliningPool.ts';

/** Writes nothing but a note that nobody reads, and flushes the log up to it: all that was committed before. */
const FLUSH = { name: 'flush', text: "select pg_logical_emit_message(false, '', '', true)" };

/** What the pool says where its session, or a new one, was not to be had within the time. */
const TOO_SLOW = /timeout exceeded|connection timeout/;

/**
 * The one session of the embedded database, for which callers queue. A flush to the disk is most of what a short
 * transaction costs, and nothing else happens meanwhile: so a transaction with others behind it commits without one, and
 * all that queued while the first of them waits for its turn to flush have the same.
 */
export class EmbeddedPool extends PipeliningPool {
  readonly #embedded: EmbeddedDatabase;
  #flush: Promise<void> | undefined;

  constructor(embedded: EmbeddedDatabase, options: Pick<pg.PoolConfig, 'connectionTimeoutMillis'>) {
    super({
      ...options,
      // One session is all that PGlite has: callers queue for it here.
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => new PgliteConnection(embedded),
    });
    this.#embedded = embedded;
  }

  /**
   * Settles once all that is committed by now is on the disk.
   *
   * @throws Error that says that the database is not available: then nothing of it may be counted on, and mostly nothing is there.
   */
  async flushed(): Promise<void> {
    const { reopening } = this.#embedded;
    const database = reopening?.database;
    this.#flush ??= this.#flushInTurn();
    await this.#flush;
    if (database) reopening?.expect(database);
  }

  async #flushInTurn(): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#turn();
      // Whoever commits from here on needs another one.
      this.#flush = undefined;
      await client.query(FLUSH);
      client.release();
    } catch (error) {
      this.#flush = undefined;
      client?.release(true);
      // As far as can be, nobody is to find later what was refused now.
      if (client) this.#embedded.reopening?.giveUp();
      throw error;
    }
  }

  /** Waits for however long it takes: what is committed can no longer be refused. */
  async #turn(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.connect();
      } catch (error) {
        if (this.ending || !TOO_SLOW.test(String(error))) throw error;
      }
    }
  }
}
