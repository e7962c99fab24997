// `npm run bench`: how fast the app is, beside a bare server that does the same SQL for the same rows and nothing
// else. `--sizes=10000,100000` and `--databases=postgres,embedded` choose, `--only=NAME --only=NAME` picks operations.
// A whole run writes docs/evidence/performance.md. What measured every operation of a database and size is kept until then:
// `node bench/performance/report.ts` makes the document of parts that were measured one by one.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '#server/testing/postgres.ts';
import { runNode, runServer, written } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { type BenchDatabase, type DatabaseKind, databaseKinds, withDatabase } from '../database.ts';
import { untilQuiet } from '../processes.ts';
import { measureInstall } from './installSize.ts';
import { type LimitSettings, PAGE_PATH, ROWS_PATH } from './limitServer.ts';
import { measure, type Measured, measureRows, type Server, workOff } from './load.ts';
import type { Operation, Sent } from './operations.ts';
import { type Growth, keepInstallSize, keepPart, madeNow, type Part, type Row } from './parts.ts';
import { keepPage, type Prepared, prepare, prepareSite, SECRET_KEY } from './prepare.ts';
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
/** Growth is that from so few donations to the most, each of the two in a database that nothing else was measured on before. */
const few = Math.min(allSizes[0], ...sizes);
const most = Math.max(...sizes);
const { only } = options;
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const isWhole =
  only === undefined && kinds.length === databaseKinds.length && sizes.join() === allSizes.join();
const today = dayOf(new Date(), 'America/Winnipeg');

/** Requests of an operation whose inputs do once come to an end, and so does its load. */
const ONCE_REQUESTS = { 1: 500, 32: 4000 } as const;
/** Of what inputs there are, one connection gets so much, and many get the rest. */
const ONE_CONNECTION_SHARE = 0.1;
/**
 * Of rounds that use nothing up so many times as many tell growth: in phases of the machine a request of few milliseconds takes half
 * as long again, and three rounds may all fall into one on the one side.
 */
const GROWTH_TIMES = 3;
/** The code that runs often is compiled by then. */
const WARM_SECONDS = 1;

const made = await madeNow(rounds, seconds);
let refused = 0;
for (const kind of kinds) await measureSizes(kind);
if (isWhole) {
  await keepInstallSize(await measureInstall());
  await writeReport();
}
if (refused > 0) {
  console.error(`${refused} requests were refused: the figures of their operations say nothing.`);
  process.exitCode = 1;
}

async function measureSizes(kind: DatabaseKind): Promise<void> {
  for (const donations of sizes) {
    await withFilled(kind, donations, async (filled) => {
      if (donations !== most || few === most) await measurePart(filled);
      else await withFilled(kind, few, (small) => measurePart(filled, small));
    });
  }
}

interface Filled {
  kind: DatabaseKind;
  donations: number;
  database: BenchDatabase;
}

async function withFilled(
  kind: DatabaseKind,
  donations: number,
  work: (filled: Filled) => Promise<void>,
): Promise<void> {
  await withDatabase({ kind, donations, today }, async (database) => {
    console.log(`${kind}, ${donations} donations: filled in ${database.fillSeconds.toFixed(0)} s`);
    await work({ kind, donations, database });
  });
}

async function measurePart({ kind, donations, database }: Filled, small?: Filled): Promise<void> {
  const prepared = await prepare(database, today, isWanted);
  const rows: Row[] = [];
  const growth: Growth[] = [];
  await withServers(database, prepared, async (app, limit) => {
    await withSmall(small, async (smallSide) => {
      for (const operation of prepared.operations) {
        if (operation.name === 'confirm') {
          operation.inputs.push(...donationsAfter(prepared.lastDonation, loggedIn(rows, kind)));
        }
        const measured = await measureOperation(operation, {
          app,
          limit,
          small: smallSide?.(operation, growth),
        });
        rows.push(...measured.rows);
        growth.push(...measured.growth);
      }
    });
  });
  const start = await measureStarts(settingsFor(database));
  console.log(
    `ready after ${start.ready.map(Math.round).join(', ')} ms, idle at ${start.idle.join(', ')} bytes`,
  );
  const { fillSeconds } = database;
  const part: Part = { database: kind, donations, made, fillSeconds, rows, start, growth: small && growth };
  if (only === undefined) await keepPart(part);
}

/** Runs the app with few donations too, for `work` to ask of it what is asked of the one with many. */
async function withSmall(
  small: Filled | undefined,
  work: (side?: (operation: Operation, soFar: readonly Growth[]) => Side) => Promise<void>,
): Promise<void> {
  if (!small) {
    await work();
    return;
  }
  const { operations, lastDonation } = await prepareSite(small.database, today, isWanted);
  await withApp(small.database, async (app) => {
    await work(({ name }, soFar) => {
      const same = operations.find((operation) => operation.name === name);
      if (!same) throw new Error(`"${name}" was not prepared with few donations.`);
      if (name === 'confirm') {
        const logged = soFar.filter(({ operation }) => operation === 'log a donation');
        const count = logged.reduce((sum, { smallRequests }) => sum + smallRequests, 0);
        same.inputs.push(...donationsAfter(lastDonation, count));
      }
      return appSide(app, same);
    });
  });
}

function isWanted(name: string): boolean {
  return only?.includes(name) ?? true;
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
  await withApp(database, async (app) => {
    const pageOperation = operations.find(({ kind }) => kind === 'page');
    const page =
      pageOperation && (await keepPage(app.url, pageOperation.request({}), join(directory, 'page')));
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
      await work(app, { url: limitUrl, pid: limit.child.pid ?? 0 });
    } finally {
      limit.child.kill('SIGKILL');
      const { output } = await limit.ended;
      if (/error/i.test(output)) console.error(output.slice(0, 1000));
    }
  });
}

/** Runs the app, and lets it do first what it does after a start: of a log that was written at once it seals years of days. */
async function withApp(database: BenchDatabase, work: (app: Server) => Promise<void>): Promise<void> {
  const port = await freePort();
  const app = runServer({ ...settingsFor(database), PORT: String(port) });
  try {
    await written(app, 'ReRound is ready');
    const pid = app.child.pid ?? 0;
    await untilQuiet(pid);
    await work({ url: `http://127.0.0.1:${port}`, pid });
  } finally {
    app.child.kill('SIGTERM');
    await app.ended;
  }
}

/** Those of the donations after one that are there for certain: warming up logs more, and so do rounds for growth. */
function donationsAfter(last: number, count: number): Input[] {
  return Array.from({ length: count }, (_, index) => ({ id: last + 1 + index }));
}

/** How many donations the benchmark logged at least. The two sides share those of a server, and have their own embedded. */
function loggedIn(rows: readonly Row[], kind: DatabaseKind): number {
  const logged = rows
    .filter(({ operation }) => operation === 'log a donation')
    .map(({ requests }) => requests);
  const app = logged.reduce((sum, requests) => sum + requests.app, 0);
  const limit = logged.reduce((sum, requests) => sum + requests.limit, 0);
  return kind === 'postgres' ? app + limit : Math.min(app, limit);
}

async function measureOperation(
  operation: Operation,
  { app, limit, small }: { app: Server; limit: Server; small: Side | undefined },
): Promise<{ rows: Row[]; growth: Growth[] }> {
  const sides = {
    app: appSide(app, operation),
    limit: { server: limit, operation, sent: (input: Input) => sentToLimit(operation, input) },
    ...(small && { small }),
  };
  const rows: Row[] = [];
  const growth: Growth[] = [];
  for (const connections of connectionsOf(operation)) {
    const all = await inTurn(sides, connections, rounds);
    const row: Row = {
      operation: operation.name,
      kind: operation.kind,
      note: operation.note,
      connections,
      app: median(all.app),
      limit: median(all.limit),
      requests: { app: requestsOf(all.app), limit: requestsOf(all.limit) },
    };
    rows.push(row);
    refused += row.app.refused + row.limit.refused;
    console.log(lineOf(row));
    if (!small || !all.small) continue;
    const more = isRepeated(operation)
      ? await inTurn({ app: sides.app, small }, connections, (GROWTH_TIMES - 1) * rounds)
      : { app: [], small: [] };
    const allSmall = [...all.small, ...more.small];
    const grown: Growth = {
      operation: operation.name,
      connections,
      small: quickest(allSmall),
      large: quickest([...all.app, ...more.app]),
      smallRequests: requestsOf(allSmall),
    };
    growth.push(grown);
    refused += grown.small.refused + grown.large.refused - row.app.refused;
    console.log(`p50 with few and with many donations: ${grown.small.p50} and ${grown.large.p50} ms`);
  }
  return { rows, growth };
}

/** One of the servers that are measured in turn, what is asked of it, and how. */
interface Side {
  server: Server;
  operation: Operation;
  sent: (input: Input) => Sent;
}

function appSide(server: Server, operation: Operation): Side {
  return { server, operation, sent: (input) => operation.request(input) };
}

/** A file is sent on one connection. */
function connectionsOf({ kind }: Operation): readonly (1 | 32)[] {
  return kind === 'rows' ? [1] : [1, 32];
}

/** Measures servers round by round, so that all have the same neighbours on the machine. */
async function inTurn<Sides extends Record<string, Side>>(
  sides: Sides,
  connections: 1 | 32,
  times: number,
): Promise<{ [Name in keyof Sides]: Measured[] }> {
  const contenders = Object.entries(sides).map(([name, { server, operation, sent }]) => {
    const amount = operation.once ? amountOf(operation, connections) : undefined;
    return { name, server, operation, sent, amount, measured: [] as Measured[] };
  });
  const load = async ({ server, operation, sent, amount }: (typeof contenders)[number], duration: number) => {
    if (operation.kind === 'rows') return await measureRows(server, sent({}));
    const take = taker(operation);
    const next = () => sent(take());
    const measured = await measure({ ...server, connections, seconds: duration, amount, next });
    // Else the next side would be measured while this one still works.
    if (amount === undefined) await workOff(server, next());
    return measured;
  };
  for (const side of contenders) {
    if (isRepeated(side.operation)) await load(side, WARM_SECONDS);
  }
  for (let round = 0; round < times; round += 1) {
    for (const side of contenders) side.measured.push(await load(side, seconds));
  }
  return Object.fromEntries(contenders.map(({ name, measured }) => [name, measured])) as {
    [Name in keyof Sides]: Measured[];
  };
}

/** Whether its rounds last as long as they are asked to, and use up nothing. */
function isRepeated({ kind, once }: Operation): boolean {
  return !once && kind !== 'rows';
}

function requestsOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { requests }) => sum + requests, 0);
}

/** The limit is told of inputs that differ only. */
function sentToLimit({ name, kind, inputs, once }: Operation, input: Input): Sent {
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
  return roundOf(measured, sorted[Math.floor(sorted.length / 2)]);
}

/** The round with the shortest middle request: neighbours on the machine only add to what a request itself takes. */
function quickest(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((one, other) => (one.p50 ?? Infinity) - (other.p50 ?? Infinity));
  return roundOf(measured, sorted[0]);
}

function roundOf(measured: readonly Measured[], chosen: Measured | undefined): Measured {
  if (!chosen) throw new Error('Nothing was measured.');
  return { ...chosen, refused: measured.reduce((sum, one) => sum + one.refused, 0) };
}
