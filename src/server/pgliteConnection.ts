import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;
const SSL_REQUEST_LENGTH = 8;

/**
 * A socket for the `pg` client whose other end is a PGlite in this process.
 *
 * It lets the embedded database and a PostgreSQL server share one driver, one pool type, one set of
 * type parsers and named prepared statements. PGlite is one session: use a pool of one.
 */
export class PgliteConnection extends Duplex {
  readonly #database: PGlite;
  #started = false;

  constructor(database: PGlite) {
    super({ allowHalfOpen: false });
    this.#database = database;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as PGlite gives them.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#answer(chunk).then(() => done(), done);
  }

  // pg corks Parse, Bind, Describe, Execute and Sync together; one call for all of them lets
  // PGlite skip to the Sync after an error, as a server does.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#answer(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #answer(message: Buffer): Promise<void> {
    if (!this.#started) {
      // The startup packet has no type byte and PGlite has no authentication to offer.
      if (message.readInt32BE(0) === SSL_REQUEST_LENGTH)
        throw new Error('The embedded database speaks no TLS.');
      this.#started = true;
      // The session outlives its connections: whatever an earlier one left open or prepared must go.
      await this.#database.exec('ROLLBACK');
      await this.#database.exec('DISCARD ALL');
      this.push(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]));
      return;
    }
    if (message[0] === TERMINATE) {
      this.push(null);
      return;
    }
    const answer = await this.#database.execProtocolRaw(message, { syncToFs: false });
    this.push(Buffer.from(answer));
  }
}
