// `npm run bench`: how fast the app is, beside a bare server that does the same SQL for the same rows and nothing
// else. `--sizes=10000,100000` and `--databases=postgres,embedded` choose, `--only=NAME --only=NAME` picks operations.
// A whole run writes docs/evidence/performance.md. What measured every operation of a database and size is kept until then:
// `node bench/performance/report.ts` makes the document of parts that were measured one by one.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/postgres.ts';
import { runNode, runServer, written } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { type BenchDatabase, type DatabaseKind, databaseKinds, withDatabase } from '../database.ts';
import { untilQuiet } from '../processes.ts';
import { measureInstall } from './installSize.ts';
import { type LimitSettings, PAGE_PATH, ROWS_PATH } from './limitServer.ts';
import { measure, type Measured, measureRows, type Server, workOff } from './load.ts';
import type { Operation, Sent } from './operations.ts';
import { keepInstallSize, keepPart, madeNow, type Part, type Row } from './parts.ts';
import { keepPage, type Prepared, prepare, SECRET_KEY } from './prepare.ts';
import type { Input } from './recipes.ts';
import { lineOf, sizes as allSizes, writeReport } from './report.ts';
import { measureStarts } from './startup.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: allSizes.join(',') },
    databases: { type: 'string', default: databaseKinds.join(',') },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const kinds = databaseKinds.filter((kind) => options.databases.split(',').includes(kind));
const { only } = options;
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const isWhole =
  only === undefined && kinds.length === databaseKinds.length && sizes.join() === allSizes.join();
const today = dayOf(new Date(), 'America/Winnipeg');

const sides = ['app', 'limit'] as const;
type Side = (typeof sides)[number];

/** Requests of an operation whose inputs do once come to an end, and so does its load. */
const ONCE_REQUESTS = { 1: 500, 32: 4000 } as const;
/** Of what inputs there are, one connection gets so much, and many get the rest. */
const ONE_CONNECTION_SHARE = 0.1;
/** The code that runs often is compiled by then. */
const WARM_SECONDS = 1;

const made = await madeNow(rounds, seconds);
let refused = 0;
for (const kind of kinds) {
  for (const donations of sizes) await measurePart(kind, donations);
}
if (isWhole) {
  await keepInstallSize(await measureInstall());
  await writeReport();
}
if (refused > 0) {
  console.error(`${refused} requests were refused: the figures of their operations say nothing.`);
  process.exitCode = 1;
}

async function measurePart(kind: DatabaseKind, donations: number): Promise<void> {
  await withDatabase({ kind, donations, today }, async (database) => {
    console.log(`${kind}, ${donations} donations: filled in ${database.fillSeconds.toFixed(0)} s`);
    const prepared = await prepare(database, today, (name) => only?.includes(name) ?? true);
    const rows: Row[] = [];
    await withServers(database, prepared, async (app, limit) => {
      for (const operation of prepared.operations) {
        if (operation.name === 'confirm') operation.inputs.push(...loggedSince(prepared, kind, rows));
        rows.push(...(await measureOperation(operation, app, limit)));
      }
    });
    const start = await measureStarts(settingsFor(database));
    console.log(
      `ready after ${start.ready.map(Math.round).join(', ')} ms, idle at ${start.idle.join(', ')} bytes`,
    );
    const part: Part = { database: kind, donations, made, fillSeconds: database.fillSeconds, rows, start };
    if (only === undefined) await keepPart(part);
  });
}

function settingsFor({ settings }: BenchDatabase): Record<string, string> {
  return { ...settings, SECRET_KEY, RATE_LIMITS: 'off' };
}

/** Runs the app and its limit; the limit has a copy of an embedded database, which is one process's alone. */
async function withServers(
  database: BenchDatabase,
  { operations, recipes, batches }: Prepared,
  work: (app: Server, limit: Server) => Promise<void>,
): Promise<void> {
  const { url, directory, settings } = database;
  const limitFolder = join(directory, 'limit');
  if (url === undefined) await cp(settings['DATA_DIR'] ?? '', limitFolder, { recursive: true });
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const app = runServer({ ...settingsFor(database), PORT: String(port) });
  try {
    await written(app, 'ReRound is ready');
    const pageOperation = operations.find(({ kind }) => kind === 'page');
    const page =
      pageOperation && (await keepPage(appUrl, pageOperation.request({}), join(directory, 'page')));
    const limitSettings: LimitSettings = {
      database: url === undefined ? { directory: limitFolder } : { url },
      recipes,
      batches,
      page,
    };
    const file = join(directory, 'limit.json');
    await writeFile(file, JSON.stringify(limitSettings));
    const limit = runNode('bench/performance/limitServer.ts', [file], {});
    try {
      await written(limit, 'Limit listening at');
      const limitUrl = /http:\S+/.exec(limit.output)?.[0] ?? '';
      // Of a log that was written at once it seals years of days.
      await untilQuiet(app.child.pid ?? 0);
      await work({ url: appUrl, pid: app.child.pid ?? 0 }, { url: limitUrl, pid: limit.child.pid ?? 0 });
    } finally {
      limit.child.kill('SIGKILL');
      const { output } = await limit.ended;
      if (/error/i.test(output)) console.error(output.slice(0, 1000));
    }
  } finally {
    app.child.kill('SIGTERM');
    await app.ended;
  }
}

/** The donations that the benchmark logged. The two sides share those of a server, and have their own embedded. */
function loggedSince({ lastDonation }: Prepared, kind: DatabaseKind, rows: readonly Row[]): Input[] {
  const logged = rows
    .filter(({ operation }) => operation === 'log a donation')
    .map(({ requests }) => requests);
  const app = logged.reduce((sum, requests) => sum + requests.app, 0);
  const limit = logged.reduce((sum, requests) => sum + requests.limit, 0);
  const count = kind === 'postgres' ? app + limit : Math.min(app, limit);
  return Array.from({ length: count }, (_, index) => ({ id: lastDonation + 1 + index }));
}

async function measureOperation(operation: Operation, app: Server, limit: Server): Promise<Row[]> {
  const servers = { app, limit };
  const rows: Row[] = [];
  for (const connections of operation.kind === 'rows' ? ([1] as const) : ([1, 32] as const)) {
    const amount = operation.once ? amountOf(operation, connections) : undefined;
    const load = async (side: Side, duration: number) => {
      const server = servers[side];
      if (operation.kind === 'rows') return await measureRows(server, sentTo(side, operation, {}));
      const take = taker(operation);
      const next = () => sentTo(side, operation, take());
      const measured = await measure({ ...server, connections, seconds: duration, amount, next });
      // Else the other side would be measured while this one still works.
      if (amount === undefined) await workOff(server, next());
      return measured;
    };
    if (!operation.once && operation.kind !== 'rows') {
      for (const side of sides) await load(side, WARM_SECONDS);
    }
    const both: { app: Measured[]; limit: Measured[] } = { app: [], limit: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) both[side].push(await load(side, seconds));
    }
    const row: Row = {
      operation: operation.name,
      kind: operation.kind,
      note: operation.note,
      connections,
      app: median(both.app),
      limit: median(both.limit),
      requests: { app: requestsOf(both.app), limit: requestsOf(both.limit) },
    };
    rows.push(row);
    refused += row.app.refused + row.limit.refused;
    console.log(lineOf(row));
  }
  return rows;
}

function requestsOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { requests }) => sum + requests, 0);
}

/** The request to either side. The limit is told of inputs that differ only. */
function sentTo(side: Side, { name, kind, inputs, once, request }: Operation, input: Input): Sent {
  if (side === 'app') return request(input);
  if (kind === 'page') return { method: 'GET', path: PAGE_PATH };
  if (kind === 'rows') return { method: 'GET', path: ROWS_PATH };
  const path = `/${encodeURIComponent(name)}`;
  return inputs.length === 1 && !once ? { method: 'GET', path } : { method: 'POST', path, body: input };
}

/** How many requests a round may make, where each input does for one: every round of either side gets its share. */
function amountOf({ name, inputs }: Operation, connections: 1 | 32): number {
  const share = connections === 1 ? ONE_CONNECTION_SHARE : 1;
  const amount = Math.min(ONCE_REQUESTS[connections], Math.floor((inputs.length * share) / (2 * rounds)));
  if (amount < connections) throw new Error(`There are too few inputs for "${name}".`);
  return amount;
}

function taker({ inputs, once }: Operation): () => Input {
  let index = 0;
  return () => (once ? inputs.pop() : inputs[(index += 1) % inputs.length]) ?? {};
}

/** The round in the middle, with all that was refused. */
function median(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return { ...middle, refused: measured.reduce((sum, one) => sum + one.refused, 0) };
}
