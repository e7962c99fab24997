import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pickups } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

async function addScheduledPickup() {
  const admin = await site.admin();
  const body = { name: 'Oksana Bondar', address: '12 Osborne Street', items: 'Two boxes of mugs' };
  const { id } = (await site.visitor().call(contract.requestPickup, { body })).body;
  await admin.call(contract.setPickupStatus, { params: { id }, body: { status: 'scheduled' } });
  const setStatus = (change: object) => () =>
    admin.refused(contract.setPickupStatus, { params: { id }, body: change });
  const undo = () => admin.refused(contract.undoPickup, { params: { id }, body: { reason: 'Wrong row' } });
  return { setStatus, undo };
}

const listActions = async () => (await site.audit()).map(({ action }) => action);
const lockPickups = sql`select id from pickups for update`;

test('keeps the later of two simultaneous reschedules, and audits both', async () => {
  const { setStatus } = await addScheduledPickup();
  const answers = await collide(site, lockPickups, [
    setStatus({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00Z', notes: 'Tuesday' }),
    setStatus({ status: 'scheduled', scheduledAt: '2026-12-02T15:00:00Z', notes: 'Wednesday' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [row] = await site.database.select().from(pickups);
  expect(row).toMatchObject({ scheduledAt: new Date('2026-12-02T15:00:00Z'), notes: 'Wednesday' });
  expect((await listActions()).slice(0, 2)).toEqual(['pickup.rescheduled', 'pickup.rescheduled']);
});

test('refuses a reschedule after a simultaneous completion', async () => {
  const { setStatus } = await addScheduledPickup();
  const answers = await collide(site, lockPickups, [
    setStatus({ status: 'completed' }),
    setStatus({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00Z' }),
  ]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'wrong_state' } }]);
  const [row] = await site.database.select().from(pickups);
  expect(row).toMatchObject({ status: 'completed', scheduledAt: null });
  expect((await listActions())[0]).toBe('pickup.completed');
});

test('accepts only one of two simultaneous undos', async () => {
  const { setStatus, undo } = await addScheduledPickup();
  await setStatus({ status: 'completed' })();
  const answers = await collide(site, lockPickups, [undo, undo]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'nothing_to_undo' } }]);
  expect(await site.database.select().from(pickups)).toMatchObject([
    { status: 'scheduled', closedAt: null, formerStatus: null },
  ]);
});

test('applies an undo and a simultaneous completion in either order', async () => {
  const early = await addScheduledPickup();
  const first = await collide(site, lockPickups, [early.undo, early.setStatus({ status: 'completed' })]);
  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  const late = await addScheduledPickup();
  const second = await collide(site, lockPickups, [late.setStatus({ status: 'completed' }), late.undo]);
  expect(second.map(({ status }) => status)).toEqual([200, 200]);
  expect(await site.database.select().from(pickups).orderBy(pickups.id)).toMatchObject([
    { status: 'completed', formerStatus: 'pending' },
    { status: 'scheduled', formerStatus: null, closedAt: null },
  ]);
  expect((await listActions()).filter((action) => action === 'pickup.undone')).toHaveLength(2);
});
