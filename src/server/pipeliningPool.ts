import pg from 'pg';

type Done = (error: Error | undefined, result: unknown) => void;
type Query = (config: pg.QueryConfig, values: unknown[] | undefined, done: Done) => void;

interface Asked {
  /** Counted up, in the order of asking. */
  number: number;
  config: pg.QueryConfig;
  values: unknown[] | undefined;
  done: Done;
  /** How many more connections may turn out to have prepared it as it is no longer. */
  staleLeft: number;
}

/**
 * So many statements share a connection at once: enough to save most of the sending, few enough that those of
 * many callers are spread over the database's processors.
 */
const MOST_TOGETHER = 8;

/**
 * PostgreSQL's codes for a prepared statement whose result has changed since, that it does not know, or that it knows
 * already. Each comes before anything is done, and the connection would say so for as long as it lives.
 */
const STALE = new Set(['0A000', '26000', '42P05']);

/** Whether what a connection keeps prepared is no longer what it was: it works on another one. */
export function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && STALE.has(error.code ?? '');
}

/** PostgreSQL's codes for a lock that was not to be had in time, and a statement that took too long. */
const IN_VAIN = new Set(['55P03', '57014']);

/**
 * A pool that sends the prepared statements asked for at the same moment together, over one connection and in one go.
 * Sending is most of what a short statement costs, and several that go together cost little more than one. Each stands
 * alone: one that fails fails by itself. Whatever has no name, such as a search whose time nobody knows, gets a
 * connection of its own, as with any pool: prepared statements outside of transactions are therefore short reads.
 */
export class PipeliningPool extends pg.Pool {
  readonly #asked: Asked[] = [];
  #count = 0;
  /** Connections that are on their way to those that asked. */
  #coming = 0;

  constructor(options: pg.PoolConfig) {
    super({ ...options, pipeline: true });
    this.query = this.#query.bind(this, this.query.bind(this)) as pg.Pool['query'];
  }

  #query(alone: Query, config: pg.QueryConfig, values: unknown[] | undefined, done?: Done): unknown {
    if (!config.name) return alone(config, values, done as Done);
    if (!done) {
      return new Promise((resolve, reject) => {
        this.#ask(config, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    }
    this.#ask(config, values, done);
    return undefined;
  }

  #ask(config: pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    this.#count += 1;
    this.#asked.push({ number: this.#count, config, values, done, staleLeft: this.options.max });
    this.#call();
  }

  /** Calls for another connection where those that are coming cannot take everything along. */
  #call(): void {
    if (this.#asked.length <= this.#coming * MOST_TOGETHER) return;
    this.#coming += 1;
    // Whatever else this turn of the event loop asks for comes along.
    setImmediate(() => {
      const last = this.#count;
      this.connect((error, client) => {
        this.#coming -= 1;
        if (client) this.#send(client, this.#asked.splice(0, MOST_TOGETHER));
        else this.#refuse(error, last);
      });
    });
  }

  /** Refuses those that have waited for as long as a connection that did not come. Whoever came later tries again. */
  #refuse(error: Error | undefined, last: number): void {
    const next = this.#asked.findIndex(({ number }) => number > last);
    const waited = next < 0 ? this.#asked.length : next;
    const refused = this.#asked.splice(0, Math.min(waited, MOST_TOGETHER));
    this.#call();
    for (const { done } of refused) done(error, undefined);
  }

  /** Sends statements in one go and gives the connection back once all of them are answered. */
  #send(client: pg.PoolClient, together: readonly Asked[]): void {
    const waiting = new Set(together);
    // As with any pool a connection on which something failed is not used again: it may be going away, or what it
    // keeps prepared may be out of date.
    let failure: Error | undefined;
    const { stream } = client.connection;
    stream.cork();
    for (const asked of together) {
      (client.query as Query).call(client, asked.config, asked.values, (error, result) => {
        // A value that cannot be written is told of twice.
        if (!waiting.delete(asked)) return;
        failure ??= error;
        const behind = error && hasWaitedInVain(error) ? [...waiting] : [];
        for (const other of behind) waiting.delete(other);
        if (behind.length > 0) stream.destroy();
        if (waiting.size === 0) client.release(failure);
        this.#settle(asked, error, result);
        for (const other of behind) this.#moveOn(other, asked, error);
      });
    }
    stream.uncork();
  }

  #settle(asked: Asked, error: Error | undefined, result: unknown): void {
    if (!isStale(error) || asked.staleLeft === 0) {
      asked.done(error, result);
      return;
    }
    asked.staleLeft -= 1;
    this.#askAlone(asked);
  }

  /**
   * Has a statement go on that was sent behind one which waited in vain: there each would wait as long again. The same
   * statement would do so anywhere.
   */
  #moveOn(asked: Asked, failed: Asked, error: Error | undefined): void {
    if (asked.config.name === failed.config.name) asked.done(error, undefined);
    else this.#askAlone(asked);
  }

  #askAlone(asked: Asked): void {
    this.connect((error, client) => {
      if (client) this.#send(client, [asked]);
      else asked.done(error, undefined);
    });
  }
}

function hasWaitedInVain(error: Error): boolean {
  return error instanceof pg.DatabaseError && IN_VAIN.has(error.code ?? '');
}
