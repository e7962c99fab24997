import { execFile, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, expect, test, type TestContext, vi } from 'vitest';
import {
  startThrowawayPostgres,
  type ThrowawayPostgres,
  unprivilegedAccount,
} from '#server/testing/postgres.ts';
import { logDonation } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { onPostgres, processesForEach, stop } from './fixtures.ts';

const BEFORE_BASE = isFull ? 500 : 20;
const AFTER_BASE = isFull ? 500 : 20;
const TOO_LATE = 20;
/** How long at most an acknowledged change waits for its way out of the machine. docs/backups.md has 60. */
const ARCHIVE_SECONDS = isFull ? 10 : 2;
const DATA_AGE_SECONDS = 3 * ARCHIVE_SECONDS;

const execute = promisify(execFile);
const processes = processesForEach();
const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** A PostgreSQL that archives as docs/backups.md has it, with the commands that it says. */
interface Archived {
  postgres: ThrowawayPostgres;
  pgbackrest: (...words: string[]) => Promise<void>;
}

async function archivedPostgres(skip: TestContext['skip']): Promise<Archived> {
  skip(spawnSync('pgbackrest', ['version']).status !== 0, 'There is no pgbackrest on this machine.');
  const place = mkdtempSync(join(tmpdir(), 'reround-archive-'));
  ending.push(() => rmSync(place, { recursive: true, force: true }));
  const folders = ['repository', 'log', 'lock'].map((name) => join(place, name));
  for (const folder of folders) mkdirSync(folder);
  for (const path of [place, ...folders]) if (account) chownSync(path, account.uid, account.gid);
  const config = join(place, 'pgbackrest.conf');
  const postgres = await startThrowawayPostgres({
    durable: true,
    settings: {
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=reround archive-push %p`,
      archive_timeout: String(ARCHIVE_SECONDS),
    },
  });
  if (!postgres) return skip('There is no PostgreSQL on this machine.');
  ending.push(() => postgres.stop());
  const [repository, log, lock] = folders;
  writeFileSync(
    config,
    `[global]
repo1-path=${repository}
log-path=${log}
lock-path=${lock}
log-level-console=warn
start-fast=y
[reround]
pg1-path=${join(postgres.folder, 'data')}
pg1-socket-path=${postgres.folder}
pg1-port=${new URL(postgres.url).port}
pg1-user=postgres
pg1-database=postgres
`,
  );
  // Not while this process waits: the server would close the connections that it keeps.
  const pgbackrest = async (...words: string[]) => {
    await execute('pgbackrest', [`--config=${config}`, '--stanza=reround', ...words], {
      ...account,
      cwd: place,
    });
  };
  await pgbackrest('stanza-create');
  await pgbackrest('check');
  return { postgres, pgbackrest };
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const donorsOf = async (url: string) =>
  (await ask<{ donor: string }>(url, 'select student_id as donor from donations order by id')).map(
    ({ donor }) => donor,
  );

/** Starts a server that was restored, and waits until it takes changes: before that it shows how far it has come. */
async function startRestored(postgres: ThrowawayPostgres): Promise<void> {
  await postgres.start();
  await vi.waitUntil(
    async () => {
      const [row] = await ask<{ isBehind: boolean }>(
        postgres.url,
        'select pg_is_in_recovery() as "isBehind"',
      );
      return row?.isBehind === false;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Logs donations one after the other. Gives the donor IDs of those that were acknowledged. */
async function logFor(address: string, name: string, count: number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const donor = `${name}-${number}`;
    const { status } = await logDonation(address, donor);
    if (status === 201) acknowledged.push(donor);
  }
  expect(acknowledged).toHaveLength(count);
  return acknowledged;
}

test('a table that was dropped by mistake is back as it was a moment before, and nothing else is', async ({
  skip,
}) => {
  const { postgres, pgbackrest } = await archivedPostgres(skip);
  const settings = onPostgres(postgres.url);
  const server = await processes.serve(settings);
  const early = await logFor(server.url, 'EARLY', BEFORE_BASE);
  const began = performance.now();
  await pgbackrest('backup', '--type=full');
  const backedUp = performance.now();
  const late = await logFor(server.url, 'LATE', AFTER_BASE);
  const [moment] = await ask<{ now: string }>(postgres.url, 'select clock_timestamp()::text as now');
  await logFor(server.url, 'TOOLATE', TOO_LATE);
  await stop(server);
  await ask(postgres.url, 'drop table donations cascade');
  // The server still lives: what it has not sent yet, it sends now.
  await ask(postgres.url, 'select pg_switch_wal()');
  await vi.waitUntil(
    async () => {
      const [{ isOut } = { isOut: false }] = await ask<{ isOut: boolean }>(
        postgres.url,
        `select coalesce(last_archived_wal >= pg_walfile_name(pg_switch_wal() - 1), false) as "isOut" from pg_stat_archiver`,
      );
      return isOut;
    },
    { timeout: 60_000, interval: 200 },
  );
  await postgres.shutDown();
  const restoring = performance.now();
  await pgbackrest('restore', '--delta', '--type=time', `--target=${moment?.now}`, '--target-action=promote');
  await startRestored(postgres);
  const restored = performance.now();
  expect(await donorsOf(postgres.url)).toEqual([...early, ...late]);
  const again = await processes.serve(settings);
  await logFor(again.url, 'AFTERWARDS', 3);
  await stop(again);
  figure('Donations acknowledged before the moment, all there and no others', early.length + late.length);
  figure('Donations acknowledged after it, none there', TOO_LATE);
  figure('Base backup', `${((backedUp - began) / 1000).toFixed(1)} s`);
  figure(
    'Restore to the moment, until the server takes changes',
    `${((restored - restoring) / 1000).toFixed(1)} s`,
  );
});

test('of a disk that is lost no more is lost than archive_timeout says', async ({ skip }) => {
  const { postgres, pgbackrest } = await archivedPostgres(skip);
  const settings = onPostgres(postgres.url);
  const server = await processes.serve(settings);
  await pgbackrest('backup', '--type=full');
  const acknowledged: { donor: string; at: number }[] = [];
  const until = performance.now() + DATA_AGE_SECONDS * 1000;
  for (let number = 1; performance.now() < until; number += 1) {
    const [donor] = await logFor(server.url, `STEADY${number}`, 1);
    acknowledged.push({ donor: donor ?? '', at: performance.now() });
  }
  await postgres.kill();
  const lostAt = performance.now();
  server.child.kill('SIGKILL');
  await server.ended;
  const data = join(postgres.folder, 'data');
  rmSync(data, { recursive: true });
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  await pgbackrest('restore', '--type=default');
  await startRestored(postgres);
  const there = await donorsOf(postgres.url);
  // What is lost is the end, and nothing in between.
  expect(there).toEqual(acknowledged.slice(0, there.length).map(({ donor }) => donor));
  expect(there.length).toBeGreaterThan(0);
  const firstLost = acknowledged[there.length];
  const seconds = firstLost ? (lostAt - firstLost.at) / 1000 : 0;
  // PostgreSQL looks at the clock once in a while, and the archiver takes its time.
  expect(seconds).toBeLessThan(2 * ARCHIVE_SECONDS + 5);
  figure('archive_timeout', `${ARCHIVE_SECONDS} s`);
  figure('Donations acknowledged until the disk was lost', acknowledged.length);
  figure('Of those lost, the newest', acknowledged.length - there.length);
  figure('Age of the oldest that was lost', `${seconds.toFixed(1)} s`);
});
