import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as site } from '#features/site/contract.ts';
import { runCommand } from '#server/testing/process.ts';
import { freePort, unprivilegedAccount } from '#server/testing/postgres.ts';
import { callAt, callMany, checkCode, issueCode, partnerPin, redeemCode, signIn } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach } from './fixtures.ts';
import { installedPgbouncer, keepsStatements, type Pgbouncer, unpackedPgbouncer } from './pgbouncer.ts';

const PROCESSES = 4;
/** Fewer than the processes' own: they take turns on them. */
const CONNECTIONS = 3;

const installed = installedPgbouncer();
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
async function startPooler({ command }: Pgbouncer, databaseUrl: string, more = ''): Promise<URL> {
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
${more}
`,
  );
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  if (account) {
    await chown(processes.directory, account.uid, account.gid);
    await chown(settings, account.uid, account.gid);
  }
  const [program, ...parameters] = command;
  pooler = spawn(program, [...parameters, settings], { ...account, stdio: 'ignore' });
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

/** What a connection of the site's has for its statements, or one that was given none yet. */
const CALLS_LIMITS = new Set(['30s', '0']);

/** What each connection has that the pooler lends: whoever gets it next goes by that. */
async function statementLimits(url: URL): Promise<string[]> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url.href }));
  try {
    return await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        // Kept until all have theirs, so that no two are told of the same one.
        await client.query('begin');
        const { rows } = await client.query<{ limit: string }>(
          `select current_setting('statement_timeout') as limit`,
        );
        return rows[0]?.limit ?? '';
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

test.for<[way: string, goesPast: boolean]>([
  ['through the pooler', false],
  ['past the pooler, by MIGRATION_DATABASE_URL', true],
])(
  'processes that start at once behind a pooler prepare the database once, %s',
  async ([, goesPast], { skip }) => {
    const program = installed ?? skip('There is no PgBouncer on this machine.');
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

describe('behind a pooler that keeps named statements', () => {
  let folder = '';
  let program: Pgbouncer | undefined;

  beforeAll(async () => {
    if (installed && keepsStatements(installed)) {
      program = installed;
      return;
    }
    if (!isFull) return;
    folder = await mkdtemp(join(tmpdir(), 'reround-pgbouncer-'));
    await chmod(folder, 0o755);
    program = unpackedPgbouncer(join(folder, 'root'));
  }, 300_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('processes log, confirm, check, redeem and list as they do without', async ({ skip }) => {
    const bouncer =
      program ??
      skip(
        'There is no PgBouncer of 1.21 or later at PGBOUNCER_PATH or on this machine, and only the full size unpacks one.',
      );
    const past = await createDatabase(await postgres(skip), 'pooled');
    const through = await startPooler(bouncer, past, 'max_prepared_statements = 200');
    const settings = { ...onPostgres(through.href), MIGRATION_DATABASE_URL: past };
    const servers = await Promise.all([processes.serve(settings), processes.serve(settings)]);
    const address = (turn: number) => servers[turn % servers.length]?.url ?? '';
    const admin = await signIn(address(0));
    const pin = await partnerPin(address(0), admin);
    const rounds = isFull ? 300 : 30;

    // Each turn is a donor's whole way, and what everybody asks in between.
    const codes = new Set<string>();
    const answered = await callMany(rounds, 16, async (turn) => {
      const code = await issueCode(address(turn), admin, `D${turn % 20}`);
      codes.add(code);
      const askedOnTheWay = await Promise.all([
        checkCode(address(turn + 1), code),
        callAt(address(turn), site.siteInfo, {}),
        callAt(address(turn + 1), lists.searchDonations, { query: { q: `D${turn % 20}` } }, admin),
        callAt(address(turn), lists.confirmedDonations, {}, admin),
      ]);
      const worst = Math.max(...askedOnTheWay.map(({ status }) => status));
      return worst === 200 ? await redeemCode(address(turn), code, pin) : { status: worst };
    });
    expect(answered).toEqual(new Map([[200, rounds]]));
    expect(codes.size).toBe(rounds);
    const { body } = await callAt(address(1), lists.confirmedDonations, {}, admin);
    expect(body.total).toBe(rounds);
    for (const { output } of servers) expect(output).not.toContain('"level":50');
    const check = runCommand('check', [], { DATA_DIR: processes.directory, PORT: '0', ...settings });
    expect(await check.ended).toMatchObject({ code: 0 });
    expect((await statementLimits(through)).filter((limit) => !CALLS_LIMITS.has(limit))).toEqual([]);
    figure(
      `PgBouncer ${bouncer.version}: whole ways from a donation to its use, over ${CONNECTIONS} connections`,
      rounds,
    );
  });
});
