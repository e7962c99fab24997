import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, type TestContext } from 'vitest';
import { type OpenDatabase, openServerDatabase } from '#server/db/database.ts';
import { ADMIN, type Running, startServer } from './process.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from './postgres.ts';

type Settings = Readonly<Record<string, string>>;

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Settings of a server with its data on PostgreSQL. */
export const onPostgres = (url: string) => ({
  DATABASE_URL: url,
  SECRET_KEY: 'a secret key that only tests know',
});

/** The processes of a test, and a folder for them. */
export class Processes {
  directory = '';
  readonly #started: Running[] = [];

  async open(): Promise<void> {
    this.directory = await mkdtemp(join(tmpdir(), 'reround-test-'));
  }

  /** Starts a server and waits until it is ready. By default its data is in the folder, and rate limits are off. */
  async serve(settings: Settings = {}): Promise<Server> {
    const defaults = { DATA_DIR: this.directory, RATE_LIMITS: 'off', ...ADMIN };
    return this.keep(await startServer({ ...defaults, ...settings }));
  }

  /** Ends a started process with the test. */
  keep<Process extends Running>(process: Process): Process {
    this.#started.push(process);
    return process;
  }

  async kill(): Promise<void> {
    for (const { child } of this.#started) child.kill('SIGKILL');
    await Promise.all(this.#started.splice(0).map(({ ended }) => ended));
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Processes and a folder for each test of a file or a group. */
export function processesForEach(): Processes {
  const processes = new Processes();
  beforeEach(() => processes.open());
  afterEach(() => processes.end());
  return processes;
}

/** A PostgreSQL for a file or a group, started for the first test that asks. Without one, the test is skipped. */
export function postgresForAll(): (skip: TestContext['skip']) => Promise<ThrowawayPostgres> {
  let postgres: ThrowawayPostgres | null | undefined;
  afterAll(() => postgres?.stop());
  return async (skip) => {
    if (postgres === undefined) postgres = await startThrowawayPostgres({ durable: true });
    return postgres ?? skip('There is no PostgreSQL on this machine.');
  };
}

/** Makes a database without tables. Returns its address. */
export async function createDatabase({ url }: ThrowawayPostgres, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** A site on PostgreSQL that several servers serve. */
class SharedSite {
  readonly processes = new Processes();
  postgres!: ThrowawayPostgres;
  settings: Settings = {};
  servers: Server[] = [];
  #opened?: OpenDatabase;

  async open(postgres: ThrowawayPostgres, servers: number): Promise<void> {
    await this.processes.open();
    this.postgres = postgres;
    this.settings = onPostgres(postgres.url);
    // The pool's connections break when a test kills the database.
    this.#opened = openServerDatabase(postgres.url, () => {});
    this.servers = await Promise.all(
      Array.from({ length: servers }, () => this.processes.serve(this.settings)),
    );
  }

  get database() {
    if (!this.#opened) throw new Error('The site is not there before its first test.');
    return this.#opened.database;
  }

  async end(): Promise<void> {
    await this.processes.end();
    await this.#opened?.close();
  }
}

/** One site for all tests of a file or a group. */
export function siteForAll({ servers }: { servers: number }): SharedSite {
  const site = new SharedSite();
  const postgres = postgresForAll();
  let opened: Promise<void> | undefined;
  beforeEach(async ({ skip }) => {
    const database = await postgres(skip);
    opened ??= site.open(database, servers);
    await opened;
  });
  afterAll(() => site.end());
  return site;
}
