// `npm run bench:lists`: how long the console's lists take on PostgreSQL, and by which indexes they find their rows.
import { cpus } from 'node:os';
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { startThrowawayPostgres } from '#server/testing/postgres.ts';
import { migrateDatabase, openServerDatabase } from '#server/database.ts';
import { explain, lists, nodesOf, recordQueries } from '#server/testing/lists.ts';
import { type Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { fillWithVolume } from '#server/testing/volume.ts';

const DONATIONS = 100_000;
const ROUNDS = 41;

const postgres = await startThrowawayPostgres();
if (!postgres) throw new Error('This benchmark needs the programs of a PostgreSQL server on this machine.');
const site = new SiteUnderTest();
try {
  const opened = openServerDatabase(postgres.url, (error) => console.error(error));
  await migrateDatabase(opened.database, async () => {});
  await site.open(opened);
  await fillWithVolume(site.database, DONATIONS, '2026-11-20');
  await writeFile('docs/evidence/lists.md', await report(await site.admin()));
} finally {
  await site.close();
  await postgres.stop();
}

async function report(admin: Client): Promise<string> {
  const rows: string[] = [];
  for (const url of lists) {
    const { list, bare } = await measure(admin, url);
    const row = `| \`${url}\` | ${list.toFixed(1)} | ${(list / bare).toFixed(1)} | ${await indexesOf(admin, url)} |`;
    console.log(row);
    rows.push(row);
  }
  return `# The console's lists among ${DONATIONS.toLocaleString('en-CA')} donations

Made by \`npm run bench:lists\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, PostgreSQL in its own process on the
same machine (${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}). Median of ${ROUNDS} calls through the whole server: session, validation,
queries, count of all rows, response schema. *Ratio* is that time over a bare \`select 1\` by \`pg\` on the same machine, measured in turn
with it, since machines differ. The indexes are those of the plans that PostgreSQL chose for the page's rows and their count.

| list | milliseconds | ratio | indexes |
|---|---:|---:|---|
${rows.join('\n')}
`;
}

async function measure(admin: Client, url: string): Promise<{ list: number; bare: number }> {
  const bareClient = new pg.Client({ connectionString: postgres?.url });
  await bareClient.connect();
  const listTimes: number[] = [];
  const bareTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    listTimes.push(
      await timed(async () => {
        const { status } = await admin.send('GET', url);
        if (status !== 200) throw new Error(`${url} answered ${status}.`);
      }),
    );
    bareTimes.push(await timed(() => bareClient.query('select 1')));
  }
  await bareClient.end();
  return { list: median(listTimes), bare: median(bareTimes) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function indexesOf(admin: Client, url: string): Promise<string> {
  const queries = recordQueries(site.database);
  await admin.send('GET', url);
  const plans = await Promise.all(queries.stop().map((query) => explain(site.database, query)));
  const names = plans
    .flatMap(nodesOf)
    .flatMap(
      (node) =>
        node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? [`all of ${node['Relation Name']}`] : []),
    )
    .filter((name) => !/sessions|admins/.test(name));
  return [...new Set(names)].join(', ');
}
