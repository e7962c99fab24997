import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('if two admins save at once, the second is refused and saves nothing', async () => {
  const [alex, bo] = [await site.admin(), await site.admin('bo')];
  const answers = await collide(site, sql`select from settings for update`, [
    () =>
      alex.refused(contract.changeSettings, { body: { monthlyGoal: 300, term: '2026-1', updatedAt: null } }),
    () => bo.refused(contract.changeSettings, { body: { monthlyGoal: 400, daysValid: 60, updatedAt: null } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  const { settings } = (await alex.call(contract.settings, {})).body;
  expect(settings).toMatchObject({ monthlyGoal: 300, term: '2026-1', daysValid: 30 });
});

test('if two admins save different settings at once, without the time that they read, both are saved', async () => {
  const [alex, bo] = [await site.admin(), await site.admin('bo')];
  const answers = await collide(site, sql`select from settings for update`, [
    () => alex.call(contract.changeSettings, { body: { term: '2026-1', donorId: { digits: 7 } } }),
    () => bo.call(contract.changeSettings, { body: { daysValid: 60, donorId: { hint: 'On your card' } } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { settings } = (await alex.call(contract.settings, {})).body;
  const donorId = { hint: 'On your card', digits: 7 };
  expect(settings).toMatchObject({ term: '2026-1', daysValid: 60, donorId });
});
