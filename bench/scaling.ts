// `npm run bench:scaling`: what a second app process on the same PostgreSQL gains. Where app, database and client
// share few cores the throughput can't double: what a request costs either says whether it would.
// `--donations=`, `--rounds=` and `--seconds=` make it shorter. It prints a table.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '#server/testing/postgres.ts';
import { runServer, written } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { withDatabase } from './database.ts';
import { percentile, putLoad, type Server } from './performance/load.ts';
import type { Operation } from './performance/operations.ts';
import { prepareSite, SECRET_KEY } from './performance/prepare.ts';
import { cpuOf, cpuOfFamily, parentOf } from './processes.ts';

const CONNECTIONS = 64;
const PROCESSES = [1, 2] as const;
const OPERATIONS = new Set(['check a code', 'pending list', 'log a donation']);
const WARM_SECONDS = 1;

const { values: options } = parseArgs({
  options: {
    donations: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});
const donations = Number(options.donations);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const today = dayOf(new Date(), 'America/Winnipeg');

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for each request: of the app's processes, PostgreSQL's, and the client's. */
  app: number;
  database: number;
  client: number;
  refused: number;
}

let refused = 0;
await withDatabase({ kind: 'postgres', donations, today }, async (database) => {
  const { operations } = await prepareSite(database, today, (name) => OPERATIONS.has(name));
  const running = await Promise.all(PROCESSES.map(() => startApp(database.settings)));
  try {
    const postgres = await serverProcess(database.url ?? '');
    console.log(head());
    for (const operation of operations) {
      await measureOperation(
        operation,
        running.map(({ server }) => server),
        postgres,
      );
    }
  } finally {
    for (const { app } of running) app.child.kill('SIGTERM');
    await Promise.all(running.map(({ app }) => app.ended));
  }
});
if (refused > 0) {
  console.error(`${refused} requests were refused: the figures of their operations say nothing.`);
  process.exitCode = 1;
}

async function startApp(settings: Record<string, string>) {
  const port = await freePort();
  const app = runServer({ ...settings, PORT: String(port), SECRET_KEY, RATE_LIMITS: 'off' });
  await written(app, 'ReRound is ready');
  return { app, server: { url: `http://127.0.0.1:${port}`, pid: app.child.pid ?? 0 } };
}

/** The process of PostgreSQL that starts one for each connection. */
async function serverProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await client.end();
  }
}

async function measureOperation(
  operation: Operation,
  servers: readonly Server[],
  postgres: number,
): Promise<void> {
  const measured = PROCESSES.map((): Measured[] => []);
  for (const server of servers) await load(operation, [server], WARM_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, processes] of PROCESSES.entries()) {
      measured[index]?.push(await measure(operation, servers.slice(0, processes), postgres));
    }
  }
  for (const [index, processes] of PROCESSES.entries()) {
    const some = measured[index] ?? [];
    refused += some.reduce((sum, one) => sum + one.refused, 0);
    console.log(lineOf(operation.name, processes, some));
  }
}

async function measure(
  operation: Operation,
  servers: readonly Server[],
  postgres: number,
): Promise<Measured> {
  const cpu = () => [
    servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    cpuOfFamily(postgres),
    process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  ];
  const before = cpu();
  const loads = await load(operation, servers, seconds);
  const after = cpu();
  const times = loads.flatMap((one) => one.times);
  const [app, database, client] = after.map((time, index) => (time - (before[index] ?? 0)) / times.length);
  return {
    perSecond: loads.reduce((sum, one) => sum + one.perSecond, 0),
    p50: percentile(times, 0.5) ?? Number.NaN,
    p99: percentile(times, 0.99) ?? Number.NaN,
    app: app ?? Number.NaN,
    database: database ?? Number.NaN,
    client: client ?? Number.NaN,
    refused: loads.reduce((sum, one) => sum + one.refused, 0),
  };
}

/** The connections are shared out evenly. */
async function load({ inputs, request }: Operation, servers: readonly Server[], duration: number) {
  let index = 0;
  const next = () => request(inputs[(index += 1) % inputs.length] ?? {});
  const connections = CONNECTIONS / servers.length;
  return await Promise.all(servers.map(({ url }) => putLoad({ url, connections, seconds: duration, next })));
}

function head(): string {
  const sentence = `${donations.toLocaleString('en-CA')} donations, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, one process and two in turn; the median of each figure.`;
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}; app, PostgreSQL and client share them.`;
  const columns = [
    'operation',
    'app processes',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'app CPU ms',
    'PostgreSQL CPU ms',
    'client CPU ms',
    'refused',
  ];
  const rule = columns.map((_, column) => (column === 0 ? '---' : '---:'));
  return `${sentence}\n${machine}\n\n| ${columns.join(' | ')} |\n| ${rule.join(' | ')} |`;
}

function lineOf(name: string, processes: number, some: readonly Measured[]): string {
  const middle = (key: keyof Measured) =>
    some.map((one) => one[key]).toSorted((one, other) => one - other)[Math.floor(some.length / 2)] ??
    Number.NaN;
  const cells = [
    name,
    processes,
    middle('perSecond').toFixed(0),
    ...(['p50', 'p99', 'app', 'database', 'client'] as const).map((key) => middle(key).toFixed(2)),
    some.reduce((sum, one) => sum + one.refused, 0),
  ];
  return `| ${cells.join(' | ')} |`;
}
