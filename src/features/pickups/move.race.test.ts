import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickups } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

async function scheduledPickup() {
  const admin = await site.admin();
  const body = { name: 'Oksana Bondar', address: '12 Osborne Street', items: 'Two boxes of mugs' };
  const { id } = (await site.visitor().call(contract.requestPickup, { body })).body;
  await admin.call(contract.setPickupStatus, { params: { id }, body: { status: 'scheduled' } });
  const set = (change: object) => () =>
    admin.refused(contract.setPickupStatus, { params: { id }, body: change });
  const undo = () => admin.refused(contract.undoPickup, { params: { id }, body: { reason: 'Wrong row' } });
  return { set, undo };
}

const actions = async () => (await site.audit()).map(({ action }) => action);
const hold = sql`select id from pickups for update`;

test('of two moves at once the later one holds whole, and both are on record', async () => {
  const { set } = await scheduledPickup();
  const answers = await collide(site, hold, [
    set({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00Z', notes: 'Tuesday' }),
    set({ status: 'scheduled', scheduledAt: '2026-12-02T15:00:00Z', notes: 'Wednesday' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [row] = await site.database.select().from(pickups);
  expect(row).toMatchObject({ scheduledAt: new Date('2026-12-02T15:00:00Z'), notes: 'Wednesday' });
  expect((await actions()).slice(0, 2)).toEqual(['pickup.rescheduled', 'pickup.rescheduled']);
});

test('a move that comes with a completion is refused once it is completed', async () => {
  const { set } = await scheduledPickup();
  const answers = await collide(site, hold, [
    set({ status: 'completed' }),
    set({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00Z' }),
  ]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'wrong_state' } }]);
  const [row] = await site.database.select().from(pickups);
  expect(row).toMatchObject({ status: 'completed', scheduledAt: null });
  expect((await actions())[0]).toBe('pickup.completed');
});

test('of two who take back the last step at once one does', async () => {
  const { set, undo } = await scheduledPickup();
  await set({ status: 'completed' })();
  const answers = await collide(site, hold, [undo, undo]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'nothing_to_undo' } }]);
  expect(await site.database.select().from(pickups)).toMatchObject([
    { status: 'scheduled', closedAt: null, formerStatus: null },
  ]);
});

test('an undo before the next step leaves the step to start from there, and one after it takes that back', async () => {
  const early = await scheduledPickup();
  const first = await collide(site, hold, [early.undo, early.set({ status: 'completed' })]);
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  const late = await scheduledPickup();
  const second = await collide(site, hold, [late.set({ status: 'completed' }), late.undo]);
  expect(second.map(({ status }) => status)).toEqual([200, 200]);
  expect(await site.database.select().from(pickups).orderBy(pickups.id)).toMatchObject([
    { status: 'completed', formerStatus: 'pending' },
    { status: 'scheduled', formerStatus: null, closedAt: null },
  ]);
  expect((await actions()).filter((action) => action === 'pickup.undone')).toHaveLength(2);
});
