// `npm run bench:exports`: how fast a list leaves as CSV, whether the server's memory stays flat meanwhile, and how
// long others wait. `--sizes=10000` and `--databases=postgres` choose; a whole run writes docs/evidence/exports.md.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { type DatabaseKind, databaseKinds, databaseNames, withDatabase } from './database.ts';
import { get, linesIn, percentile } from './performance/load.ts';
import { untilQuiet } from './processes.ts';

const ADMIN = { username: 'alex', password: 'a password for benchmarks' };
const EXPORT = '/api/admin/donations/export.csv';
/** A ninth of all donors are called so. */
const COMMON_NAME = 'Friesen';
const ASKED = ['/api/public/site', '/api/admin/donations/search?status=pending'];
const SAMPLE_MILLISECONDS = 10;
const ASK_MILLISECONDS = 10;
/** A reader at this pace is slower than the server: what it does not take must not pile up there. */
const SLOW_MEGABYTES_PER_SECOND = 2;

/** Exports in a row, so many that the memory that V8 has not asked back yet no longer grows. */
const EXPORTS = 12;
/** Of the largest list fewer: each of them alone sends ten times as much. */
const LARGE_EXPORTS = 3;
const ASKED_EXPORTS = 3;
const LARGE = 1_000_000;
const MIDDLE = 100_000;
const allSizes = [10_000, MIDDLE, LARGE];
const reported = new Set([1, 2, 3, 6, EXPORTS]);

const TARGET_ROWS_PER_SECOND = 50_000;
const TARGET_GROWTH_BYTES = 64e6;
const TARGET_WAIT_MILLISECONDS = 100;

interface Waits {
  p50: number;
  p99: number;
  asked: number;
}

interface Measured {
  kind: DatabaseKind;
  donations: number;
  /** Whether it is one of several in a row, one to a slow reader, one of what a text finds, or one while somebody else asks. */
  way: 'row' | 'slow' | 'found' | 'asked';
  number: number;
  rows: number;
  bytes: number;
  rowsPerSecond: number;
  before: number;
  peak: number;
  after: number;
  waits: Waits | undefined;
}

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: allSizes.join(',') },
    databases: { type: 'string', default: databaseKinds.join(',') },
  },
});
const sizes = options.sizes.split(',').map(Number);
const kinds = databaseKinds.filter((kind) => options.databases.split(',').includes(kind));
const today = dayOf(new Date(), 'America/Winnipeg');

const all: Measured[] = [];
/** How long the same requests take while there is no export. */
const quiet: { kind: DatabaseKind; donations: number; waits: Waits }[] = [];
for (const kind of kinds) {
  for (const donations of sizes) await measureSite(kind, donations);
}
const isWhole = sizes.join() === allSizes.join() && kinds.length === databaseKinds.length;
if (isWhole) await writeFile('docs/evidence/exports.md', report());

/** Starts the server on a database of its own and takes every donation home, several times over. */
async function measureSite(kind: DatabaseKind, donations: number): Promise<void> {
  await withDatabase({ kind, donations, today }, async ({ settings }) => {
    const server = await startServer({
      ...settings,
      SECRET_KEY: 'a secret key that only this benchmark knows',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMITS: 'off',
    });
    try {
      await measureServer(server, kind, donations);
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  });
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** What is exported of a size, in order. A slow reader of the largest list would take minutes and show no more. */
function plan(donations: number): Pick<Measured, 'way' | 'number'>[] {
  const times = (count: number, way: Measured['way']) =>
    Array.from({ length: count }, (_, index) => ({ way, number: index + 1 }));
  return [
    ...times(donations >= LARGE ? LARGE_EXPORTS : EXPORTS, 'row'),
    ...times(donations >= LARGE ? 0 : 1, 'slow'),
    ...times(1, 'found'),
    ...times(ASKED_EXPORTS, 'asked'),
  ];
}

async function measureServer({ url, child }: Server, kind: DatabaseKind, donations: number): Promise<void> {
  const cookie = await signIn(url);
  // After its first start on such a log the server seals years of days.
  await untilQuiet(child.pid ?? 0);
  const memory = sampleMemory(child.pid ?? 0);
  const others = askMeanwhile(url, cookie);
  await sleep(5000);
  quiet.push({ kind, donations, waits: await others.stop() });
  for (const { way, number } of plan(donations)) {
    await sleep(1000);
    const before = memory.latest();
    memory.restart();
    const asking = way === 'asked' ? askMeanwhile(url, cookie) : undefined;
    const start = performance.now();
    const { lines, bytes } = await download(
      `${url}${EXPORT}${way === 'found' ? `?q=${COMMON_NAME}` : ''}`,
      cookie,
      way === 'slow' ? SLOW_MEGABYTES_PER_SECOND : undefined,
    );
    const rows = lines - 1;
    const rowsPerSecond = (rows * 1000) / (performance.now() - start);
    const peak = memory.peak();
    const waits = await asking?.stop();
    await sleep(1000);
    if (way === 'found' ? rows === 0 : rows !== donations) {
      throw new Error(`${lines} lines came for ${donations} donations.`);
    }
    const after = memory.latest();
    const measured = { kind, donations, way, number, rows, bytes, rowsPerSecond, before, peak, after, waits };
    all.push(measured);
    console.log(rowOf(measured));
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
  const response = await get(url, { cookie });
  if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}.`);
  let lines = 0;
  let bytes = 0;
  const start = performance.now();
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    lines += linesIn(chunk);
    if (megabytesPerSecond === undefined) continue;
    const ahead = start + (bytes / 1e6 / megabytesPerSecond) * 1000 - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
  return { lines, bytes };
}

/** Asks for one thing after another, whether the one before is answered or not: nobody waits for others to ask. */
function askMeanwhile(url: string, cookie: string): { stop: () => Promise<Waits> } {
  const answers: Promise<number>[] = [];
  const ask = async (path: string) => {
    const start = performance.now();
    const response = await fetch(`${url}${path}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return performance.now() - start;
  };
  const timer = setInterval(() => {
    const answer = ask(ASKED[answers.length % ASKED.length] ?? '');
    // It is told by `stop`, which comes later.
    answer.catch(() => {});
    answers.push(answer);
  }, ASK_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      const times = await Promise.all(answers);
      const [p50, p99] = [0.5, 0.99].map((part) => percentile(times, part) ?? Number.NaN);
      return { p50: p50 ?? Number.NaN, p99: p99 ?? Number.NaN, asked: times.length };
    },
  };
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

function wordsOf({ way, number, rows }: Measured): string {
  if (way === 'slow') return `at ${SLOW_MEGABYTES_PER_SECOND} MB/s`;
  if (way === 'found') return `the ${whole(rows)} of a common name`;
  return way === 'row' ? `no. ${number}` : `while others ask, no. ${number}`;
}

function rowOf(measured: Measured): string {
  const { kind, donations, bytes, rowsPerSecond, before, peak, after, waits } = measured;
  const cells = [
    databaseNames[kind],
    whole(donations),
    wordsOf(measured),
    megabytes(bytes),
    whole(rowsPerSecond),
    ...[before, peak, after].map(megabytes),
    ...(waits ? [waits.p50.toFixed(1), waits.p99.toFixed(1)] : ['', '']),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** By how much an export raised the memory. */
function raised({ before, peak }: Measured): number {
  return peak - before;
}

function most(values: readonly number[]): number {
  return Math.max(...values);
}

function of(kind: DatabaseKind, donations: number, way: Measured['way']): Measured[] {
  return all.filter((one) => one.kind === kind && one.donations === donations && one.way === way);
}

function report(): string {
  const shown = all.filter(({ way, number }) => way !== 'row' || reported.has(number));
  return `# What an export costs

Made by \`npm run bench:exports\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, PostgreSQL in its own process on the
same machine (${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}), where the reader runs too. The server, as \`npm start\` runs it, sends
every donation as CSV over HTTP: ${EXPORTS} times one after the other (${LARGE_EXPORTS} times with 1,000,000), once to a reader that takes ${SLOW_MEGABYTES_PER_SECOND} MB a
second, and ${ASKED_EXPORTS} times while another client asks every ${ASK_MILLISECONDS} ms, whether it was answered or not, in turn for
${ASKED.map((path) => `\`${path}\``).join(' and ')}. Once it sends only those of the donors called ${COMMON_NAME}. The last two columns are how long that client waits. Its resident
memory is read every ${SAMPLE_MILLISECONDS} ms, and a second before and after each export. Each size has a database and a server of its own.

${verdicts()}

| on | donations | export | MB sent | rows/s | MB before | MB at its peak | MB after | others' p50 ms | others' p99 ms |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${shown.map(rowOf).join('\n')}

Without an export the other client waits:

| on | donations | p50 ms | p99 ms |
| --- | ---: | ---: | ---: |
${quiet.map(({ kind, donations, waits }) => `| ${databaseNames[kind]} | ${whole(donations)} | ${waits.p50.toFixed(1)} | ${waits.p99.toFixed(1)} |`).join('\n')}

${databaseKinds.map(memoryOf).join('\n\n')}
`;
}

function verdicts(): string {
  return databaseKinds
    .flatMap((kind) => {
      const rows = all.filter((one) => one.kind === kind);
      const slowest = Math.min(
        ...rows
          .filter(({ way, donations }) => way === 'row' && donations >= MIDDLE)
          .map((one) => one.rowsPerSecond),
      );
      const growth = most(rows.map(raised));
      // A short export leaves time for few requests.
      const long = rows.filter(({ donations }) => donations >= MIDDLE);
      const p99 = most(long.flatMap(({ waits }) => waits?.p99 ?? []));
      return [
        verdict(
          slowest >= TARGET_ROWS_PER_SECOND,
          `on ${databaseNames[kind]} a list of 100,000 rows or more leaves with ${whole(TARGET_ROWS_PER_SECOND)} rows/s or more — the slowest with ${whole(slowest)}`,
          kind === 'embedded'
            ? 'About half of a row’s time there goes to looking up its participant, in the one process that also writes the file'
            : undefined,
        ),
        verdict(
          growth < TARGET_GROWTH_BYTES,
          `on ${databaseNames[kind]} an export raises the memory by less than ${megabytes(TARGET_GROWTH_BYTES)} MB — the most is ${megabytes(growth)} MB`,
        ),
        verdict(
          p99 < TARGET_WAIT_MILLISECONDS,
          `on ${databaseNames[kind]} 99 of 100 requests of others are answered within ${TARGET_WAIT_MILLISECONDS} ms meanwhile — at the worst within ${p99.toFixed(1)} ms`,
        ),
      ];
    })
    .join('\n');
}

function verdict(isMet: boolean, sentence: string, because?: string): string {
  return isMet ? `- Met: ${sentence}.` : `- **Not met**: ${sentence}.${because ? ` ${because}.` : ''}`;
}

function memoryOf(kind: DatabaseKind): string {
  const firsts = allSizes.map((donations) => {
    const growth = most(of(kind, donations, 'row').slice(0, 1).map(raised));
    return `${megabytes(growth)} MB with ${whole(donations)}`;
  });
  const middle = of(kind, MIDDLE, 'row');
  const sent = middle.slice(6).reduce((sum, { bytes }) => sum + bytes, 0);
  const grown = (middle.at(-1)?.after ?? 0) - (middle[5]?.after ?? 0);
  const flat = grown < sent / 5;
  const name = databaseNames[kind];
  return `On ${name}, the first export raised the memory by ${firsts.join(', ')} rows. From the sixth to the
twelfth of ${whole(MIDDLE)} rows, which sent ${megabytes(sent)} MB, it grew by ${megabytes(grown)} MB${flat ? ', garbage that V8 had not collected yet' : ''}. ${
    flat
      ? 'So memory follows neither the length of\na list nor the pace of its reader: `src/server/batches.ts` reads a batch of rows at a time, and never more than one ahead of its reader.'
      : 'That is not flat: what was sent is kept somewhere.'
  }`;
}
