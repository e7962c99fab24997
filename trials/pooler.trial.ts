import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort, unprivilegedAccount } from '../scripts/postgres.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach } from './fixtures.ts';

const PROCESSES = 4;

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

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

/** Starts a pooler that lends a connection for a transaction only. Gives a database's address there. */
async function startPooler(program: string, databaseUrl: string): Promise<URL> {
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
default_pool_size = 3
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  if (account) {
    await chown(processes.directory, account.uid, account.gid);
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

test.for<[way: string, goesPast: boolean]>([
  ['through the pooler', false],
  ['past the pooler, by MIGRATION_DATABASE_URL', true],
])(
  'processes that start at once behind a pooler prepare the database once, %s',
  async ([, goesPast], { skip }) => {
    const program = pgbouncer ?? skip('There is no PgBouncer on this machine.');
    const past = await createDatabase(await postgres(skip), goesPast ? 'migrated_past' : 'migrated_through');
    const settings = {
      ...onPostgres((await startPooler(program, past)).href),
      ...(goesPast && { MIGRATION_DATABASE_URL: past }),
    };
    const servers = await Promise.all(Array.from({ length: PROCESSES }, () => processes.serve(settings)));
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const client = new pg.Client({ connectionString: past });
    await client.connect();
    const { rows } = await client.query('select (select count(*)::int from admins) as admins');
    expect(rows).toEqual([{ admins: 1 }]);
    await client.end();
  },
);
