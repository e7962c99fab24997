import { describe, expect, test } from 'vitest';
import { contract as donationsContract } from '#features/donations/console/contract.ts';
import { binVisits, donations, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { everyRow, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const EAST = { name: 'East', location: 'East entrance', binCode: 'UC_EAST' };

async function addBin(admin: Client, fields: Partial<typeof EAST> = {}): Promise<number> {
  return (await admin.call(contract.createBin, { body: { ...EAST, ...fields } })).body.bin.id;
}

async function report(binId: number, notes: string): Promise<number> {
  const body = { binId, notes, reportedBy: 'Lena' };
  return (await site.visitor().call(contract.reportOverflow, { body })).body.id;
}

async function visit(admin: Client, id: number, body: { bagsFound: number; note?: string }) {
  return (await admin.call(contract.createBinVisit, { params: { id }, body })).body.visit;
}

const undo = async (admin: Client, id: number) =>
  await admin.refused(contract.undoBinVisit, { params: { id } });

async function loadRound(admin: Client, id: number) {
  return (await admin.call(contract.binRound, { params: { id } })).body;
}

describe('a visit', () => {
  test('empties the bin, resolves only its alert, and is recorded with count and note', async () => {
    const volunteer = await site.volunteer();
    const id = await addBin(await site.admin());
    const otherBinId = await addBin(await site.admin(), { binCode: 'OTHER' });
    await report(id, 'Full');
    await report(id, 'Still full');
    const otherAlertId = await report(otherBinId, 'Full');
    site.pass({ minutes: 30 });
    const { status, body } = await volunteer.call(contract.createBinVisit, {
      params: { id },
      body: { bagsFound: 6, note: ' One was torn ' },
    });
    expect(status).toBe(200);
    const at = site.now.toISOString();
    expect(body).toMatchObject({
      ok: true,
      visit: { id: 1, at, by: 'vera', bagsFound: 6, note: 'One was torn' },
      bin: { id, is_overflowing: false, open_alerts: 0, last_emptied: at, bags_found: 6 },
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'vera',
      action: 'bin.emptied',
      entityType: 'bin',
      entityId: id,
      details: { alertsResolved: 1, visitId: 1, bagsFound: 6 },
    });
    expect(JSON.stringify(await site.audit())).not.toContain('torn');
    const open = (await volunteer.call(contract.openAlerts, {})).body.items;
    expect(open.map((alert) => alert.id)).toEqual([otherAlertId]);
    expect(await report(id, 'Full again')).toBeGreaterThan(otherAlertId);
  });

  test('has no count if the bin was only marked emptied', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    await visit(admin, id, { bagsFound: 0 });
    expect((await loadRound(admin, id)).bin.bags_found).toBe(0);
    const { body } = await admin.call(contract.markBinEmptied, { params: { id } });
    expect(body.bin.bags_found).toBeNull();
    const { items } = (await admin.call(contract.binHistory, { params: { id } })).body;
    expect(items).toMatchObject([
      { kind: 'visit', bagsFound: null, note: null },
      { kind: 'visit', bagsFound: 0 },
    ]);
  });

  test('that is sent twice under one key is recorded once', async () => {
    const admin = await site.admin();
    const params = { id: await addBin(admin) };
    const options = { headers: { 'idempotency-key': 'a-visit-of-the-bin-in-the-east' } };
    const countedVisit = { params, body: { bagsFound: 3 } };
    const first = await admin.call(contract.createBinVisit, countedVisit, options);
    const second = await admin.call(contract.createBinVisit, countedVisit, options);
    expect(second.body).toEqual(first.body);
    expect(await site.database.select().from(binVisits)).toHaveLength(1);
    const third = await admin.call(contract.markBinEmptied, { params }, options);
    const fourth = await admin.call(contract.markBinEmptied, { params }, options);
    expect(fourth.body).toEqual(third.body);
    expect(await site.database.select().from(binVisits)).toHaveLength(2);
  });

  test.each([undefined, null, -1, 1.5, '6', 1000])('with %j bags is refused', async (bagsFound) => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createBinVisit, { params: { id }, body: { bagsFound } });
    const message = 'Please give a whole number of bags, 0 to 999';
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { bagsFound: message } },
    });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('a round', () => {
  test('counts donations since the last visit, and lists the marks of pending ones', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    await addBin(admin, { name: 'West', location: 'West entrance', binCode: 'UC_WEST' });
    await loggedDonation(site, { studentId: 'BEFORE', dropSite: 'East' });
    expect(await loadRound(admin, id)).toMatchObject({ since: null, logged: 1 });
    site.pass({ minutes: 1 });
    await visit(admin, id, { bagsFound: 1 });
    const since = site.now.toISOString();
    site.pass({ minutes: 1 });
    const scanned = { dropSite: 'East', binLocation: 'East entrance' };
    const byName = await loggedDonation(site, { studentId: 'A', ...scanned });
    const byCode = await loggedDonation(site, { studentId: 'B', dropSite: 'uc_east' });
    const byPlace = await loggedDonation(site, { studentId: 'C', binLocation: 'East entrance' });
    const byNameAgain = await loggedDonation(site, { studentId: 'H', ...scanned });
    const confirmed = await loggedDonation(site, { studentId: 'D', ...scanned });
    const rejected = await loggedDonation(site, { studentId: 'E', ...scanned });
    await loggedDonation(site, { studentId: 'F', dropSite: 'West', binLocation: 'East entrance' });
    await loggedDonation(site, { studentId: 'G' });
    await admin.call(donationsContract.confirmDonation, { body: { id: confirmed } });
    await admin.call(donationsContract.rejectDonation, { body: { id: rejected } });
    const round = await loadRound(admin, id);
    expect(round).toMatchObject({ since, logged: 5, alerts: [], bin: { id, bags_found: 1 } });
    const rows = await site.database.select({ id: donations.id, mark: donations.mark }).from(donations);
    const markOf = (donationId: number) => rows.find((row) => row.id === donationId)?.mark;
    expect(round.marks).toEqual([byName, byCode, byPlace, byNameAgain].map(markOf));
  });

  test('counts donations from the intake, and shows the open alert with its reports', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    await loggedDonation(site, { studentId: 'AMARA' });
    const intake = { participantId: 1, weight: '1-2kg', date: '2026-11-20', dropSite: 'East' } as const;
    await admin.call(donationsContract.createDonation, { body: { ...intake, confirmNow: true } });
    await report(id, 'Full');
    await report(id, 'Still full');
    expect(await loadRound(admin, id)).toMatchObject({
      logged: 1,
      marks: [],
      alerts: [{ id: 1, notes: 'Full', reports: 2, furtherReports: [{ notes: 'Still full' }] }],
    });
  });
});

describe('a visit that is taken back', () => {
  test('restores the last emptying, the flag and the acknowledged alert', async () => {
    const admin = await site.admin();
    const volunteer = await site.volunteer();
    const id = await addBin(admin);
    await visit(admin, id, { bagsFound: 2 });
    const alertId = await report(id, 'Full');
    await report(id, 'Still full');
    await admin.call(contract.acknowledgeAlert, { params: { id: alertId } });
    const before = await loadRound(admin, id);
    site.pass({ minutes: 10 });
    const { id: visitId } = await visit(admin, id, { bagsFound: 9 });
    site.pass({ minutes: 10 });
    const answer = await volunteer.call(contract.undoBinVisit, { params: { id: visitId } });
    expect(answer.status).toBe(200);
    expect(answer.body.bin).toEqual(before.bin);
    expect(await loadRound(admin, id)).toEqual(before);
    expect(before.bin).toMatchObject({ is_overflowing: true, open_alerts: 1, reports: 2, bags_found: 2 });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'vera',
      action: 'bin.visit_undone',
      entityId: id,
      details: { visitId, alertId, joined: [] },
    });
    const { items, total } = (await admin.call(contract.binHistory, { params: { id } })).body;
    expect(total).toBe(2);
    expect(items.map((item) => [item.kind, item.id])).toEqual([
      ['alert', alertId],
      ['visit', 1],
    ]);
  });

  test('restores a bin that was never emptied before', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const { id: visitId } = await visit(admin, id, { bagsFound: 2 });
    expect((await undo(admin, visitId)).status).toBe(200);
    expect((await loadRound(admin, id)).bin).toMatchObject({
      last_emptied: null,
      is_overflowing: false,
      bags_found: null,
    });
  });

  test('adds later reports to the alert that opens again', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const first = await report(id, 'Full');
    const since = site.now.toISOString();
    site.pass({ minutes: 10 });
    const { id: visitId } = await visit(admin, id, { bagsFound: 9 });
    site.pass({ minutes: 10 });
    const second = await report(id, 'Full again');
    await admin.call(contract.acknowledgeAlert, { params: { id: second } });
    site.pass({ minutes: 10 });
    await report(id, 'And again');
    expect((await undo(admin, visitId)).status).toBe(200);
    const open = (await admin.call(contract.openAlerts, {})).body;
    expect(open).toMatchObject({
      total: 1,
      items: [
        {
          id: first,
          reportedAt: since,
          notes: 'Full',
          status: 'acknowledged',
          acknowledgedBy: 'alex',
          reports: 3,
          furtherReports: [{ notes: 'And again' }, { notes: 'Full again' }],
        },
      ],
    });
    expect(await site.database.select().from(overflowAlerts)).toHaveLength(1);
    expect(await site.database.select().from(overflowReports)).toHaveLength(2);
    expect((await loadRound(admin, id)).bin).toMatchObject({ is_overflowing: true, open_alerts: 1 });
    expect((await site.audit())[0]).toMatchObject({ details: { alertId: first, joined: [second] } });
  });

  test('can be followed by undoing earlier visits, newest first', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const alertId = await report(id, 'One');
    const { id: firstVisitId } = await visit(admin, id, { bagsFound: 1 });
    await report(id, 'Two');
    const { id: secondVisitId } = await visit(admin, id, { bagsFound: 2 });
    const { id: thirdVisitId } = await visit(admin, id, { bagsFound: 3 });
    for (const visitId of [thirdVisitId, secondVisitId, firstVisitId]) {
      expect((await undo(admin, visitId)).status).toBe(200);
    }
    expect((await loadRound(admin, id)).alerts).toMatchObject([{ id: alertId, reports: 2 }]);
  });

  test('keeps a flag that somebody raised since', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const { id: visitId } = await visit(admin, id, { bagsFound: 2 });
    await admin.call(contract.setBinOverflow, { params: { id }, body: { status: true } });
    await undo(admin, visitId);
    expect((await loadRound(admin, id)).bin.is_overflowing).toBe(true);
  });

  test('is refused a second time, while there is a later visit, and after 24 hours', async () => {
    const admin = await site.admin();
    const id = await addBin(admin);
    const otherBinId = await addBin(admin, { binCode: 'OTHER' });
    const { id: first } = await visit(admin, id, { bagsFound: 1 });
    const { id: second } = await visit(admin, id, { bagsFound: 2 });
    const { id: old } = await visit(admin, otherBinId, { bagsFound: 3 });
    expect(await undo(admin, first)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect((await undo(admin, second)).status).toBe(200);
    expect(await undo(admin, second)).toMatchObject({ status: 409, body: { code: 'already_undone' } });
    site.pass({ minutes: 24 * 60 - 1 });
    expect((await undo(await site.admin(), first)).status).toBe(200);
    site.pass({ minutes: 1 });
    const before = await everyRow(site);
    expect(await undo(await site.admin(), old)).toMatchObject({
      status: 409,
      body: { code: 'undo_too_late' },
    });
    expect((await everyRow(site))['bin_visits']).toEqual(before['bin_visits']);
  });
});

test('a history lists alerts and visits together, newest first, in pages', async () => {
  const admin = await site.admin();
  const id = await addBin(admin);
  const otherBinId = await addBin(admin, { binCode: 'OTHER' });
  const expected: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    site.pass({ minutes: 1 });
    expected.unshift(`alert ${await report(id, 'Full')}`);
    site.pass({ minutes: 1 });
    expected.unshift(`visit ${(await visit(admin, id, { bagsFound: day })).id}`);
    await report(otherBinId, 'Full');
    await visit(admin, otherBinId, { bagsFound: 7 });
  }
  const found: string[] = [];
  for (const offset of [0, 4, 8]) {
    const { body } = await admin.call(contract.binHistory, { params: { id }, query: { limit: 4, offset } });
    expect(body).toMatchObject({ total: 6, limit: 4, offset });
    found.push(...body.items.map((item) => `${item.kind} ${item.id}`));
  }
  expect(found).toEqual(expected);
});
