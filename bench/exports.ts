// `npm run bench:exports`: how fast a list leaves as CSV, and whether the server's memory stays flat meanwhile.
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startThrowawayPostgres } from '../scripts/postgres.ts';
import { migrateDatabase, openServerDatabase } from '#server/database.ts';
import { startServer } from '#server/testing/process.ts';
import { fillWithVolume } from '#server/testing/volume.ts';

const ADMIN = { username: 'alex', password: 'a password for benchmarks' };
const EXPORT = '/api/admin/donations/export.csv';
const SAMPLE_MILLISECONDS = 10;
/** A reader at this pace is slower than the server: what it does not take must not pile up there. */
const SLOW_MEGABYTES_PER_SECOND = 2;

/** After so many exports in a row the memory that V8 has not asked back yet no longer grows. */
const EXPORTS = 12;
const reported = new Set([1, 2, 6, EXPORTS]);

interface Measured {
  donations: number;
  words: string;
  bytes: number;
  rowsPerSecond: number;
  before: number;
  peak: number;
  after: number;
}

const all: Measured[] = [];
for (const donations of [10_000, 100_000]) await measureSite(donations);
await writeFile('docs/exports.md', report());

/** Starts the server on a database of its own and takes every donation home, several times over. */
async function measureSite(donations: number): Promise<void> {
  const postgres = await startThrowawayPostgres();
  if (!postgres) throw new Error('This benchmark needs the programs of a PostgreSQL server on this machine.');
  const directory = await mkdtemp(join(tmpdir(), 'reround-exports-'));
  try {
    await fill(postgres.url, donations);
    const server = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      SECRET_KEY: 'a secret key that only this benchmark knows',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    try {
      await measureServer(server, donations);
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true });
  }
}

async function fill(databaseUrl: string, donations: number): Promise<void> {
  const opened = openServerDatabase(databaseUrl, (error) => console.error(error));
  await migrateDatabase(opened.database, async () => {});
  await fillWithVolume(opened.database, donations, '2026-11-20');
  await opened.close();
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function measureServer({ url, child }: Server, donations: number): Promise<void> {
  const cookie = await signIn(url);
  const memory = sampleMemory(child.pid ?? 0);
  for (let number = 1; number <= EXPORTS + 1; number += 1) {
    const slow = number > EXPORTS;
    await sleep(1000);
    const before = memory.latest();
    memory.restart();
    const start = performance.now();
    const { lines, bytes } = await download(url, cookie, slow ? SLOW_MEGABYTES_PER_SECOND : undefined);
    const rowsPerSecond = (donations * 1000) / (performance.now() - start);
    const peak = memory.peak();
    await sleep(1000);
    if (lines !== donations + 1) throw new Error(`${lines} lines came for ${donations} donations.`);
    const words = slow ? `at ${SLOW_MEGABYTES_PER_SECOND} MB/s` : `no. ${number}`;
    const measured = { donations, words, bytes, rowsPerSecond, before, peak, after: memory.latest() };
    all.push(measured);
    if (slow || reported.has(number)) console.log(rowOf(measured));
  }
  memory.stop();
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function download(url: string, cookie: string, megabytesPerSecond?: number) {
  const response = await fetch(`${url}${EXPORT}`, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}.`);
  let lines = 0;
  let bytes = 0;
  const start = performance.now();
  for await (const chunk of response.body) {
    bytes += chunk.length;
    lines += chunk.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0);
    if (megabytesPerSecond === undefined) continue;
    const ahead = start + (bytes / 1e6 / megabytesPerSecond) * 1000 - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
  return { lines, bytes };
}

/** Watches a process's resident memory. */
function sampleMemory(pid: number) {
  let latest = Number.NaN;
  let peak = 0;
  const timer = setInterval(() => {
    readFile(`/proc/${pid}/status`, 'utf8').then(
      (status) => {
        latest = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
        peak = Math.max(peak, latest);
      },
      (error: unknown) => console.error('This benchmark reads memory from /proc, as on Linux.', error),
    );
  }, SAMPLE_MILLISECONDS);
  return {
    latest: () => latest,
    peak: () => peak,
    restart: () => (peak = 0),
    stop: () => clearInterval(timer),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function whole(count: number): string {
  return Math.round(count).toLocaleString('en-CA');
}

function rowOf({ donations, words, bytes, rowsPerSecond, before, peak, after }: Measured): string {
  const cells = [whole(donations), words, megabytes(bytes), whole(rowsPerSecond)];
  return `| ${[...cells, ...[before, peak, after].map(megabytes)].join(' | ')} |`;
}

/** By how much an export raised the memory, at the most, among some of them. */
function mostRaised(some: readonly Measured[]): string {
  return megabytes(Math.max(...some.map(({ before, peak }) => peak - before)));
}

function bytesOf(some: readonly Measured[]): number {
  return some.reduce((sum, { bytes }) => sum + bytes, 0);
}

function report(): string {
  const small = all.filter(({ donations }) => donations === 10_000);
  const large = all.filter(({ donations }) => donations === 100_000);
  const sent = bytesOf(large.slice(6, EXPORTS));
  const grown = (large[EXPORTS - 1]?.after ?? 0) - (large[5]?.after ?? 0);
  const shown = all.filter(({ words }) => !words.startsWith('no. ') || reported.has(Number(words.slice(4))));
  return `# What an export costs

Made by \`npm run bench:exports\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, PostgreSQL in its own process on the
same machine (${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}). The server, started as \`npm start\` starts it, sends every donation as CSV
over HTTP ${EXPORTS} times one after the other and once more to a reader that takes ${SLOW_MEGABYTES_PER_SECOND} MB a second. Its resident memory is read every
${SAMPLE_MILLISECONDS} ms, and a second before and after each export. Both sizes have a database and a server of their own.

| donations | export | MB sent | rows/s | MB before | MB at its peak | MB after |
| ---: | --- | ---: | ---: | ---: | ---: | ---: |
${shown.map(rowOf).join('\n')}

The first export raised the memory by ${mostRaised(small.slice(0, 1))} MB with 10,000 rows and by ${mostRaised(large.slice(0, 1))} MB with 100,000; no later one of 100,000 rows,
the slow one included, by more than ${mostRaised(large.slice(1))} MB. From the sixth to the twelfth of 100,000 rows, which sent ${megabytes(sent)} MB, it grew
by ${megabytes(grown)} MB. ${verdict(grown < sent / 5)}
`;
}

function verdict(flat: boolean): string {
  if (!flat) return 'That is not flat: what was sent is kept somewhere.';
  return `So memory follows neither the length of a list nor the pace of its reader: \`src/server/http/csv.ts\` reads
1,000 rows at a time, and the next only once these are on their way.`;
}
