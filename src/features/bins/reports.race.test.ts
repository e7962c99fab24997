import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { collide, useMailbox, useTestSite } from '#server/testing/harness.ts';
import { noteStaffEmail } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

const lockBins = sql`select id from drop_bins for update`;

async function addBin() {
  const admin = await site.admin();
  const body = { name: 'East', location: 'East entrance', binCode: 'UC_EAST' };
  const { id: binId } = (await admin.call(contract.createBin, { body })).body.bin;
  return { admin, binId };
}

test('adds simultaneous reports to the alert that the first one opens', async () => {
  const { binId } = await addBin();
  const answers = await collide(
    site,
    lockBins,
    ['Full', 'Lid broken', 'Bags beside it'].map(
      (notes) => () => site.visitor().call(contract.reportOverflow, { body: { binId, notes } }),
    ),
  );
  // The order is open: calls that wait for the same row may overtake each other.
  expect(answers.map(({ body: { id } }) => id)).toEqual([1, 1, 1]);
  expect(new Set(answers.map(({ body: { reports } }) => reports))).toEqual(new Set([1, 2, 3]));
  const [alert, ...others] = await site.database.select().from(overflowAlerts);
  expect(others).toEqual([]);
  const furtherReports = await site.database.select().from(overflowReports);
  expect(furtherReports.map(({ alertId }) => alertId)).toEqual([1, 1]);
  expect(new Set([alert, ...furtherReports].map((report) => report?.notes))).toEqual(
    new Set(['Full', 'Lid broken', 'Bags beside it']),
  );
});

test('opens another alert for a report that comes while the first one is resolved', async () => {
  const { admin, binId } = await addBin();
  await site.visitor().call(contract.reportOverflow, { body: { binId } });
  const [, reported] = await collide(site, lockBins, [
    () => admin.refused(contract.resolveAlert, { params: { id: 1 } }),
    () => site.visitor().refused(contract.reportOverflow, { body: { binId } }),
  ]);
  expect(reported?.body).toMatchObject({ reports: 1 });
  expect((await admin.call(contract.adminBins, {})).body.items).toMatchObject([
    { is_overflowing: true, open_alerts: 1, reports: 1 },
  ]);
});

test('mails simultaneous reports to staff once, and each reporter once', async () => {
  site.site.mailer = mailbox.mailer();
  const { admin, binId } = await addBin();
  await noteStaffEmail(site, 'alex', { overflow: true });
  const report = () =>
    site.visitor().call(contract.reportOverflow, { body: { binId, email: 'jo@example.ca' } });
  await collide(site, lockBins, [report, report, report]);
  const params = { id: binId };
  await collide(site, lockBins, [
    () => admin.refused(contract.markBinEmptied, { params }),
    () => admin.refused(contract.resolveAlert, { params: { id: 1 } }),
    () => admin.refused(contract.markBinEmptied, { params }),
  ]);
  const rows = await site.database.select().from(mails);
  expect(rows.map(({ kind }) => kind)).toEqual(['staff_overflow', 'bin_emptied']);
});
