// `npm run bench:statements`: how long the ledger's list and the stores' accounts take among a year of 50 stores with 10,000
// redemptions each, what it costs to close a month, and what keeping closed months closed costs a till. It writes
// docs/evidence/statements.md.
import { cpus } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { closeMonths } from '#features/statements/serverClosing.ts';
import type { OpenDatabase } from '#server/database.ts';
import { statements } from '#server/schema.ts';
import { type Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { databaseKinds, databaseNames, withDatabase } from './database.ts';

const STORES = 50;
const OF_A_STORE = 10_000;
/** Of so many uses one is given back. */
const REVERSED_OF = 50;
const FILLED_AT_ONCE = 20_000;
const ROUNDS = 21;
const REDEMPTIONS_IN_A_TURN = 50;

const now = new Date();
const today = dayOf(now, 'America/Winnipeg');
const month = daysAfter(`${today.slice(0, 7)}-01`, -40).slice(0, 7);
const [from, to] = [`${month}-01`, `${month}-28`];
const asked = [
  '/api/admin/redemptions',
  '/api/admin/redemptions?offset=100000',
  `/api/admin/redemptions?from=${from}&to=${to}`,
  `/api/admin/redemptions?from=${daysAfter(today, -364)}`,
  '/api/admin/redemptions?partnerId=7',
  `/api/admin/redemptions?partnerId=7&from=${from}&to=${to}`,
  `/api/admin/partners/7/statement?month=${month}`,
  `/api/admin/partners/7/statement.csv?month=${month}`,
  '/api/admin/partners/7/statements',
];

const rows: string[] = [];
for (const kind of databaseKinds) {
  await withDatabase({ kind, donations: 1000, today }, async ({ open, tidy }) => {
    await withSite(await open(), fillLedger);
    await tidy();
    await withSite(await open(), async (site) => {
      const name = databaseNames[kind];
      const closing = await timed(() => closeMonths(site.site));
      const closed = await site.database.$count(statements);
      tell(`closing ${closed} months, ${name}`, closing / closed, 'of each');
      const again = await medianOf(() => closeMonths(site.site));
      tell(`an hour in which none is due, ${name}`, again, '');
      const admin = await site.admin();
      for (const url of asked) {
        const [took, bare] = [[] as number[], [] as number[]];
        for (let round = -3; round < ROUNDS; round += 1) {
          const time = await timed(() => get(admin, url));
          const bareTime = await timed(() => site.database.execute(sql`select 1`));
          if (round < 0) continue;
          took.push(time);
          bare.push(bareTime);
        }
        tell(`\`${url}\`, ${name}`, median(took), (median(took) / median(bare)).toFixed(0));
      }
      await measureTills(site, admin, name);
    });
  });
}
await writeFile('docs/evidence/statements.md', report());

async function fillLedger({ database }: SiteUnderTest): Promise<void> {
  const year = sql`(${now.toISOString()}::timestamptz - interval '1 year')`;
  await database.execute(sql`update partners set created_at = ${year}`);
  const uses = STORES * OF_A_STORE;
  // So few at once that no statement takes longer than one may.
  for (let first = 1; first <= uses; first += FILLED_AT_ONCE) {
    await database.execute(sql`
      insert into code_redemptions (at, code_id, code, partner_id, clerk)
      select date_trunc('milliseconds', ${year} + number * (interval '1 year' / ${sql.raw(String(uses))})),
             id, code, 1 + number % ${sql.raw(String(STORES))}, case when number % 2 = 0 then 'MK' end
      from generate_series(${sql.raw(`${first}, ${first + FILLED_AT_ONCE - 1}`)}) number
      join (select id, code, row_number() over (order by id) - 1 as place, count(*) over () as codes from discount_codes) every
        on place = number % codes`);
  }
  await database.execute(sql`
    insert into code_redemptions (at, code_id, code, partner_id, clerk, kind, reverses)
    select at + interval '10 minutes', code_id, code, partner_id, clerk, 'reversed', id
    from code_redemptions where id % ${sql.raw(String(REVERSED_OF))} = 1 and at < ${now.toISOString()}::timestamptz - interval '1 hour'`);
}

async function measureTills(site: SiteUnderTest, admin: Client, name: string): Promise<void> {
  const { body } = await admin.call(partners.createPartner, { body: { name: 'Bench' } });
  await site.database.execute(sql`
    insert into statements (partner_id, month, ends_at, redeemed, reversed, digest, closed_at)
    select ${body.partner.id}, month, month + interval '1 month', 0, 0, '', month + interval '33 days'
    from generate_series('2016-01-01'::date, '2026-09-01'::date, '1 month') month`);
  await site.database.execute(
    sql`update discount_codes set use_count = 0, marked_uses = 0, max_uses = 10, partner_id = null, expires_at = '2099-01-01'`,
  );
  const { rows: found } = await site.database.execute<{ code: string }>(
    sql`select code from discount_codes where revoked_at is null order by id`,
  );
  const codes = found.flatMap(({ code }) => Array.from({ length: 9 }, () => code));
  const till = site.visitor();
  const redeem = async () => {
    for (let time = 0; time < REDEMPTIONS_IN_A_TURN; time += 1) {
      const { status } = await till.call(redemption.redeemCode, {
        params: { code: codes.pop() ?? '' },
        body: { pin: body.pin },
      });
      if (status !== 200) throw new Error(`A redemption was answered ${status}.`);
    }
  };
  const set = (what: string) =>
    site.database.execute(sql.raw(`alter table code_redemptions ${what} trigger refuse_closed_month`));
  const [kept, without] = [[] as number[], [] as number[]];
  for (let round = -3; round < ROUNDS; round += 1) {
    const keptTime = await timed(redeem);
    await set('disable');
    const withoutTime = await timed(redeem);
    await set('enable');
    if (round < 0) continue;
    kept.push(keptTime / REDEMPTIONS_IN_A_TURN);
    without.push(withoutTime / REDEMPTIONS_IN_A_TURN);
  }
  tell(
    `a redemption, ${name}`,
    median(kept),
    `${(median(kept) / median(without)).toFixed(2)} of one without the trigger`,
  );
}

async function get(client: Client, url: string): Promise<void> {
  const { status } = await client.send('GET', url);
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
}

async function withSite(opened: OpenDatabase, work: (site: SiteUnderTest) => Promise<void>): Promise<void> {
  const site = new SiteUnderTest();
  await site.open(opened);
  site.now = now;
  try {
    await work(site);
  } finally {
    await site.close();
  }
}

function tell(what: string, milliseconds: number, beside: string): void {
  const row = `| ${what} | ${milliseconds.toFixed(1)} | ${beside} |`;
  console.log(row);
  rows.push(row);
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  return median(times);
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
  return `# The stores' accounts among a year of ${STORES} stores with ${OF_A_STORE.toLocaleString('en-CA')} redemptions each

Made by \`npm run bench:statements\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, on one machine (${cpus().length} cores,
${cpus()[0]?.model ?? 'unknown'}). One use of ${REVERSED_OF} was given back. Milliseconds: medians of ${ROUNDS} calls through the whole server. *Beside* is that time over a
bare \`select 1\` in turn with it, unless it says of what; redemptions are measured ${REDEMPTIONS_IN_A_TURN} in a turn, with the trigger that refuses a closed month
and without.

| what | milliseconds | beside |
|---|---:|---:|
${rows.join('\n')}
`;
}
