import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type EmbeddedDatabase, endProcess } from './embedded.ts';

const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;
const SSL_REQUEST_LENGTH = 8;
const LONGEST_BUSY_MILLISECONDS = 10;

/**
 * A socket for the `pg` client whose other end is a PGlite in this process, so that the embedded database and a server
 * share one driver. PGlite has one session: use a pool of one.
 */
export class PgliteConnection extends Duplex {
  readonly #embedded: EmbeddedDatabase;
  #isOpen = false;
  #pausedAt = 0;

  constructor(embedded: EmbeddedDatabase) {
    super({ allowHalfOpen: false });
    this.#embedded = embedded;
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
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#answer(chunk).then(() => done(), done);
  }

  // pg writes Parse, Bind, Describe, Execute and Sync together. Given them in one call, PGlite skips to the Sync after an error.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#answer(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #answer(message: Buffer): Promise<void> {
    if (!this.#isOpen) {
      // The startup packet has no type byte, and PGlite no authentication.
      if (message.readInt32BE(0) === SSL_REQUEST_LENGTH)
        throw new Error('The embedded database speaks no TLS.');
      // PGlite's session outlives connections, so what an earlier one left open or prepared is discarded.
      await this.#embedded.database.exec('ROLLBACK');
      await this.#embedded.database.exec('DISCARD ALL');
      this.#isOpen = true;
      this.push(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]));
      return;
    }
    if (message[0] === TERMINATE) {
      this.push(null);
      return;
    }
    await this.#pause();
    this.push(await this.#execute(message));
  }

  /** Lets the event loop serve its sockets now and then, because otherwise all queued statements would run first. */
  async #pause(): Promise<void> {
    if (performance.now() - this.#pausedAt < LONGEST_BUSY_MILLISECONDS) return;
    await setImmediate();
    this.#pausedAt = performance.now();
  }

  async #execute(message: Buffer): Promise<Buffer> {
    const { database } = this.#embedded;
    const pieces: Buffer[] = [];
    try {
      // PGlite's other methods parse the answer, which `pg` does again.
      await database.execProtocolRawStream(message, {
        syncToFs: false,
        onRawData: (bytes) => void pieces.push(Buffer.from(bytes)),
      });
    } catch (error) {
      if (!database.closed) endProcess(this.#embedded, error);
      throw error;
    }
    const answer = Buffer.concat(pieces);
    if (!isComplete(answer)) endProcess(this.#embedded, new Error(errorMessageIn(answer)));
    return answer;
  }
}

/** Every complete answer ends with ReadyForQuery. */
function isComplete(answer: Buffer): boolean {
  return answer.at(-READY_FOR_QUERY.length) === READY_FOR_QUERY[0];
}

/** The text of an error message of the protocol. */
function errorMessageIn(answer: Buffer): string {
  return /\0M([^\0]+)\0/.exec(answer.toString())?.[1] ?? 'it gave no answer';
}
