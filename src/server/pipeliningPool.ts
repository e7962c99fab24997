import pg from 'pg';

type Done = (error: Error | undefined, result: unknown) => void;
type Query = (config: pg.QueryConfig, values: unknown[] | undefined, done: Done) => void;

interface Asked {
  config: pg.QueryConfig;
  values: unknown[] | undefined;
  done: Done;
}

/**
 * So many statements share a connection at once: enough to save most of the sending, few enough that those of
 * many callers are spread over the database's processors.
 */
const MOST_TOGETHER = 8;

/**
 * A pool that sends the prepared statements asked for at the same moment together, over one connection and in one go.
 * Sending is most of what a short statement costs, and several that go together cost little more than one. Each stands
 * alone: one that fails fails by itself. Whatever has no name, such as a search whose time nobody knows, gets a
 * connection of its own, as with any pool: prepared statements outside of transactions are therefore short reads.
 */
export class PipeliningPool extends pg.Pool {
  readonly #asked: Asked[] = [];
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
        this.#ask({ config, values, done: (error, result) => (error ? reject(error) : resolve(result)) });
      });
    }
    this.#ask({ config, values, done });
    return undefined;
  }

  #ask(asked: Asked): void {
    this.#asked.push(asked);
    if (this.#asked.length <= this.#coming * MOST_TOGETHER) return;
    this.#coming += 1;
    // Whatever else this turn of the event loop asks for comes along.
    setImmediate(() => {
      this.connect((error, client) => {
        this.#coming -= 1;
        const together = this.#asked.splice(0, MOST_TOGETHER);
        if (client) send(client, together);
        else for (const { done } of together) done(error, undefined);
      });
    });
  }
}

/** Sends statements in one go and gives the connection back once all of them are answered. */
function send(client: pg.PoolClient, together: readonly Asked[]): void {
  let waiting = together.length;
  if (waiting === 0) return client.release();
  const { stream } = client.connection;
  stream.cork();
  for (const { config, values, done } of together) {
    (client.query as Query).call(client, config, values, (error, result) => {
      waiting -= 1;
      // A connection that broke says so to the pool, which drops it.
      if (waiting === 0) client.release();
      done(error, result);
    });
  }
  stream.uncork();
}
