// `npm run bench`: how fast the app is, beside a bare server that does the same SQL for the same rows and nothing
// else. `--sizes=10000,100000` and `--databases=postgres,embedded` choose, `--only=NAME` picks operations.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { freePort, startThrowawayPostgres } from '../../scripts/postgres.ts';
import { connectEmbedded, migrateDatabase, type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { runNode, SERVER, written } from '#server/testing/process.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { fillWithVolume } from '#server/testing/volume.ts';
import { dayOf } from '#shared/dates.ts';
import type { LimitSettings } from './limitServer.ts';
import { measure, type Measured } from './load.ts';
import { type Operation, prepareOperations, type Sent } from './operations.ts';
import { type Input, recordRecipe, type Step } from './recipes.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    databases: { type: 'string', default: 'postgres,embedded' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    log: { type: 'string', default: 'info' },
    out: { type: 'string' },
  },
});
const sizes = options.sizes.split(',').map(Number);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const SECRET_KEY = 'a secret key that only the tests know';
const today = dayOf(new Date(), 'America/Winnipeg');

/** Requests of an operation whose inputs do once come to an end, and so does its load. */
const ONCE_REQUESTS = { 1: 500, 32: 4000 } as const;

export interface Row {
  database: string;
  donations: number;
  operation: string;
  connections: number;
  app: Measured;
  limit: Measured;
  /** In all rounds. */
  requests: { app: number; limit: number };
}

const rows: Row[] = [];
for (const database of options.databases.split(',')) {
  for (const donations of sizes) await measureSize(database, donations);
}
if (options.out) await writeFile(options.out, JSON.stringify(rows, null, 1));

async function measureSize(database: string, donations: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'reround-bench-'));
  const postgres = database === 'postgres' ? await startThrowawayPostgres({ durable: true }) : null;
  if (database === 'postgres' && !postgres) throw new Error('There is no PostgreSQL on this machine.');
  try {
    const appData = join(directory, 'app');
    const opened = postgres
      ? openServerDatabase(postgres.url, (error) => console.error(error))
      : connectEmbedded(await openEmbeddedDatabase(appData));
    const { operations, recipes } = await prepare(opened, donations);
    const limitData = join(directory, 'limit');
    if (!postgres) await cp(appData, limitData, { recursive: true });
    const settings = join(directory, 'limit.json');
    const limitSettings: LimitSettings = {
      database: postgres ? { url: postgres.url } : { directory: limitData },
      recipes,
      page: { file: 'dist/web/prerendered/index.html', type: 'text/html' },
    };
    await writeFile(settings, JSON.stringify(limitSettings));

    const port = await freePort();
    const app = runNode(SERVER, [], {
      PORT: String(port),
      DATA_DIR: appData,
      SECRET_KEY,
      RATE_LIMITS: 'off',
      LOG_LEVEL: options.log,
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    await written(app, 'ReRound is ready');
    const limit = runNode('bench/performance/limitServer.ts', [settings], {});
    await written(limit, 'Limit listening at');
    const limitUrl = /http:\S+/.exec(limit.output)?.[0] ?? '';
    try {
      for (const operation of operations) {
        if (operation.name === 'confirm') operation.inputs = loggedSince(donations, postgres !== null);
        await measureOperation(
          { database, donations, operation },
          { url: `http://127.0.0.1:${port}`, pid: app.child.pid ?? 0 },
          { url: limitUrl, pid: limit.child.pid ?? 0 },
        );
      }
    } finally {
      app.child.kill('SIGTERM');
      limit.child.kill('SIGKILL');
      await Promise.all([app.ended, limit.ended]);
      if (limit.output.includes('Error')) console.log(limit.output.slice(0, 3000));
    }
  } finally {
    await postgres?.stop();
    await rm(directory, { recursive: true });
  }
}

/** Fills the database and records what each operation asks of it. */
async function prepare(opened: OpenDatabase, donations: number) {
  await migrateDatabase(opened.database, async () => {});
  const site = new SiteUnderTest();
  await site.open(opened);
  site.now = new Date();
  try {
    await fillWithVolume(opened.database, donations, today);
    const wanted = options.only?.split(',');
    const operations = (await prepareOperations(site, today)).filter(
      ({ name }) => wanted === undefined || wanted.includes(name),
    );
    const recipes: Record<string, Step[]> = {};
    for (const operation of operations) {
      const sample = operation.once ? operation.inputs.pop() : operation.inputs[0];
      const sent = operation.request(sample ?? {});
      recipes[operation.name] = await recordRecipe(sample ?? {}, async () => {
        const { statusCode, body } = await site.app.inject({
          method: sent.method,
          url: sent.path,
          headers: sent.headers ?? {},
          ...(sent.body !== undefined && { payload: sent.body as object }),
        });
        if (statusCode >= 300) throw new Error(`${operation.name} answered ${statusCode}: ${body}`);
      });
    }
    await opened.database.execute(sql`vacuum analyze`);
    return { operations, recipes };
  } finally {
    await site.close();
  }
}

/** The donations that the benchmark logged: their numbers follow those of the volume and of two samples. */
function loggedSince(donations: number, shared: boolean): Input[] {
  const logged = rows.filter((row) => row.donations === donations && row.operation === 'log a donation');
  const latest = logged.slice(-2);
  const app = latest.reduce((sum, row) => sum + row.requests.app, 0);
  const limit = latest.reduce((sum, row) => sum + row.requests.limit, 0);
  const count = shared ? app + limit : Math.min(app, limit);
  return Array.from({ length: count }, (_, index) => ({ id: donations + 3 + index }));
}

interface Server {
  url: string;
  pid: number;
}

async function measureOperation(
  { database, donations, operation }: { database: string; donations: number; operation: Operation },
  app: Server,
  limit: Server,
): Promise<void> {
  for (const connections of [1, 32] as const) {
    const both: { app: Measured[]; limit: Measured[] } = { app: [], limit: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const side of ['app', 'limit'] as const) {
        const take = taker(operation);
        both[side].push(
          await measure({
            ...(side === 'app' ? app : limit),
            connections,
            seconds,
            amount: operation.once ? amountOf(operation, connections) : undefined,
            next: () => {
              const input = take();
              return side === 'app' ? operation.request(input) : limitRequest(operation, input);
            },
          }),
        );
      }
    }
    const row: Row = {
      database,
      donations,
      operation: operation.name,
      connections,
      app: median(both.app),
      limit: median(both.limit),
      requests: { app: requestsOf(both.app), limit: requestsOf(both.limit) },
    };
    rows.push(row);
    console.log(lineOf(row));
  }
}

function requestsOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { requests }) => sum + requests, 0);
}

function limitRequest({ name, inputs }: Operation, input: Input): Sent {
  const path = `/${encodeURIComponent(name)}`;
  return inputs.length === 1 ? { method: 'GET', path } : { method: 'POST', path, body: input };
}

/** How many requests a round may make, where each input does for one: every round gets its share. */
function amountOf({ inputs }: Operation, connections: 1 | 32): number {
  const share = Math.floor(inputs.length / (2 * rounds * (connections === 1 ? 10 : 2)));
  return Math.max(connections, Math.min(ONCE_REQUESTS[connections], share));
}

function taker({ inputs, once }: Operation): () => Input {
  let index = 0;
  return () => (once ? inputs.pop() : inputs[(index += 1) % inputs.length]) ?? {};
}

function median(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return { ...middle, refused: measured.reduce((sum, { refused }) => sum + refused, 0) };
}

function lineOf({ database, donations, operation, connections, app, limit }: Row): string {
  const cells = [
    database,
    donations,
    operation,
    connections,
    app.perSecond.toFixed(0),
    limit.perSecond.toFixed(0),
    (app.perSecond / limit.perSecond).toFixed(2),
    app.p50.toFixed(2),
    app.p99.toFixed(2),
    app.cpu.toFixed(2),
    limit.cpu.toFixed(2),
    (app.resident / 1e6).toFixed(0),
    app.refused,
    limit.refused,
  ];
  return cells.join(' | ');
}

export const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;
