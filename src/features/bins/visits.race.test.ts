import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const lockBins = sql`select id from drop_bins for update`;

async function addFullBin() {
  const admin = await site.admin();
  const body = { name: 'East', location: 'East entrance', binCode: 'UC_EAST' };
  const { id } = (await admin.call(contract.createBin, { body })).body.bin;
  await report(id);
  const visit = async (bagsFound: number) =>
    await admin.refused(contract.createBinVisit, { params: { id }, body: { bagsFound } });
  const undo = async (visitId: number) =>
    await admin.refused(contract.undoBinVisit, { params: { id: visitId } });
  const loadRound = async () => (await admin.call(contract.binRound, { params: { id } })).body;
  return { admin, id, visit, undo, loadRound };
}

async function report(binId: number) {
  return await site.visitor().refused(contract.reportOverflow, { body: { binId } });
}

test('records both of two simultaneous visits, and undoing both restores the bin', async () => {
  const { visit, undo, loadRound } = await addFullBin();
  const before = await loadRound();
  const visits = await collide(site, lockBins, [async () => await visit(1), async () => await visit(2)]);
  expect(visits.map(({ status }) => status)).toEqual([200, 200]);
  expect(await loadRound()).toMatchObject({ alerts: [], bin: { is_overflowing: false } });
  expect((await undo(1)).status).toBe(409);
  for (const id of [2, 1]) expect((await undo(id)).status).toBe(200);
  expect(await loadRound()).toEqual(before);
});

test('opens another alert for a report that comes during a visit', async () => {
  const { id, visit, loadRound } = await addFullBin();
  const [emptied, reported] = await collide(site, lockBins, [
    async () => await visit(1),
    async () => await report(id),
  ]);
  expect([emptied?.status, reported?.status]).toEqual([200, 200]);
  expect(await loadRound()).toMatchObject({
    alerts: [{ id: 2, reports: 1 }],
    bin: { is_overflowing: true, open_alerts: 1 },
  });
});

test('adds reports that come during an undo to the one open alert', async () => {
  const { id, visit, undo, loadRound } = await addFullBin();
  await visit(1);
  const answers = await collide(site, lockBins, [
    async () => await report(id),
    async () => await undo(1),
    async () => await report(id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await loadRound()).toMatchObject({ alerts: [{ id: 1, reports: 3 }], bin: { open_alerts: 1 } });
});

test('refuses to undo a visit that is no longer the last one', async () => {
  const { visit, undo, loadRound } = await addFullBin();
  await visit(1);
  const [second, undone] = await collide(site, lockBins, [
    async () => await visit(2),
    async () => await undo(1),
  ]);
  expect([second?.status, undone?.status]).toEqual([200, 409]);
  expect(await loadRound()).toMatchObject({ alerts: [], bin: { bags_found: 2, is_overflowing: false } });
});

test('accepts only one of two simultaneous undos', async () => {
  const { visit, undo } = await addFullBin();
  await visit(1);
  const answers = await collide(site, lockBins, [async () => await undo(1), async () => await undo(1)]);
  expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
    [200, undefined],
    [409, 'already_undone'],
  ]);
});
