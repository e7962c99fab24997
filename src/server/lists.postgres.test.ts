import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, lists, nodesOf, recordQueries, totals } from '#server/testing/lists.ts';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import { fillWithVolume } from '#server/testing/volume.ts';

const DONATIONS = 100_000;

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
        tables: nodesOf(await explain(site.database, query))
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? ''),
      })),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(scanned.filter(({ tables }) => tables.some((table) => growing.has(table)))).toEqual([]);
  },
);
