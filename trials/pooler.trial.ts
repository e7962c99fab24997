import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Running, startServer } from '#server/testing/process.ts';
import {
  freePort,
  startThrowawayPostgres,
  type ThrowawayPostgres,
  unprivilegedAccount,
} from '../scripts/postgres.ts';
import { ADMIN } from './calls.ts';

const PROCESSES = 4;

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

let directory: string;
let postgres: ThrowawayPostgres | null = null;
let pooler: ChildProcess;
let poolerUrl: URL;
const started: Running[] = [];

beforeAll(async () => {
  if (pgbouncer === undefined) return;
  postgres = await startThrowawayPostgres({ durable: true });
  if (!postgres) return;
  directory = await mkdtemp(join(tmpdir(), 'reround-pooler-'));
  poolerUrl = await startPooler(pgbouncer, postgres.url);
});

beforeEach(({ skip }) => {
  skip(pgbouncer === undefined, 'There is no PgBouncer on this machine.');
  skip(postgres === null, 'There is no PostgreSQL on this machine.');
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

afterAll(async () => {
  if (!postgres) return;
  const exited = once(pooler, 'exit');
  pooler.kill('SIGKILL');
  await exited;
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts a pooler that lends a connection for a transaction only. */
async function startPooler(program: string, databaseUrl: string): Promise<URL> {
  const port = await freePort();
  const { hostname, port: databasePort } = new URL(databaseUrl);
  const settings = join(directory, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${databasePort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  if (account) {
    await chown(directory, account.uid, account.gid);
    await chown(settings, account.uid, account.gid);
  }
  pooler = spawn(program, [settings], { ...account, stdio: 'ignore' });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await vi.waitUntil(() => answers(url), { timeout: 10_000 });
  return url;
}

async function answers(url: URL): Promise<boolean> {
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A database without tables, at the pooler's address and at its own. */
async function makeDatabase(name: string) {
  const keeper = new pg.Client({ connectionString: postgres?.url });
  await keeper.connect();
  await keeper.query(`create database ${name}`);
  await keeper.end();
  return [poolerUrl.href, postgres?.url ?? ''].map(
    (address) => Object.assign(new URL(address), { pathname: name }).href,
  );
}

test.each([
  ['through the pooler', false],
  ['past the pooler, by MIGRATION_DATABASE_URL', true],
])('processes that start at once behind a pooler prepare the database once, %s', async (_way, goesPast) => {
  const [behind = '', past = ''] = await makeDatabase(goesPast ? 'migrated_past' : 'migrated_through');
  const settings = {
    DATABASE_URL: behind,
    ...(goesPast && { MIGRATION_DATABASE_URL: past }),
    SECRET_KEY: 'a secret key that only the trials know',
    DATA_DIR: directory,
    ...ADMIN,
  };
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const server = await startServer(settings);
      started.push(server);
      return server;
    }),
  );
  for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const client = new pg.Client({ connectionString: past });
  await client.connect();
  const { rows } = await client.query('select (select count(*)::int from admins) as admins');
  expect(rows).toEqual([{ admins: 1 }]);
  await client.end();
});
