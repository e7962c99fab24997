import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Database, DATABASE_IDENTITY, databaseError, openServerDatabase } from './database.ts';
import type { Environment } from './env.ts';
import { reasonOf } from './reasonOf.ts';

/** How far behind the replica may be and still be asked. */
const MOST_MILLISECONDS_BEHIND = 5_000;

/** How often each process looks how far the replica has followed. */
const LOOK_MILLISECONDS = 500;

/** A server that says nothing for so long is gone. */
const ANSWER_MILLISECONDS = 2_000;

/** What PostgreSQL says of a statement whose time is up. One that is in the way of what the replica follows has another code. */
const QUERY_CANCELED = '57014';

/** Where a place in a write-ahead log is, `16/B374D848` for instance, in bytes from its beginning. */
export function bytesUpTo(place: string): bigint {
  const [high = '0', low = '0'] = place.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** What a look at both servers found: how long their logs are, in bytes. */
interface Look {
  /** When it began, in milliseconds of the process. */
  at: number;
  written: bigint;
  followed: bigint;
}

/**
 * How far a replica is behind. By the logs rather than by the time of the last transaction that it followed, which stands
 * still while nobody writes.
 */
export class Following {
  /** What the primary had written at looks of the last seconds, and the replica had not followed yet. */
  #ahead: Pick<Look, 'at' | 'written'>[] = [];
  #followed = 0n;
  /** The newest moment of which the replica is known to have everything. */
  #asOf = -Infinity;

  note({ at, written, followed }: Look): void {
    this.#followed = followed;
    this.#ahead.push({ at, written });
    const reached = this.#ahead.filter((look) => look.written <= followed);
    // What is older would not make the replica near enough: one that stands still for days is not kept a list of.
    this.#ahead = this.#ahead.filter(
      (look) => look.written > followed && look.at >= at - MOST_MILLISECONDS_BEHIND,
    );
    this.#asOf = reached.at(-1)?.at ?? this.#asOf;
  }

  /** Forgets all: nobody knows any more how far it has followed. */
  lose(): void {
    this.#ahead = [];
    this.#asOf = -Infinity;
  }

  /** How old what it shows is at most, in milliseconds. */
  millisecondsBehind(now: number): number {
    return now - this.#asOf;
  }

  /** Whether it is near enough, and has followed up to a place in the log. */
  mayBeAsked(now: number, place: string | null): boolean {
    if (this.millisecondsBehind(now) > MOST_MILLISECONDS_BEHIND) return false;
    return place === null || bytesUpTo(place) <= this.#followed;
  }
}

type Ask = (config: pg.QueryConfig, values?: unknown[]) => Promise<unknown>;

/** Who hears what of a replica. */
interface Listeners {
  /** It begins or ceases to be asked. */
  onChange: (news: { isAsked: boolean; reason?: string | undefined }) => void;
  /** A question went to the primary after all. */
  onNoAnswer: (error: unknown) => void;
}

/**
 * A copy of the database that PostgreSQL keeps up to date, a moment behind: asked for what may lag, while it is there and
 * near enough. See docs/decisions/0027-lists-come-from-a-replica.md.
 */
export class Replica {
  readonly #database: Database;
  readonly #close: () => Promise<void>;
  readonly #listeners: Listeners;
  readonly #following = new Following();
  readonly #losses = new EventEmitter().setMaxListeners(0);
  readonly #stopped = new AbortController();
  readonly #addresses: { primary: string; replica: string };
  #lookers: Lookers | undefined;
  #isAsked: boolean | undefined;
  readonly #looking: Promise<void>;

  private constructor(
    addresses: { primary: string; replica: string },
    primary: Database,
    listeners: Listeners,
  ) {
    // That a connection broke, the next look says.
    const opened = openServerDatabase(addresses.replica, () => {});
    this.#database = opened.database;
    this.#fallBackOn(primary);
    this.#close = opened.close;
    this.#addresses = addresses;
    this.#listeners = listeners;
    this.#looking = this.#lookAgainAndAgain();
  }

  /** The replica of a database that the settings name. It need not be there yet. */
  static open(
    { databaseUrl, readDatabaseUrl }: Environment,
    primary: Database,
    listeners: Listeners,
  ): Replica | null {
    if (databaseUrl === undefined || readDatabaseUrl === undefined) return null;
    return new Replica({ primary: databaseUrl, replica: readDatabaseUrl }, primary, listeners);
  }

  /** Whether it is there and near enough to be asked by now. */
  get isNear(): boolean {
    return this.#following.mayBeAsked(performance.now(), null);
  }

  /**
   * The replica's database, if it is near enough and has followed up to a place in the log. What it does not answer the
   * primary does.
   */
  atLeastAt(place: string | null): Database | undefined {
    return this.#following.mayBeAsked(performance.now(), place) ? this.#database : undefined;
  }

  /** Each question by itself, so that a file of many goes on where the replica left it. */
  #fallBackOn(primary: Database): void {
    const pool = this.#database.$client;
    const askReplica = pool.query.bind(pool) as Ask;
    const askPrimary = primary.$client.query.bind(primary.$client) as Ask;
    const ask: Ask = async (...question) => {
      // Since it began to be asked, it may have gone away or fallen behind.
      if (!this.isNear) return await askPrimary(...question);
      try {
        return await this.#whileThere(() => askReplica(...question));
      } catch (error) {
        // What took all the time that it had would take as much again.
        if (databaseError(error)?.code === QUERY_CANCELED) throw error;
        this.#listeners.onNoAnswer(error);
        return await askPrimary(...question);
      }
    };
    pool.query = ask as typeof pool.query;
  }

  /** @throws Error once the replica is not there any more, without waiting for the work. */
  async #whileThere<Result>(work: () => Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const lost = once(this.#losses, 'lost', { signal: over.signal }).then(() => {
      throw new Error('The replica went away.');
    });
    try {
      return await Promise.race([work(), lost]);
    } finally {
      over.abort();
    }
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#looking;
    await this.#close();
  }

  async #lookAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        this.#lookers ??= await Lookers.open(this.#addresses);
        this.#following.note(await this.#lookers.look());
        const { isNear } = this;
        this.#tell(isNear, isNear ? undefined : 'It is more than five seconds behind.');
      } catch (error) {
        this.#following.lose();
        this.#losses.emit('lost');
        this.#dropLookers();
        this.#tell(false, reasonOf(error));
      }
      await setTimeout(LOOK_MILLISECONDS, undefined, { signal }).catch(() => {});
    }
    this.#dropLookers();
  }

  #dropLookers(): void {
    this.#lookers?.close();
    this.#lookers = undefined;
  }

  #tell(isAsked: boolean, reason: string | undefined): void {
    if (isAsked === this.#isAsked) return;
    this.#isAsked = isAsked;
    this.#listeners.onChange({ isAsked, reason });
  }
}

/** @throws Error with what keeps the replica that the settings name from being asked. Whether it is near is not looked at. */
export async function refuseNoReplica({
  databaseUrl,
  readDatabaseUrl,
}: Pick<Environment, 'databaseUrl' | 'readDatabaseUrl'>): Promise<void> {
  if (databaseUrl === undefined || readDatabaseUrl === undefined) return;
  const lookers = await Lookers.open({ primary: databaseUrl, replica: readDatabaseUrl });
  try {
    await lookers.look();
  } finally {
    lookers.close();
  }
}

/** A connection to each of the two servers, which nothing else waits for. */
class Lookers {
  readonly #primary: pg.Client;
  readonly #replica: pg.Client;

  private constructor(primary: pg.Client, replica: pg.Client) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /** @throws Error with a sentence if one does not answer, or the second is no replica of the first. */
  static async open(addresses: { primary: string; replica: string }): Promise<Lookers> {
    const lookers = new Lookers(lookerAt(addresses.primary), lookerAt(addresses.replica));
    try {
      await Promise.all([lookers.#primary.connect(), lookers.#replica.connect()]);
      await lookers.#refuseStranger();
      return lookers;
    } catch (error) {
      lookers.close();
      throw error;
    }
  }

  async #refuseStranger(): Promise<void> {
    const [primary, replica] = await Promise.all([
      this.#primary.query<{ name: string }>(DATABASE_IDENTITY),
      this.#replica.query<{ name: string }>(DATABASE_IDENTITY),
    ]);
    if (primary.rows[0]?.name !== replica.rows[0]?.name) {
      throw new Error('READ_DATABASE_URL leads to a copy of another database than DATABASE_URL.');
    }
  }

  async look(): Promise<Look> {
    const at = performance.now();
    // The primary first: what the replica then has is no less than what it had at that moment.
    const written = await placeAt(this.#primary, 'pg_current_wal_flush_lsn()');
    const followed = await placeAt(this.#replica, 'pg_last_wal_replay_lsn()');
    return { at, written, followed };
  }

  /** Without a goodbye: the other end may be gone. */
  close(): void {
    for (const { connection } of [this.#primary, this.#replica]) connection.stream.destroy();
  }
}

function lookerAt(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MILLISECONDS,
    query_timeout: ANSWER_MILLISECONDS,
    application_name: 'reround',
  });
  // One that breaks says so to its query too.
  client.on('error', () => {});
  return client;
}

/** @throws Error if the server does not answer, or follows no other, as after it was promoted. */
async function placeAt(client: pg.Client, place: string): Promise<bigint> {
  // On a server that follows no other the second function gives null, the first fails on one that does.
  const { rows } = await client.query<{ place: string | null }>(
    `select case when pg_is_in_recovery() = ${place === 'pg_last_wal_replay_lsn()'} then ${place}::text end as place`,
  );
  if (!rows[0]?.place) throw new Error('READ_DATABASE_URL leads to no replica, or DATABASE_URL to one.');
  return bytesUpTo(rows[0].place);
}
