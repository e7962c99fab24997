// `npm run bench:mechanisms`: what mechanisms of our own earn, each beside what everybody would do instead. It writes
// docs/evidence/mechanisms.md. `--donations=` and `--rounds=` make it shorter, and then it only prints.
import { cpus } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { serializerCompiler } from 'fastify-type-provider-zod';
import pg from 'pg';
import { contract as donations } from '#features/donations/lists/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import type { OpenDatabase } from '#server/database.ts';
import { writeBySchema } from '#server/http/serializer.ts';
import * as schema from '#server/schema.ts';
import { type Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import { dayOf } from '#shared/dates.ts';
import { type BenchDatabase, databaseKinds, databaseNames, withDatabase } from './database.ts';

const { values: options } = parseArgs({
  options: { donations: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '41' } },
});
const size = Number(options.donations);
const rounds = Number(options.rounds);
const today = dayOf(new Date(), 'America/Winnipeg');

/** As many as the app itself may have. */
const POOL_CONNECTIONS = 20;
const CALLERS = 32;
/** A turn is long enough for the clock, and short enough that both have the same neighbours on the machine. */
const CALLS_IN_A_TURN = 320;
const LOGS_IN_A_TURN = 20;
const CODES_IN_A_TURN = 500;

const rows: string[] = [];
let logged = 0;
for (const kind of databaseKinds) {
  await withDatabase({ kind, donations: size, today }, async (database) => {
    await withSite(await database.open(), async (site) => {
      await measureTotals(kind, site);
      await measureTexts(kind, site);
      if (kind === 'postgres') await measureSerializer(site);
    });
    if (kind === 'postgres') await measurePool(database);
  });
}
if (options.donations === '100000' && options.rounds === '41') {
  await writeFile('docs/evidence/mechanisms.md', report());
}

async function measureTotals(kind: BenchDatabase['kind'], site: SiteUnderTest): Promise<void> {
  const name = databaseNames[kind];
  const { database } = site;
  const month = today.slice(0, 7);
  const ask = (question: string) => async () => await database.execute(sql.raw(question));
  await beside(`how many donations wait, ${name}`, 'kept', 'counted', {
    ours: () => rowCount(database, 'donations', ['pending']),
    others: ask('select count(*)::int from donations where not is_confirmed and rejected_at is null'),
  });
  await beside(`how many rows the audit log has, ${name}`, 'kept', 'counted', {
    ours: () => rowCount(database, 'audit_log'),
    others: ask('select count(*)::int from audit_log'),
  });
  const days = `between '${month}-01' and '${month}-31'::text`;
  await beside(`how many donors gave in a month, ${name}`, 'kept', 'counted', {
    ours: () => rowCount(database, 'donor_months', [month]),
    others: ask(`select count(distinct participant_id) from donations where date::text ${days}`),
  });

  const visitor = site.visitor();
  const log = async () => {
    for (let time = 0; time < LOGS_IN_A_TURN; time += 1) await logOne(visitor);
  };
  const tables = ['donations', 'audit_log', 'participants'];
  const setTriggers = async (what: 'enable' | 'disable') => {
    for (const table of tables) await database.execute(sql.raw(`alter table ${table} ${what} trigger user`));
  };
  await beside(`what keeping costs: log ${LOGS_IN_A_TURN} donations, ${name}`, 'kept', 'nothing kept', {
    ours: log,
    others: log,
    beforeOthers: () => setTriggers('disable'),
    afterOthers: () => setTriggers('enable'),
  });
}

async function measureTexts(kind: BenchDatabase['kind'], { database }: SiteUnderTest): Promise<void> {
  const name = databaseNames[kind];
  const newestOf = (condition: string) => async () =>
    await database.execute(
      sql.raw(`select id from discount_codes where ${condition} order by id desc limit 50`),
    );
  await beside(`the newest 50 codes of a common name, ${name}`, 'held', 'looked up', {
    ours: newestOf("participant_text like '%friesen%'"),
    others: newestOf(
      "(select search_text like '%friesen%' from participants where participants.id = participant_id)",
    ),
  });
  const setTrigger = async (what: 'enable' | 'disable') => {
    await database.execute(sql.raw(`alter table discount_codes ${what} trigger copy_participant_text`));
  };
  const issue = async () => {
    await database.execute(sql`
      insert into discount_codes (code, participant_id, generated_at, expires_at)
      select 'RR-' || left(md5(random()::text), 9), id, now(), now() from participants order by id limit ${CODES_IN_A_TURN}`);
  };
  await beside(
    `what holding costs: issue ${CODES_IN_A_TURN} codes in one statement, ${name}`,
    'held',
    'not held',
    {
      ours: issue,
      others: issue,
      beforeOthers: () => setTrigger('disable'),
      afterOthers: () => setTrigger('enable'),
    },
  );
}

async function logOne(visitor: Client): Promise<void> {
  logged += 1;
  const { status } = await visitor.call(logging.logDonation, {
    body: { studentId: `BENCH${logged}`, weight: '1-2kg', date: today },
  });
  if (status !== 201) throw new Error(`A donation was answered ${status}.`);
}

async function measureSerializer(site: SiteUnderTest): Promise<void> {
  const endpoint = donations.searchDonations;
  const admin = await site.admin();
  const { body } = await admin.call(endpoint, { query: { limit: 50 } });
  const route = { schema: endpoint.response, method: 'GET', url: endpoint.path, httpStatus: '200' };
  const ours = writeBySchema(route);
  const others = serializerCompiler(route);
  const hundredTimes = (write: (answer: unknown) => string) => async () => {
    for (let time = 0; time < 100; time += 1) write(body);
  };
  if (ours(body) !== others(body)) throw new Error('The two write different answers.');
  await beside('a page of 50 donations written 100 times', 'by its schema', 'zod, then JSON.stringify', {
    ours: hundredTimes(ours),
    others: hundredTimes(others),
  });
}

async function measurePool({ url, open }: BenchDatabase): Promise<void> {
  await withSite(await open(), async (ours) => {
    await withSite(openPlain(String(url)), async (others) => {
      const pairs: [string, Client, Client][] = [
        ['/api/students/summary', await ours.donor('D77'), await others.donor('D77')],
        ['/api/admin/donations/search?status=pending', await ours.admin(), await others.admin()],
        ['/api/admin/summary', await ours.admin(), await others.admin()],
      ];
      for (const [path, our, other] of pairs) {
        await beside(
          `${CALLS_IN_A_TURN} calls of \`${path}\`, ${CALLERS} at a time`,
          'the pool',
          "pg's pool",
          {
            ours: () => callAtOnce(our, path),
            others: () => callAtOnce(other, path),
          },
        );
      }
    });
  });
}

/** The same database by `pg`'s own pool, which sends each statement by itself. */
function openPlain(connectionString: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: POOL_CONNECTIONS });
  return { database: drizzle(pool, { schema, casing: 'snake_case' }), close: () => pool.end() };
}

async function callAtOnce(client: Client, path: string): Promise<void> {
  let left = CALLS_IN_A_TURN;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left > 0) {
        left -= 1;
        const { status } = await client.send('GET', path);
        if (status !== 200) throw new Error(`${path} answered ${status}.`);
      }
    }),
  );
}

async function withSite(opened: OpenDatabase, work: (site: SiteUnderTest) => Promise<void>): Promise<void> {
  const site = new SiteUnderTest();
  await site.open(opened);
  site.now = new Date();
  try {
    await work(site);
  } finally {
    await site.close();
  }
}

interface Sides {
  ours: () => Promise<unknown>;
  others: () => Promise<unknown>;
  beforeOthers?: () => Promise<void>;
  afterOthers?: () => Promise<void>;
}

/** Measures both in turn, after a few rounds in which code and caches get warm. */
async function beside(what: string, our: string, other: string, sides: Sides): Promise<void> {
  const ourTimes: number[] = [];
  const otherTimes: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const ourTime = await timed(sides.ours);
    await sides.beforeOthers?.();
    const otherTime = await timed(sides.others);
    await sides.afterOthers?.();
    if (round < 0) continue;
    ourTimes.push(ourTime);
    otherTimes.push(otherTime);
  }
  const [ours, others] = [median(ourTimes), median(otherTimes)];
  const row = `| ${what} | ${our}: ${ours.toFixed(2)} | ${other}: ${others.toFixed(2)} | ${(others / ours).toFixed(2)} |`;
  console.log(row);
  rows.push(row);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(): string {
  return `# What mechanisms of our own earn

Made by \`npm run bench:mechanisms\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, on one machine (${cpus().length} cores,
${cpus()[0]?.model ?? 'unknown'}), among ${size.toLocaleString('en-CA')} donations. Milliseconds: the median of ${rounds} turns, each side measured in turn with the
other. *Ratio* is the other's time over ours: over 1 ours is the faster one.

| what is done | ours | instead | ratio |
|---|---:|---:|---:|
${rows.join('\n')}
`;
}
