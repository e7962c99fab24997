import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { isActiveAdmin } from './rules.ts';
import { listAdmins } from './serverAccounts.ts';

const site = useTestSite({ on: 'races' });

test.each([[{ role: 'volunteer' }], [{ isActive: false }]])(
  'if the last two admins do %j to each other at once, one of them stays',
  async (body) => {
    const [alex, sam] = [await site.admin(), await site.admin('sam')];
    const answers = await collide(site, sql`select id from admins for update`, [
      () => alex.refused(contract.changeAdmin, { params: { id: 2 }, body }),
      () => sam.refused(contract.changeAdmin, { params: { id: 1 }, body }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(answers[1]?.body.code).toBe('last_admin');
    expect((await listAdmins(site.database)).map(isActiveAdmin)).toEqual([true, false]);
  },
);

test('refuses an admin who became a volunteer during the call', async () => {
  const [alex, sam] = [await site.admin(), await site.admin('sam')];
  await site.admin('kim');
  const answers = await collide(site, sql`select id from admins for update`, [
    () => alex.refused(contract.changeAdmin, { params: { id: 2 }, body: { role: 'volunteer' } }),
    () => sam.refused(contract.changeAdmin, { params: { id: 1 }, body: { role: 'volunteer' } }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [403, 'not_allowed'],
  ]);
});

test('if two admins reset each other at once, only one succeeds', async () => {
  const [alex, sam] = [await site.admin(), await site.admin('sam')];
  const answers = await collide(site, sql`select id from admins for update`, [
    () => alex.refused(contract.resetAdmin, { params: { id: 2 } }),
    () => sam.refused(contract.resetAdmin, { params: { id: 1 } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
});

test('if the same name is added twice at once, one addition is refused', async () => {
  const alex = await site.admin();
  const answers = await Promise.all(
    ['robin', 'Robin'].map((username) =>
      alex.refused(contract.addAdmin, { body: { username, role: 'volunteer' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});
