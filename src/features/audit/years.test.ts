import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';
import { wrongTotals } from '#server/totals/checkTotals.ts';
import { contract } from './contract.ts';
import { sealDays, verifySeals } from './serverSeals.ts';
import { makeYears, partAuditLog } from './serverYears.ts';

const site = useTestSite();

async function logAt(...moments: string[]): Promise<void> {
  for (const moment of moments) {
    await site.database.execute(
      sql`insert into audit_log (actor, action, entity_type, created_at) values ('alex', 'code.created', 'code', ${moment})`,
    );
  }
}

/** The tables that the rows lie in, by the rows' moments. */
async function tables(): Promise<string[]> {
  const { rows } = await site.database.execute<{ name: string }>(
    sql`select tableoid::regclass::text as name from audit_log order by created_at`,
  );
  return rows.map(({ name }) => name);
}

test('the log has tables for this year and the next, by UTC, and says so once', async () => {
  site.now = new Date('2031-12-31T23:30:00Z');
  await partAuditLog(site.site, site.app.log);
  await partAuditLog(site.site, site.app.log);
  await logAt('2031-12-31T23:59:59.999Z', '2032-01-01T00:00:00Z', '2032-12-31T23:59:59.999Z');
  expect(await tables()).toEqual(['audit_log_2031', 'audit_log_2032', 'audit_log_2032']);
  expect(site.log.match(/"year":\d+,"msg":"the audit log has a table for another year"/g)).toEqual([
    '"year":2031,"msg":"the audit log has a table for another year"',
    '"year":2032,"msg":"the audit log has a table for another year"',
  ]);
});

test('rows of a year without a table move to it once it is made, counted and sealed as they were', async () => {
  await logAt('2014-12-31T23:59:59Z', '2015-01-01T00:00:00Z', '2015-01-02T12:00:00Z');
  site.now = new Date('2015-01-04T12:00:00Z');
  await sealDays(site.database, site.now);
  expect(await tables()).toEqual(['audit_log_other', 'audit_log_other', 'audit_log_other']);
  expect(await makeYears(site.database)).toEqual([2014, 2015]);
  expect(await tables()).toEqual(['audit_log_2014', 'audit_log_2015', 'audit_log_2015']);
  expect(await verifySeals(site.database, site.now)).toMatchObject({ trouble: null, rows: 3 });
  expect(await wrongTotals(site.database)).toEqual([]);
  expect(await makeYears(site.database)).toEqual([]);
});

test('a list between two days has the rows of both years, the newest first', async () => {
  await makeYears(site.database, 2016, 2017);
  await logAt('2016-12-31T12:00:00Z', '2017-01-01T12:00:00Z', '2017-01-02T12:00:00Z');
  const admin = await site.admin();
  const { body } = await admin.call(contract.auditLog, { query: { from: '2016-12-31', to: '2017-01-01' } });
  expect(body).toMatchObject({
    total: 2,
    items: [{ createdAt: '2017-01-01T12:00:00.000Z' }, { createdAt: '2016-12-31T12:00:00.000Z' }],
  });
});
