import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract as settings } from '#features/settings/contract.ts';
import { pickups } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const TUESDAY = { date: '2026-11-24', from: '13:00' };
const body = { name: 'Oksana', address: '12 Osborne Street', items: 'Mugs', window: TUESDAY };
const request = () => site.visitor().send<{ code?: string }>('POST', '/api/pickups', { body });

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
  await admin.call(settings.changeSettings, {
    body: { pickupWindows: [{ weekday: 2, from: '13:00', to: '16:00', capacity: 1 }] },
  });
});

test('gives the last place to one of two simultaneous requests', async () => {
  const answers = await collide(site, sql`select id from settings for update`, [request, request]);
  expect(answers).toMatchObject([{ status: 201 }, { status: 409, body: { code: 'window_full' } }]);
  expect(await site.database.$count(pickups)).toBe(1);
});

test('gives the last place to one of four requests sent in parallel', async () => {
  const answers = await Promise.all([request(), request(), request(), request()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
});

test('keeps the first of a simultaneous completion and cancellation by the link', async () => {
  const { body: asked } = await site.visitor().call(contract.requestPickup, { body });
  const params = { token: asked.link.split('/').at(-1) ?? '' };
  const complete = () =>
    admin.refused(contract.setPickupStatus, { params: { id: asked.id }, body: { status: 'completed' } });
  const cancel = () => site.visitor().refused(contract.cancelPickupByLink, { params });
  const answers = await collide(site, sql`select id from pickups for update`, [complete, cancel]);
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'wrong_state' } }]);
  const twice = await site.visitor().call(contract.requestPickup, { body: { ...body, window: null } });
  const token = twice.body.link.split('/').at(-1) ?? '';
  const again = () => site.visitor().refused(contract.cancelPickupByLink, { params: { token } });
  const both = await collide(site, sql`select id from pickups for update`, [again, again]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const cancelled = (await site.audit()).filter(({ action }) => action === 'pickup.cancelled');
  expect(cancelled).toHaveLength(1);
});
