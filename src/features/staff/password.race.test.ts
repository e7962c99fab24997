import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('of two changes at the same time one succeeds, and the other’s password no longer fits', async () => {
  const alex = await site.admin();
  const chosen = ['a mug for the long winter', 'a vase for the short summer'];
  const answers = await collide(
    site,
    sql`select id from admins for update`,
    chosen.map(
      (next) => () => alex.refused(contract.changePassword, { body: { current: ADMIN.password, next } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  const open = await Promise.all(
    chosen.map(async (password) => {
      const body = { username: ADMIN.username, password };
      return (await site.visitor().refused(contract.adminLogin, { body })).status;
    }),
  );
  expect(open).toEqual(answers.map(({ status }) => status));
  const entries = (await site.audit()).filter(({ action }) => action === 'admin.password_changed');
  expect(entries).toHaveLength(1);
});
