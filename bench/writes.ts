// `npm run bench:writes`: what logging a donation and redeeming a code cost PostgreSQL, and which promise each part of it pays
// for. The app, a bare server with its statements and one with a single statement that promises nothing are put under load;
// then the app's statements are sent one at a time over one connection, whose processor time Linux tells, again without one
// thing at a time. Each has a copy of the database to itself. It writes docs/evidence/writes.md; `--donations=` and `--rounds=`
// make it shorter, and then it only prints.
import { cpus } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Running, runNode, startServer, written } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { bareRecipes, bareTables } from './bareWrites.ts';
import { type BenchDatabase, withDatabase } from './database.ts';
import { type LimitSettings, valueOf } from './performance/limitServer.ts';
import { putLoad } from './performance/load.ts';
import type { Operation, Sent } from './performance/operations.ts';
import { prepare, SECRET_KEY } from './performance/prepare.ts';
import type { Input, Source, Step } from './performance/recipes.ts';
import { cpuOfFamily, parentOf, runningTimeOf } from './processes.ts';

const { values: options } = parseArgs({
  options: { donations: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const donations = Number(options.donations);
const rounds = Number(options.rounds);
const today = dayOf(new Date(), 'America/Winnipeg');
const CONNECTIONS = 32;
/** Before each turn the connections that were idle while the others had theirs are opened anew, which takes most of a second. */
const WARMING_SECONDS = 2;
const TURN_SECONDS = 3;
/** Turns of the statements over one connection, and writes in a turn. */
const PROFILE_TURNS = 15;
const PROFILE_WRITES = 100;

/** The app's statements, without one of them or in a database without something. */
interface Without {
  what: string;
  /** What it is worth. */
  pays: string;
  /** How a statement begins that is not sent. */
  step?: RegExp;
  /** Take something out of the database, or a query that gives such commands. */
  commands?: string | readonly string[];
}

const constraints = (type: string) => `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as command from pg_constraint
  where contype = '${type}' and connamespace = 'public'::regnamespace and coninhcount = 0`;

const parts: readonly Without[] = [
  {
    what: 'the audit row',
    pays: 'who did what, for good',
    step: /^insert into "audit_log"/,
  },
  {
    what: "the donor's counts",
    pays: 'lists of donors by total and by who was active last, without counting',
    step: /^update "participants"/,
  },
  {
    what: "the donor's standing",
    pays: 'the answer says what is missing for the next tier',
    step: /^select count\(\*\)/,
  },
  {
    what: "the till's row",
    pays: 'a browser that redeemed is known, and strangers’ guesses use up nothing of its own',
    step: /^insert into "tills"/,
  },
  {
    what: 'the kept totals',
    pays: 'every list says how many there are, without counting (ADR 0013)',
    commands: `
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as command from pg_trigger
      where not tgisinternal and tgname like 'count%'`,
  },
  {
    what: 'the text indexes',
    pays: 'searching any part of a text',
    commands: `
      select format('drop index %I', relname) as command from pg_class join pg_am on pg_am.oid = relam
      where relnamespace = 'public'::regnamespace and amname = 'gin' and not relispartition`,
  },
  {
    what: 'a table for each year',
    pays: 'a year of the log that is over is left alone, and can be dropped whole when it has served its time (ADR 0029)',
    commands: [
      'create table one_log (like audit_log including all)',
      'insert into one_log overriding system value select * from audit_log',
      "select setval(pg_get_serial_sequence('one_log', 'id'), (select max(id) from one_log))",
      'alter table audit_log rename to log_by_year',
      'alter table one_log rename to audit_log',
      `create trigger count_audit_log_insert after insert on audit_log referencing new table as added
       for each statement execute function count_audit_log_insert()`,
    ],
  },
  {
    what: 'the checks',
    pays: 'no program, psql included, writes a row that makes no sense',
    commands: constraints('c'),
  },
  {
    what: 'the references',
    pays: 'nothing points at what is gone',
    commands: constraints('f'),
  },
];

const bareSentence =
  'for a donation it finds or makes the donor and counts what they gave, for a use of a code it has a ledger and an audit row. Each use of a code is from a browser that no store knows yet, which gets a row among the tills; one that is known needs none.';

const APP = 'the site';
const STATEMENTS = 'its statements, sent by a bare server';
const BARE = 'one bare statement';
/** What lies between two copies that differ in nothing is noise. */
const AGAIN = 'nothing, measured once more';

interface Side {
  name: string;
  url: string;
  sends: (operation: Operation, input: Input) => Sent;
}

interface Figures {
  perSecond: number;
  /** Microseconds of PostgreSQL's processor time for each. */
  postgres: number;
}

interface Row extends Figures {
  operation: string;
  side: string;
}

/** An operation's statements over one connection. */
interface Profile {
  operation: string;
  /** By what is left out: microseconds of each statement, medians of the turns. */
  parts: Map<string, number[]>;
  statements: readonly string[];
}

const rows: Row[] = [];
const profiles: Profile[] = [];
await withDatabase({ kind: 'postgres', donations, today }, async (database) => {
  const { operations, recipes } = await prepare(database, today, (name) => name in bareRecipes);
  for (const operation of operations) profiles.push(await profile(database, operation, recipes));
  const processes: Running[] = [];
  try {
    const sides = await sidesOf(database, recipes, processes);
    const postmaster = await postmasterOf(String(database.url));
    for (const operation of operations) rows.push(...(await measureSides(operation, sides, postmaster)));
  } finally {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
  }
});
if (options.donations === '100000' && options.rounds === '3') {
  await writeFile('docs/evidence/writes.md', report());
}

/** Starts the app and the bare servers, each on a copy of the database. */
async function sidesOf(
  database: BenchDatabase,
  recipes: Record<string, Step[]>,
  processes: Running[],
): Promise<Side[]> {
  const running: Side[] = [];
  const start = async (name: string, url: string, own: Record<string, Step[]>) => {
    const settings: LimitSettings = {
      database: { url },
      recipes: own,
      batches: undefined,
      page: undefined,
    };
    const file = join(database.directory, `side${processes.length}.json`);
    await writeFile(file, JSON.stringify(settings));
    const server = runNode('bench/performance/limitServer.ts', [file], {});
    processes.push(server);
    await written(server, 'Limit listening at');
    const sends = (operation: Operation, input: Input): Sent => ({
      method: 'POST',
      path: `/${encodeURIComponent(operation.name)}`,
      body: input,
    });
    running.push({ name, url: /http:\S+/.exec(server.output)?.[0] ?? '', sends });
  };
  await start(STATEMENTS, await copyOf(database, 'statements'), recipes);
  await start(BARE, await copyOf(database, 'bare', bareTables), bareRecipes);

  const app = await startServer({
    ...database.settings,
    DATABASE_URL: await copyOf(database, 'app'),
    SECRET_KEY,
    RATE_LIMITS: 'off',
  });
  processes.push(app);
  running.unshift({ name: APP, url: app.url, sends: ({ request }, input) => request(input) });
  return running;
}

/** Sends an operation's statements one at a time, with and without each part in turn. */
async function profile(
  database: BenchDatabase,
  operation: Operation,
  recipes: Record<string, Step[]>,
): Promise<Profile> {
  const steps = recipes[operation.name] ?? [];
  const taking = parts.filter(({ step }) => !step || steps.some(({ text }) => step.test(text)));
  const sides: { what: string; steps: readonly Step[]; client: pg.Client; pid: number; inputs: Input[] }[] =
    [];
  const begin = async (what: string, own: readonly Step[], commands?: Without['commands']) => {
    const name = `profile_${operation.name.replaceAll(' ', '_')}_${sides.length}`;
    const client = new pg.Client(await copyOf(database, name, commands));
    await client.connect();
    // A commit that waits for the disk does nothing meanwhile.
    await client.query('set synchronous_commit = off');
    const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    sides.push({
      what,
      steps: own,
      client,
      pid: backend.rows[0]?.pid ?? 0,
      inputs: operation.inputs.slice(),
    });
  };
  const turns = new Map<string, number[][]>();
  try {
    await begin(STATEMENTS, steps);
    await begin(AGAIN, steps);
    await begin(BARE, bareRecipes[operation.name] ?? [], bareTables);
    for (const { what, step, commands } of taking) {
      await begin(what, step ? withoutStep(steps, step) : steps, commands);
    }
    for (let turn = 0; turn <= PROFILE_TURNS; turn += 1) {
      for (const { what, steps: own, client, pid, inputs } of sides) {
        const sums = own.map(() => 0);
        for (let time = 0; time < PROFILE_WRITES; time += 1) {
          const input = inputs.pop();
          if (!input) throw new Error(`There is nothing left for ${what} to ${operation.name}.`);
          if (operation.once !== true || what === BARE) inputs.unshift(input);
          const results: unknown[][][] = [];
          for (const [place, { text, isPrepared, values }] of own.entries()) {
            const before = runningTimeOf(pid);
            const answer = await client.query<unknown[]>({
              text,
              values: values.map((source) => valueOf(source, input, results)),
              rowMode: 'array',
              ...(isPrepared && { name: `step${place}` }),
            });
            results.push(answer.rows);
            sums[place] = (sums[place] ?? 0) + (runningTimeOf(pid) - before) / PROFILE_WRITES;
          }
        }
        // In the first turn statements are planned and pages read.
        if (turn > 0) turns.set(what, [...(turns.get(what) ?? []), sums]);
      }
    }
  } finally {
    for (const { client } of sides) await client.end();
  }
  const medians = [...turns].map(([what, sums]): [string, number[]] => [
    what,
    (sums[0] ?? []).map((_, place) => median(sums.map((sum) => sum[place] ?? 0))),
  ]);
  for (const [what, own] of medians) {
    console.log(`${operation.name}, ${what}: ${whole(sumOf(own))} µs (${own.map(whole).join(', ')})`);
  }
  return { operation: operation.name, parts: new Map(medians), statements: steps.map(({ text }) => text) };
}

/** A copy of the database, changed by the commands that a query gives or a list of its own. */
async function copyOf(
  { url }: BenchDatabase,
  name: string,
  commands: string | readonly string[] = [],
): Promise<string> {
  const copy = new URL(String(url));
  copy.pathname = `/${name}`;
  await asking(new URL('/template1', url).href, (client) =>
    client.query(`create database ${name} template postgres strategy file_copy`),
  );
  await asking(copy.href, async (client) => {
    const own =
      typeof commands === 'string'
        ? (await client.query<{ command: string }>(commands)).rows.map(({ command }) => command)
        : commands;
    for (const command of own) await client.query(command);
    await client.query('vacuum analyze');
  });
  return copy.href;
}

async function asking<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function postmasterOf(url: string): Promise<number> {
  return await asking(url, async (client) => {
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(own[0]?.pid ?? 0);
  });
}

/** The same steps without one, whose answer no other needs. */
function withoutStep(steps: readonly Step[], left: RegExp): Step[] {
  const gone = steps.findIndex(({ text }) => left.test(text));
  if (gone < 0) return [...steps];
  const moved = (step: number) => (step > gone ? step - 1 : step);
  const source = (one: Source): Source => {
    if ('pieces' in one) return { pieces: one.pieces.map(source) };
    if ('list' in one) return { list: one.list.map(source) };
    if (!('step' in one)) return one;
    return one.step === gone ? { constant: null } : { ...one, step: moved(one.step) };
  };
  return steps.toSpliced(gone, 1).map((step) => ({
    ...step,
    values: step.values.map(source),
    // Whoever waited for it waits for what it waited for.
    after: [...new Set(step.after.flatMap((one) => (one === gone ? (steps[gone]?.after ?? []) : [one])))].map(
      moved,
    ),
  }));
}

/** Measures the sides in turn, each once its connections, code and caches are warm. */
async function measureSides(
  operation: Operation,
  sides: readonly Side[],
  postmaster: number,
): Promise<Row[]> {
  const measured = new Map(sides.map(({ name }) => [name, [] as Figures[]]));
  const inputs = new Map(sides.map(({ name }) => [name, operation.inputs.slice()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const own = inputs.get(side.name) ?? [];
      const isOnce = operation.once === true && side.name !== BARE;
      let turn = 0;
      const next = () => {
        const input = isOnce ? own.pop() : own[(turn += 1) % own.length];
        if (!input) throw new Error(`There is nothing left for ${side.name} to ${operation.name}.`);
        return side.sends(operation, input);
      };
      const load = { url: side.url, connections: CONNECTIONS, next };
      await putLoad({ ...load, seconds: WARMING_SECONDS });
      const before = cpuOfFamily(postmaster);
      const { times, perSecond, refused } = await putLoad({ ...load, seconds: TURN_SECONDS });
      if (refused > 0) throw new Error(`${side.name} refused ${refused} requests to ${operation.name}.`);
      const postgres = ((cpuOfFamily(postmaster) - before) * 1000) / times.length;
      measured.get(side.name)?.push({ perSecond, postgres });
    }
  }
  return sides.map(({ name: side }) => {
    const figures = measured.get(side) ?? [];
    const row = {
      operation: operation.name,
      side,
      perSecond: median(figures.map(({ perSecond }) => perSecond)),
      postgres: median(figures.map(({ postgres }) => postgres)),
    };
    console.log(
      `${row.operation}, ${side}: ${whole(row.perSecond)}/s, ${whole(row.postgres)} µs of PostgreSQL`,
    );
    return row;
  });
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function whole(value: number): string {
  // Without it a little less than nothing would be written as -0.
  return (Math.round(value) + 0).toLocaleString('en-CA');
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What a statement is about, without what it says of it. */
function nameOf(text: string): string {
  const table = /(?:from|into|update) "(\w+)"/.exec(text)?.[1];
  const verb = /^\w+/.exec(text)?.[0] ?? '';
  return table === undefined ? verb : `${verb} ${table}`;
}

function report(): string {
  return `# What a write costs PostgreSQL, and what that buys

Made by \`npm run bench:writes\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, on one machine (${cpus().length} cores,
${cpus()[0]?.model ?? 'unknown'}), among ${donations.toLocaleString('en-CA')} donations, without limits on calls.

- _Under load_: ${CONNECTIONS} connections, ${TURN_SECONDS} s a turn after ${WARMING_SECONDS} s that are not counted, all in turn: medians of ${rounds} turns. _Processor_ is that of
  all of PostgreSQL's processes for one write, flushing included, and _beside_ how many times that of the bare statement it is.
- _By itself_: the statements one after the other over one connection, each waiting for the one before, ${PROFILE_WRITES} writes a turn, all in turn: medians of
  ${PROFILE_TURNS} turns. _Processor_ is that of the connection's own process, without the flush.

The bare statement writes the same thing into bare tables: ${bareSentence}
${Object.keys(bareRecipes)
  .map((operation) => reportOf(operation))
  .join('\n')}`;
}

function reportOf(operation: string): string {
  const own = rows.filter((row) => row.operation === operation);
  const of = (side: string) => own.find((row) => row.side === side) ?? { postgres: 0, perSecond: 0 };
  const line = (side: string) => {
    const { perSecond, postgres } = of(side);
    const beside = (postgres / of(BARE).postgres).toFixed(2);
    return `| ${side} | ${whole(perSecond)} | ${whole(postgres)} | ${beside} |`;
  };
  const measured = profiles.find((one) => one.operation === operation);
  const each = measured?.parts.get(STATEMENTS) ?? [];
  const all = sumOf(each);
  const share = (microseconds: number) => `${whole((microseconds / all) * 100)} %`;
  const statements = each.map(
    (microseconds, place) =>
      `| ${nameOf(measured?.statements[place] ?? '')} | ${whole(microseconds)} | ${share(microseconds)} |`,
  );
  const without = (what: string, pays: string) => {
    const rest = measured?.parts.get(what);
    if (!rest) return [];
    const less = all - sumOf(rest);
    return [`| ${what} | ${pays} | ${whole(less)} | ${share(less)} |`];
  };
  const bare = sumOf(measured?.parts.get(BARE) ?? []);
  return `
## ${operation[0]?.toUpperCase()}${operation.slice(1)}

| who writes, under load | writes/s | processor, µs | beside |
| --- | ---: | ---: | ---: |
${[APP, STATEMENTS, BARE].map(line).join('\n')}

By itself the bare statement takes ${whole(bare)} µs, the site's take ${whole(all)} (${(all / bare).toFixed(1)} times):

| statement | processor, µs | of all |
| --- | ---: | ---: |
${statements.join('\n')}

What they take less without one thing, everything else being there:

| without | what it pays for | processor less, µs | of all |
| --- | --- | ---: | ---: |
${[...parts.flatMap(({ what, pays }) => without(what, pays)), ...without(AGAIN, '(the noise, either way)')].join('\n')}
`;
}
