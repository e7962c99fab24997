import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

test('if a password is changed twice at once, only one change succeeds', async () => {
  const alex = await site.admin();
  const newPasswords = ['a mug for the long winter', 'a vase for the short summer'];
  const answers = await collide(
    site,
    sql`select id from admins for update`,
    newPasswords.map(
      (next) => () => alex.refused(contract.changePassword, { body: { current: ADMIN.password, next } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  const signInStatuses = await Promise.all(
    newPasswords.map(async (password) => {
      const body = { username: ADMIN.username, password };
      return (await site.visitor().refused(contract.adminLogin, { body })).status;
    }),
  );
  expect(signInStatuses).toEqual(answers.map(({ status }) => status));
  const entries = (await site.audit()).filter(({ action }) => action === 'admin.password_changed');
  expect(entries).toHaveLength(1);
});
