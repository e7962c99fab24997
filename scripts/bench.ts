// `npm run bench`: how long the main calls take with 100,000 donations, one request after the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { connectEmbedded, type Database, noLimits, openServerDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { ADMIN, partnerPin, signIn, startServer } from '#server/testing/process.ts';
import { fillWithVolume } from './volume.ts';
import { dayOf } from '#shared/dates.ts';

const { values: options } = parseArgs({
  options: { postgres: { type: 'string' }, seconds: { type: 'string', default: '5' } },
});
const seconds = Number(options.seconds);
if (!(seconds > 0)) throw new Error('--seconds must be a number above 0.');

const DONATIONS = 100_000;
const DONORS = DONATIONS / 5;
const WARM_UP_SECONDS = 1;
const today = dayOf(new Date(), 'America/Winnipeg');

/** Milliseconds within which 95 of 100 answers must come. */
const targets = { list: options.postgres === undefined ? 300 : 100, single: 50 };
const START_SECONDS = 3;
const MEMORY_MEGABYTES = 450;

const settings = {
  ...ADMIN,
  SECRET_KEY: 'a secret key that only this benchmark knows',
  RATE_LIMITS: 'off',
  // As deploy/ and the Dockerfile set it.
  MALLOC_ARENA_MAX: '2',
};

type Site = Awaited<ReturnType<typeof startServer>>;

interface Operation {
  name: string;
  kind: keyof typeof targets;
  /** The path and the body of request number `index`. */
  request: (index: number) => { path: string; headers?: Record<string, string>; body?: object };
}

interface Row {
  answers: number;
  'median ms': number;
  'p95 ms': number;
  'aim ms': number;
  /** The site's processor time for an answer: steadier than the others on a busy machine. */
  'processor ms': number;
  'bare median ms': number;
}

const folder = await mkdtemp(join(tmpdir(), 'reround-bench-'));
try {
  if (options.postgres === undefined) await run(undefined);
  else await withServerDatabase(options.postgres, run);
} finally {
  await rm(folder, { recursive: true });
}

async function run(databaseUrl: string | undefined): Promise<void> {
  const dataFolder = join(folder, 'data');
  const environment = {
    ...settings,
    DATA_DIR: dataFolder,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const databaseName = databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL';
  console.log(`Filling ${databaseName} with ${DONATIONS.toLocaleString('en')} donations.`);
  const codes = await fill(dataFolder, databaseUrl);

  let site = await startServer(environment);
  let rows: Record<string, Row>;
  try {
    rows = await measureAll(site, await operations(site.url, codes));
    console.table(rows);
    console.log(`Memory after these: ${memoryOf(site)} MB`);
  } finally {
    await stop(site);
  }

  site = await startServer(environment);
  try {
    const startSeconds = processorOf(site);
    await waitUntilIdle(site);
    const memory = memoryOf(site);
    console.log(`Start: ${startSeconds.toFixed(1)} s of processor until ready (aim ${START_SECONDS})`);
    console.log(`Memory once idle after it: ${memory} MB (aim ${MEMORY_MEGABYTES})`);
    const missed = Object.entries(rows).flatMap(([name, row]) =>
      row['p95 ms'] <= row['aim ms'] ? [] : [name],
    );
    if (memory > MEMORY_MEGABYTES) missed.push('memory');
    if (missed.length === 0) return;
    console.error(`Missed: ${missed.join(', ')}`);
    process.exitCode = 1;
  } finally {
    await stop(site);
  }
}

/** Runs `work` on a new database of a server, and drops it. */
async function withServerDatabase(server: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `reround_bench_${process.pid}`;
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    try {
      await work(Object.assign(new URL(server), { pathname: name }).href);
    } finally {
      await client.query(`drop database ${name}`);
    }
  } finally {
    await client.end();
  }
}

/** Fills the database. @returns codes that can be redeemed ten times each. */
async function fill(dataFolder: string, databaseUrl: string | undefined): Promise<string[]> {
  const opened =
    databaseUrl === undefined
      ? connectEmbedded(await openEmbeddedDatabase(dataFolder))
      : // A fill takes longer than a call may.
        openServerDatabase(databaseUrl, (error) => console.error(error), databaseUrl, noLimits);
  try {
    await migrateDatabase(opened.database, async () => {});
    return await fillTables(opened.database);
  } finally {
    await opened.close();
  }
}

async function fillTables(database: Database): Promise<string[]> {
  await fillWithVolume(database, DONATIONS, today);
  const { rows } = await database.execute<{ code: string }>(sql`
    update discount_codes set max_uses = 10, expires_at = now() + interval '1 year'
    where use_count = 0 returning code`);
  await database.execute(sql`vacuum analyze`);
  await database.execute(sql`checkpoint`);
  return rows.map(({ code }) => code);
}

async function operations(siteUrl: string, codes: readonly string[]): Promise<Operation[]> {
  const headers = await signIn(siteUrl);
  const pin = await partnerPin(siteUrl, headers);
  const list = (name: string, path: string): Operation => ({
    name,
    kind: 'list',
    request: () => ({ path: `/api/admin/${path}`, headers }),
  });
  const codeAt = (index: number) => `/api/redeem/${codes[index % codes.length] ?? ''}`;
  return [
    { name: 'site info', kind: 'single', request: () => ({ path: '/api/public/site' }) },
    {
      name: 'log a donation',
      kind: 'single',
      request: (index) => ({
        path: '/api/donations',
        body: { studentId: `D${1 + (index % DONORS)}`, weight: '1-2kg', date: today },
      }),
    },
    { name: 'check a code', kind: 'single', request: (index) => ({ path: codeAt(index) }) },
    { name: 'redeem a code', kind: 'single', request: (index) => ({ path: codeAt(index), body: { pin } }) },
    list('pending donations', 'donations/search?status=pending'),
    list('confirmed donations', 'confirmed'),
    list('search that finds little', 'donations/search?q=D1234'),
    list('search that finds much', 'donations/search?q=Osborne'),
    list('search that finds nothing', 'donations/search?q=xylophone'),
    list('desk, longest waiting', 'donations/find'),
    list('desk, a donor ID', 'donations/find?q=D1234'),
    list('round of a bin', 'bins/1/round'),
    list('round of today', 'today'),
    list('participants', 'participants'),
    list('codes', 'codes'),
    list('audit log', 'audit'),
  ];
}

async function measureAll(site: Site, all: readonly Operation[]): Promise<Record<string, Row>> {
  const bare = fork(join(import.meta.dirname, 'bareServer.ts'));
  const rows: Record<string, Row> = {};
  try {
    const [bareUrl] = (await once(bare, 'message')) as [string];
    for (const operation of all) rows[operation.name] = await measure(site, bareUrl, operation);
  } finally {
    bare.kill();
  }
  return rows;
}

/** Measures an operation. The bare server gets the same requests in turn, so that both see the same load. */
async function measure(site: Site, bareUrl: string, { kind, request }: Operation): Promise<Row> {
  const times: number[] = [];
  const bareTimes: number[] = [];
  const callBoth = async (index: number) => {
    times.push(await measureCall(site.url, request(index)));
    bareTimes.push(await measureCall(bareUrl, request(index)));
  };
  const warmUpEnd = performance.now() + WARM_UP_SECONDS * 1000;
  while (performance.now() < warmUpEnd) await callBoth(times.length);
  const warmUpCalls = times.length;
  const processor = processorOf(site);
  while (performance.now() < warmUpEnd + seconds * 1000) await callBoth(times.length);
  const answers = times.length - warmUpCalls;
  return {
    answers,
    'median ms': percentile(times.slice(warmUpCalls), 0.5),
    'p95 ms': percentile(times.slice(warmUpCalls), 0.95),
    'aim ms': targets[kind],
    'processor ms': roundToTenths(((processorOf(site) - processor) * 1000) / answers),
    'bare median ms': percentile(bareTimes.slice(warmUpCalls), 0.5),
  };
}

async function measureCall(url: string, request: ReturnType<Operation['request']>): Promise<number> {
  const start = performance.now();
  const response = await ask(url, request);
  await response.arrayBuffer();
  return performance.now() - start;
}

/** @throws Error for a refusal. */
async function ask(
  url: string,
  { path, headers, body }: ReturnType<Operation['request']>,
): Promise<Response> {
  const change = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, {
    ...(body !== undefined && change),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
  if (response.ok) return response;
  throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

/** The time within which this share (0 to 1) of the answers came. */
function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return roundToTenths(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}

function roundToTenths(value: number): number {
  return Number(value.toFixed(1));
}

/** Seconds of processor that a process has used. Linux counts hundredths. */
function processorOf({ child: { pid } }: Site): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Skips the process id and the program's name, which is in brackets and may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Megabytes that a process holds in memory (RSS). */
function memoryOf({ child: { pid } }: Site): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1.024e-3);
}

/** Waits until the site uses less than a fortieth of a processor for two seconds. */
async function waitUntilIdle(site: Site): Promise<void> {
  for (let previous = -Infinity; ;) {
    const now = processorOf(site);
    if (now - previous < 0.05) return;
    previous = now;
    await setTimeout(2000);
  }
}

async function stop({ child, ended }: Site): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
