import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { limits } from '#shared/limits.ts';
import { appCode, everyRow, inScript } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const limited = useTestSite({ rateLimits: true });

/** Signs an admin in and sets up a second factor. A minute passes, so that the app shows an unused code. */
async function signInWithSecondFactor(
  testSite = site,
): Promise<{ alex: Client; secret: string; recoveryCodes: string[] }> {
  const alex = await testSite.admin();
  const { secret } = (await alex.call(contract.startSecondFactor, {})).body;
  const body = { code: appCode(secret, testSite.now) };
  const { recoveryCodes } = (await alex.call(contract.confirmSecondFactor, { body })).body;
  testSite.pass({ minutes: 1 });
  return { alex, secret, recoveryCodes };
}

const signIn = (code?: string, password = ADMIN.password, testSite = site, address = '192.0.2.1') =>
  testSite
    .visitor()
    .refused(contract.adminLogin, { body: { username: ADMIN.username, password, code } }, { address });

const actions = async () => (await site.audit()).map(({ action }) => action);

const WRONG = {
  status: 401,
  body: { ok: false, error: 'Wrong username, password or code.', code: 'wrong_credentials' },
};

describe('setting up a second factor', () => {
  test('gives a secret and a QR code, and works only after a code was entered', async () => {
    const alex = await site.admin();
    const { secret, uri } = (await alex.call(contract.startSecondFactor, {})).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/ReRound:alex?issuer=ReRound&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await signIn()).status).toBe(200);
    expect((await alex.call(contract.secondFactor, {})).body.since).toBeNull();

    const code = appCode(secret, site.now);
    const { body } = await alex.call(contract.confirmSecondFactor, {
      body: { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` },
    });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const recoveryCode of body.recoveryCodes)
      expect(recoveryCode).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
    expect((await alex.call(contract.secondFactor, {})).body).toEqual({
      ok: true,
      since: site.now.toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect((await signIn()).body.code).toBe('second_factor_required');
    expect(await actions()).toContain('admin.second_factor_on');

    const stored = JSON.stringify(await everyRow(site)) + site.log;
    for (const text of [
      secret,
      ...body.recoveryCodes,
      ...body.recoveryCodes.map((recoveryCode) => recoveryCode.replace('-', '')),
    ]) {
      expect(stored).not.toContain(text);
    }
  });

  test('accepts the code in the digits of another script', async () => {
    const alex = await site.admin();
    const { secret } = (await alex.call(contract.startSecondFactor, {})).body;
    const code = inScript(appCode(secret, site.now), 0x06_60);
    expect((await alex.call(contract.confirmSecondFactor, { body: { code } })).status).toBe(200);
  });

  test('with a wrong code answers 400 at that field and changes nothing', async () => {
    const alex = await site.admin();
    const { secret } = (await alex.call(contract.startSecondFactor, {})).body;
    const before = await everyRow(site);
    const distantCode = appCode(secret, site.now, 2);
    for (const [code, message] of [
      [distantCode, 'That is not the code that the app shows now. Is the clock of your phone right?'],
      ['12345', 'That is not the code that the app shows now. Is the clock of your phone right?'],
      ['ÉÉÉÉÉÉ', 'That is not the code that the app shows now. Is the clock of your phone right?'],
      ['', 'Please enter the code'],
      [' - ', 'Please enter the code'],
      [undefined, 'Please enter the code'],
      [123_456, 'Please enter the code'],
      ['1'.repeat(41), 'Please use at most 40 characters'],
    ] as const) {
      const answer = await alex.refused(contract.confirmSecondFactor, { body: { code } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { code: message } } });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('needs a start, replaces an earlier start, and is refused while one is on', async () => {
    const alex = await site.admin();
    const confirm = (code: string) => alex.refused(contract.confirmSecondFactor, { body: { code } });
    expect(await confirm('123456')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    const firstSecret = (await alex.call(contract.startSecondFactor, {})).body.secret;
    const secondSecret = (await alex.call(contract.startSecondFactor, {})).body.secret;
    expect((await confirm(appCode(firstSecret, site.now))).status).toBe(400);
    expect((await confirm(appCode(secondSecret, site.now))).status).toBe(200);
    expect((await confirm(appCode(secondSecret, site.now, 1))).status).toBe(409);
    expect(await alex.refused(contract.startSecondFactor, {})).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });

  test('ends the admin’s other sessions', async () => {
    const elsewhere = await site.admin();
    const { alex } = await signInWithSecondFactor();
    expect((await elsewhere.call(contract.adminMe, {})).body.ok).toBe(false);
    expect((await alex.call(contract.adminMe, {})).body.ok).toBe(true);
  });
});

describe('signing in with a second factor', () => {
  test('accepts the codes of the previous, current and next step, each once and none older than the last one', async () => {
    const { secret } = await signInWithSecondFactor();
    const codeAt = (steps: number) => appCode(secret, site.now, steps);
    expect(await signIn(codeAt(-2))).toMatchObject(WRONG);
    expect(await signIn(codeAt(2))).toMatchObject(WRONG);
    expect((await signIn(codeAt(-1))).status).toBe(200);
    expect(await signIn(codeAt(-1))).toMatchObject(WRONG);
    expect((await signIn(codeAt(1))).status).toBe(200);
    expect(await signIn(codeAt(0))).toMatchObject(WRONG);
    expect(await signIn(codeAt(1))).toMatchObject(WRONG);
  });

  test('refuses the code that switched it on', async () => {
    const alex = await site.admin();
    const { secret } = (await alex.call(contract.startSecondFactor, {})).body;
    const code = appCode(secret, site.now);
    await alex.call(contract.confirmSecondFactor, { body: { code } });
    expect(await signIn(code)).toMatchObject(WRONG);
  });

  test('accepts each recovery code once, in any spelling, and records it', async () => {
    const { alex, recoveryCodes } = await signInWithSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(first)).status).toBe(200);
    expect(await signIn(first)).toMatchObject(WRONG);
    expect((await signIn(` ${second.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await alex.call(contract.secondFactor, {})).body.recoveryCodesLeft).toBe(8);
    expect((await actions()).filter((action) => action === 'admin.recovery_code_used')).toHaveLength(2);
  });

  test('asks for the code only after a right password, and answers a wrong password and a wrong code alike', async () => {
    const { secret } = await signInWithSecondFactor();
    const rowsWithoutLog = async () => ({ ...(await everyRow(site)), audit_log: [] });
    const before = await rowsWithoutLog();
    const earlierActions = await actions();
    for (const emptyCode of [undefined, '', ' - ']) {
      expect(await signIn(emptyCode)).toMatchObject({
        status: 401,
        body: { code: 'second_factor_required' },
      });
    }
    expect(await signIn(undefined, 'wrong')).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    });
    const rightCode = appCode(secret, site.now);
    const wrongPasswordAnswer = await signIn(rightCode, 'wrong');
    expect(wrongPasswordAnswer).toMatchObject(WRONG);
    for (const wrongCode of ['000000', 'ABCD-EFGH', 'ÉÉÉÉÉÉ', '１２３４５６']) {
      expect((await signIn(wrongCode)).body).toEqual(wrongPasswordAnswer.body);
    }
    // Being asked for a code is no failure. A failure adds a row to the log and changes nothing else.
    expect(await actions()).toEqual([
      ...Array.from({ length: 6 }, () => 'admin.sign_in_failed'),
      ...earlierActions,
    ]);
    expect(await rowsWithoutLog()).toEqual(before);
    expect((await signIn(rightCode)).status).toBe(200);
  });

  test('refuses an admin who is switched off without asking for a code', async () => {
    await signInWithSecondFactor();
    await site.database.execute(sql`update admins set is_active = false`);
    expect(await signIn()).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });

  test('ignores a code while it is off', async () => {
    await site.admin();
    expect((await signIn('123456')).status).toBe(200);
  });

  test('counts a wrong code like a wrong password, but not being asked for one', async () => {
    const { secret } = await signInWithSecondFactor(limited);
    const { most } = limits.adminSignIn;
    for (let asked = 0; asked <= most; asked += 1) {
      expect((await signIn(undefined, ADMIN.password, limited)).body.code).toBe('second_factor_required');
    }
    for (let failed = 0; failed < most; failed += 1) {
      expect((await signIn('000000', ADMIN.password, limited)).status).toBe(401);
    }
    expect((await signIn(appCode(secret, limited.now), ADMIN.password, limited)).status).toBe(429);
  });

  test('limits guesses from all addresses together, and locks no other admin out', async () => {
    const { secret } = await signInWithSecondFactor(limited);
    const guess = (code: string, address: string) => signIn(code, ADMIN.password, limited, address);
    for (let failed = 1; failed <= limits.wrongSecondFactor.most; failed += 1) {
      expect((await guess('000000', `192.0.2.${failed}`)).status).toBe(401);
    }
    expect(await guess(appCode(secret, limited.now), '198.51.100.1')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    // A wrong password does not count against this limit, and other admins have their own.
    expect((await signIn('000000', 'wrong', limited, '198.51.100.2')).status).toBe(401);
    expect((await limited.admin('sam')).csrfToken).toBeDefined();
    limited.pass({ minutes: 15 });
    expect((await guess(appCode(secret, limited.now), '198.51.100.3')).status).toBe(200);
  });
});

describe('switching a second factor off', () => {
  test('needs password and code, ends the other sessions, deletes the recovery codes, and is recorded', async () => {
    const { alex, secret, recoveryCodes } = await signInWithSecondFactor();
    const elsewhere = site.visitor();
    await elsewhere.call(contract.adminLogin, { body: { ...ADMIN, code: recoveryCodes[0] } });
    const disable = (password: string, code: string) =>
      alex.refused(contract.disableSecondFactor, { body: { password, code } });
    const before = await everyRow(site);
    const code = appCode(secret, site.now);
    expect(await disable('wrong', code)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', fields: { password: 'That is not your password.' } },
    });
    for (const wrongCode of [recoveryCodes[0] ?? '', 'ÉÉÉÉÉÉ']) {
      expect(await disable(ADMIN.password, wrongCode)).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials', fields: { code: 'That code is wrong or was used before.' } },
      });
    }
    expect(await everyRow(site)).toEqual(before);

    expect((await disable(ADMIN.password, code)).status).toBe(200);
    expect((await elsewhere.call(contract.adminMe, {})).body.ok).toBe(false);
    expect((await everyRow(site))['recovery_codes']).toEqual([]);
    expect((await signIn()).status).toBe(200);
    expect((await actions())[1]).toBe('admin.second_factor_off');
    expect((await disable(ADMIN.password, code)).body.code).toBe('wrong_state');
  });

  test('accepts a recovery code, too', async () => {
    const { alex, recoveryCodes } = await signInWithSecondFactor();
    const body = { password: ADMIN.password, code: recoveryCodes[9] ?? '' };
    expect((await alex.call(contract.disableSecondFactor, { body })).status).toBe(200);
  });
});

describe('if the settings ask every admin for a second factor', () => {
  test('a volunteer without one must set it up, too', async () => {
    const vera = await site.volunteer();
    await site.database.execute(sql`update settings set is_second_factor_required = true`);
    expect((await vera.refused(consoleDonations.adminSummary, {})).body.code).toBe(
      'second_factor_setup_required',
    );
    const { secret } = (await vera.call(contract.startSecondFactor, {})).body;
    const body = { code: appCode(secret, site.now) };
    expect((await vera.call(contract.confirmSecondFactor, { body })).body.recoveryCodes).toHaveLength(10);
    expect((await vera.call(consoleDonations.adminSummary, {})).status).toBe(200);
  });

  test('an admin without one may only set it up', async () => {
    const earlier = await site.admin();
    await site.database.execute(sql`update settings set is_second_factor_required = true`);
    expect(await signIn()).toMatchObject({ status: 200, body: { mustSetUpSecondFactor: true } });
    // This also holds for a session from before the rule.
    expect((await earlier.call(contract.adminMe, {})).body).toMatchObject({ mustSetUpSecondFactor: true });
    for (const refused of [
      await earlier.refused(consoleDonations.adminSummary, {}),
      await earlier.refused(contract.sessions, {}),
      await earlier.refused(consoleDonations.rejectDonation, { body: { id: 1 } }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_setup_required' } });
    }
    const { alex, secret } = await signInWithSecondFactor();
    expect((await alex.call(contract.adminMe, {})).body).toMatchObject({ mustSetUpSecondFactor: false });
    expect((await alex.call(consoleDonations.adminSummary, {})).status).toBe(200);
    expect(await signIn(appCode(secret, site.now))).toMatchObject({
      status: 200,
      body: { mustSetUpSecondFactor: false },
    });
  });
});
