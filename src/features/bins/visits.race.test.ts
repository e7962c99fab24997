import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const holdBins = sql`select id from drop_bins for update`;

async function fullBin() {
  const admin = await site.admin();
  const body = { name: 'East', location: 'East entrance', binCode: 'UC_EAST' };
  const { id } = (await admin.call(contract.createBin, { body })).body.bin;
  await report(id);
  const visit = async (bagsFound: number) =>
    await admin.refused(contract.createBinVisit, { params: { id }, body: { bagsFound } });
  const undo = async (visitId: number) =>
    await admin.refused(contract.undoBinVisit, { params: { id: visitId } });
  const round = async () => (await admin.call(contract.binRound, { params: { id } })).body;
  return { admin, id, visit, undo, round };
}

async function report(binId: number) {
  return await site.visitor().refused(contract.reportOverflow, { body: { binId } });
}

test('of two visits at once both stand, and taken back they leave the bin as it was', async () => {
  const { visit, undo, round } = await fullBin();
  const before = await round();
  const visits = await collide(site, holdBins, [async () => await visit(1), async () => await visit(2)]);
  expect(visits.map(({ status }) => status)).toEqual([200, 200]);
  expect(await round()).toMatchObject({ alerts: [], bin: { is_overflowing: false } });
  expect((await undo(1)).status).toBe(409);
  for (const id of [2, 1]) expect((await undo(id)).status).toBe(200);
  expect(await round()).toEqual(before);
});

test('a report at the moment of a visit is either resolved by it or opens another alert', async () => {
  const { id, visit, round } = await fullBin();
  const [emptied, reported] = await collide(site, holdBins, [
    async () => await visit(1),
    async () => await report(id),
  ]);
  expect([emptied?.status, reported?.status]).toEqual([200, 200]);
  expect(await round()).toMatchObject({
    alerts: [{ id: 2, reports: 1 }],
    bin: { is_overflowing: true, open_alerts: 1 },
  });
});

test('a report at the moment of an undo joins the one alert that is open', async () => {
  const { id, visit, undo, round } = await fullBin();
  await visit(1);
  const answers = await collide(site, holdBins, [
    async () => await report(id),
    async () => await undo(1),
    async () => await report(id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await round()).toMatchObject({ alerts: [{ id: 1, reports: 3 }], bin: { open_alerts: 1 } });
});

test('of an undo and a visit at once the undo of what is no longer the last is refused', async () => {
  const { visit, undo, round } = await fullBin();
  await visit(1);
  const [second, undone] = await collide(site, holdBins, [
    async () => await visit(2),
    async () => await undo(1),
  ]);
  expect([second?.status, undone?.status]).toEqual([200, 409]);
  expect(await round()).toMatchObject({ alerts: [], bin: { bags_found: 2, is_overflowing: false } });
});

test('of two undos at once one acts', async () => {
  const { visit, undo } = await fullBin();
  await visit(1);
  const answers = await collide(site, holdBins, [async () => await undo(1), async () => await undo(1)]);
  expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
    [200, undefined],
    [409, 'already_undone'],
  ]);
});
