import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { checkCode, issueCode, partnerPin, redeemCode, signIn } from '#server/testing/process.ts';
import { freePort, unprivilegedAccount } from '#server/testing/postgres.ts';
import {
  createDatabase,
  onPostgres,
  postgresForAll,
  processesForEach,
} from '#server/testing/siteProcesses.ts';

const PROCESSES = 3;
/** Fewer connections than the processes open, so that they have to share them. */
const CONNECTIONS = 3;

const postgres = postgresForAll();
const processes = processesForEach();
let pooler: ChildProcess | undefined;

afterEach(async () => {
  if (!pooler) return;
  const exited = once(pooler, 'exit');
  pooler.kill('SIGKILL');
  await exited;
  pooler = undefined;
});

/** This machine's PgBouncer from version 1.21 on, which keeps prepared statements in transaction mode. */
function findPooler(): string | undefined {
  const program = process.env['PGBOUNCER_PATH'] ?? '/usr/sbin/pgbouncer';
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > 1 || Number(minor) >= 21 ? program : undefined;
}

/** Starts a pooler in transaction mode. Returns the address that leads through it to the database. */
async function startPooler(program: string, databaseUrl: string): Promise<string> {
  const port = await freePort();
  const { hostname, port: databasePort } = new URL(databaseUrl);
  const settings = join(processes.directory, 'pgbouncer.ini');
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
default_pool_size = ${CONNECTIONS}
max_prepared_statements = 200
`,
  );
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  if (account) {
    await chown(processes.directory, account.uid, account.gid);
    await chown(settings, account.uid, account.gid);
  }
  pooler = spawn(program, [settings], { ...account, stdio: 'ignore' });
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  await vi.waitUntil(() => isReachable(url), { timeout: 10_000 });
  return url;
}

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

test('processes that start at once behind a pooler migrate the database and serve donations and codes', async ({
  skip,
}) => {
  const program =
    findPooler() ?? skip('There is no PgBouncer of 1.21 or later: install it, or set PGBOUNCER_PATH.');
  const directUrl = await createDatabase(await postgres(skip), 'pooled');
  const settings = {
    ...onPostgres(await startPooler(program, directUrl)),
    MIGRATION_DATABASE_URL: directUrl,
  };
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => processes.serve(settings)));
  const address = (turn: number) => servers[turn % PROCESSES]?.url ?? '';
  const admin = await signIn(address(0));
  const pin = await partnerPin(address(0), admin);
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, turn) => {
      const code = await issueCode(address(turn), admin, `D${turn % 20}`);
      const checked = await checkCode(address(turn + 1), code);
      const redeemed = await redeemCode(address(turn), code, pin);
      return [checked.status, redeemed.status];
    }),
  );
  expect(statuses).toEqual(statuses.map(() => [200, 200]));
});
