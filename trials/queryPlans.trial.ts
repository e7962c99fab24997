import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, lists, nodesOf, type Plan, recordQueries, totals } from '#server/testing/lists.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import { fillWithVolume } from '#server/testing/volume.ts';

const DONATIONS = 100_000;
const search = '/api/admin/donations/search?q=';

/** Tables that grow with the years. */
const growing = new Set([
  'donations',
  'participants',
  'discount_codes',
  'code_redemptions',
  'audit_log',
  'students',
  'donor_months',
  'donation_days',
]);

const site = new SiteUnderTest();

beforeAll(async () => {
  await site.open(await openTestDatabase());
  await fillWithVolume(site.database, DONATIONS, '2026-11-20');
  for (const statement of [
    "update donations set notes = 'From the old depot' where date < (select min(date) + 110 from donations)",
    'vacuum analyze donations',
    `update participants set display_name = 'Of the former list'
     where id in (select id from participants order by coalesce(last_donation_at, created_at) limit 2000)`,
    "update audit_log set action = 'depot.of_old' where created_at < (select min(created_at) + interval '100 days' from audit_log)",
    'vacuum analyze participants, audit_log',
  ])
    await site.database.$client.query(statement);
  // The first search of a list draws its sample, for ten minutes: rows with their participants, from whichever end.
  const admin = await site.admin();
  for (const url of [
    `${search}osborne`,
    '/api/admin/codes?q=osborne',
    '/api/admin/participants?q=friesen',
    '/api/admin/audit?actor=alex',
  ])
    await admin.send('GET', url);
}, 120_000);

afterAll(() => site.close());

test.each([...lists, ...totals])(
  '%s reads no large table from end to end among 100,000 donations',
  async (url) => {
    const admin = await site.admin();
    const queries = recordQueries(site.database);
    const answer = await admin.send('GET', url);
    const asked = queries.stop();
    expect(answer.status).toBe(200);
    const scanned = await Promise.all(
      asked.map(async (query) => ({
        text: query.text,
        tables: wholeScans(await explain(site.database, query)),
      })),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(scanned.filter(({ tables }) => tables.some((table) => growing.has(table)))).toEqual([]);
  },
);

/** The tables that a plan reads from end to end. A scan right below a limit ends with it. */
function wholeScans(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  const [first, ...rest] = plan.Plans ?? [];
  const isCutOff = plan['Node Type'] === 'Limit' && first?.['Node Type'] === 'Seq Scan';
  const below = [...(first && !isCutOff ? [first] : []), ...(isCutOff ? (first?.Plans ?? []) : []), ...rest];
  return [...own, ...below.flatMap(wholeScans)];
}

// Where a fifth of all fit, a page of them is met soon; where few do, the index of trigrams leads to them.
test.each([
  ['a common text', `${search}osborne`, 'donations_by_date_index', 'donations_search_index'],
  ['a common name', `${search}friesen&from=2025-01-01`, 'donations_by_date_index', 'donations_search_index'],
  [
    'the page after a row',
    `${search}osborne&from=2025-01-01&to=2026-11-20&offset=5000&after=2026-01-20.500`,
    'donations_by_date_index',
    'donations_search_index',
  ],
  [
    'what of the pending has a common text',
    `${search}osborne&status=pending&sort=oldest`,
    'donations_pending_by_date_index',
    'donations_search_index',
  ],
  ['a rare text', `${search}D1234`, 'donations_search_index', 'donations_by_date_index'],
  [
    'a rare text among dates',
    `${search}note%20700&from=2025-01-01`,
    'donations_search_index',
    'donations_by_date_index',
  ],
  [
    'a common text among the confirmed',
    '/api/admin/confirmed?q=osborne',
    'donations_confirmed_list_index',
    'donations_search_index',
  ],
  [
    'a rare text among the confirmed',
    '/api/admin/confirmed?q=D1234',
    'donations_search_index',
    'donations_confirmed_list_index',
  ],
  [
    'a common name on the photo page',
    '/reround-admin-843/donations?q=friesen&photo=without',
    'donations_photo_list_index',
    'donations_search_index',
  ],
  [
    'a common name among the participants',
    '/api/admin/participants?q=friesen',
    'participants_recent_index',
    'participants_search_index',
  ],
  [
    'a common name among the participants who gave most',
    '/api/admin/participants?q=friesen&sort=total',
    'participants_total_index',
    'participants_search_index',
  ],
  [
    'the start of most donor IDs',
    '/api/admin/participants?q=D1',
    'participants_recent_index',
    'students_search_index',
  ],
  [
    'a rare text among the participants',
    '/api/admin/participants?q=donor1234',
    'participants_search_index',
    'participants_recent_index',
  ],
  ['whoever did much', '/api/admin/audit?actor=alex', 'audit_log_2026_pkey', 'audit_log_2026_lower_idx'],
  [
    'what was often done',
    '/api/admin/audit?action=rejected&from=2025-01-01',
    'audit_log_2026_pkey',
    'audit_log_2026_lower_idx1',
  ],
  [
    'whoever did little',
    '/api/admin/audit?actor=donor%201234',
    'audit_log_2026_lower_idx',
    'audit_log_2026_lower_idx1',
  ],
])('%s is found by the index that leads to it soonest', async (_, url, used, unused) => {
  const admin = await site.admin();
  const queries = recordQueries(site.database);
  await admin.send('GET', url);
  const pages = queries.stop().filter(({ text }) => text.includes('"page"'));
  expect(pages).toHaveLength(1);
  const plans = await Promise.all(pages.map((query) => explain(site.database, query)));
  const indexes = plans.flatMap(nodesOf).map((node) => node['Index Name']);
  expect(indexes).toContain(used);
  expect(indexes).not.toContain(unused);
});

test.each([
  ['the search', `${search}old%20depot`, 'donations'],
  ['the search from a row on', `${search}old%20depot&offset=5000&after=2026-01-20.500`, 'donations'],
  ['the confirmed', '/api/admin/confirmed?q=old%20depot', 'donations'],
  ['the photo page', '/reround-admin-843/donations?q=old%20depot&photo=all&limit=50', 'donations'],
  ['the participants', '/api/admin/participants?q=former%20list', 'participants'],
  ['the log', '/api/admin/audit?action=of_old', 'audit_log_2026'],
])('a text that stands far from where %s begins is not walked to', async (_, url, table) => {
  const admin = await site.admin();
  const queries = recordQueries(site.database);
  expect((await admin.send('GET', url)).status).toBe(200);
  const [walk, gather, ...more] = queries.stop().filter(({ text }) => text.includes('"page"'));
  if (!walk || !gather || more.length > 0) throw new Error('It was not both walked and gathered.');
  const nodes = nodesOf(await explain(site.database, walk, { analyze: true }));
  const looked = nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
  // Four times as many as should be enough, where a tenth has the text: 2,000, and a few.
  expect(Math.max(...looked)).toBeLessThan(10_000);
});

test.each([
  ['the log, far on', '/api/admin/audit?offset=9000', ['participants', 'discount_codes', 'students']],
  ['the codes, far on', '/api/admin/codes?offset=9000', ['participants', 'students', 'partners']],
  ['the codes of a common name', '/api/admin/codes?q=friesen', ['participants', 'students', 'partners']],
])('a page of %s looks up the names of its own rows alone', async (_, url, named) => {
  const admin = await site.admin();
  const queries = recordQueries(site.database);
  const { body } = await admin.send('GET', url);
  expect(body['items']).toHaveLength(50);
  // What a text finds is counted besides, by whom it means.
  const pages = queries.stop().filter(({ text }) => !text.includes('count('));
  const plans = await Promise.all(pages.map((query) => explain(site.database, query, { analyze: true })));
  const looks = plans
    .flatMap(nodesOf)
    .filter((node) => named.includes(node['Relation Name'] ?? ''))
    .map((node) => (node['Actual Loops'] ?? 0) * Math.max(1, node['Actual Rows'] ?? 0));
  expect(looks).not.toEqual([]);
  expect(Math.max(...looks)).toBeLessThanOrEqual(50);
});
