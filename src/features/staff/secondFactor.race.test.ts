import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { appCode } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

async function setUpSecondFactor() {
  const alex = await site.admin();
  const { secret } = (await alex.call(contract.startSecondFactor, {})).body;
  const body = { code: appCode(secret, site.now) };
  const { recoveryCodes } = (await alex.call(contract.confirmSecondFactor, { body })).body;
  return { code: appCode(secret, site.now, 1), recoveryCode: recoveryCodes[0] ?? '' };
}

test.each(['code', 'recoveryCode'] as const)(
  'if two sign-ins use the same %s at once, only one succeeds',
  async (kind) => {
    const codes = await setUpSecondFactor();
    const code = codes[kind];
    const signIn = () => site.visitor().refused(contract.adminLogin, { body: { ...ADMIN, code } });
    const answers = await collide(site, sql`select id from admins for update`, [signIn, signIn]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
    const entries = (await site.audit()).filter(({ action }) => action === 'admin.recovery_code_used');
    expect(entries).toHaveLength(kind === 'code' ? 0 : 1);
  },
);
