import { describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { prepareData } from '#server/app.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { addAdmin, everyRow } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const NEXT = 'a mug for the long winter';
const TOO_COMMON = 'Many people use this password, so it is tried first. Please choose another one.';

const madeUp = { username: 'robin', password: 'made up by the site' };

const addMadeUp = () => addAdmin(site, { ...madeUp, mustChangePassword: true });

/** A browser in which somebody has just signed in. */
async function signedIn(body: { username: string; password: string }): Promise<Client> {
  const client = site.visitor();
  await client.call(contract.adminLogin, { body });
  client.csrfToken = (await client.call(contract.csrf, {})).body.csrfToken;
  return client;
}

const change = (client: Client, current: string, next: string) =>
  client.refused(contract.changePassword, { body: { current, next } });

const signInStatus = async (username: string, password: string) =>
  (await site.visitor().refused(contract.adminLogin, { body: { username, password } })).status;

describe('a generated password', () => {
  test('lets its admin do nothing but change it, ask who they are, and leave', async () => {
    await addMadeUp();
    expect(await site.visitor().call(contract.adminLogin, { body: madeUp })).toMatchObject({
      status: 200,
      body: { ok: true, username: 'robin', mustChangePassword: true },
    });
    const robin = await signedIn(madeUp);
    expect((await robin.call(contract.adminMe, {})).body).toEqual({
      ok: true,
      authenticated: true,
      username: 'robin',
      role: 'admin',
      mustChangePassword: true,
      mustSetUpSecondFactor: false,
      email: null,
      notify: { overflow: false, pickup: false, daily: false },
    });
    for (const refused of [
      await robin.refused(deciding.adminSummary, {}),
      await robin.refused(deciding.rejectDonation, { body: { id: 1 } }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
    }
    expect((await robin.call(contract.adminLogout, {})).status).toBe(200);
  });

  test('opens the console once it is changed, in the session that changed it', async () => {
    await addMadeUp();
    const robin = await signedIn(madeUp);
    expect(await change(robin, madeUp.password, NEXT)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect((await robin.call(contract.adminMe, {})).body).toMatchObject({ mustChangePassword: false });
    expect((await robin.call(deciding.adminSummary, {})).status).toBe(200);
    const body = { username: 'robin', password: NEXT };
    expect((await site.visitor().call(contract.adminLogin, { body })).body).toMatchObject({
      mustChangePassword: false,
    });
  });

  test('is that of the first admin, unless the settings give one', async () => {
    const start = (username: string, password?: string) =>
      prepareData(
        site.database,
        { firstAdmin: { username, password }, publicUrl: site.site.publicUrl },
        site.now,
      );
    const made = await start('robin');
    const body = { username: 'robin', password: made?.password ?? '' };
    expect((await site.visitor().call(contract.adminLogin, { body })).body.mustChangePassword).toBe(true);

    await site.reset();
    await start('robin', 'chosen in the settings');
    const chosen = { username: 'robin', password: 'chosen in the settings' };
    expect((await site.visitor().call(contract.adminLogin, { body: chosen })).body.mustChangePassword).toBe(
      false,
    );
  });
});

describe('changing a password', () => {
  test('ends the admin’s other sessions only, and is recorded', async () => {
    const [desk, phone, sam] = [await site.admin(), await site.admin(), await site.admin('sam')];
    expect((await change(desk, ADMIN.password, NEXT)).status).toBe(200);
    const isSignedIn = async (client: Client) => (await client.call(contract.adminMe, {})).body.ok;
    expect([await isSignedIn(desk), await isSignedIn(phone), await isSignedIn(sam)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await signInStatus('alex', ADMIN.password)).toBe(401);
    expect(await signInStatus('alex', NEXT)).toBe(200);
    const entry = (await site.audit()).find(({ action }) => action === 'admin.password_changed');
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      entityType: 'system',
      entityId: 1,
      details: {},
      createdAt: site.now,
    });
  });

  test('stores the new one as argon2id, with the cost of every other', async () => {
    const alex = await site.admin();
    await change(alex, ADMIN.password, NEXT);
    const rows = JSON.stringify(await everyRow(site));
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(rows).not.toContain(NEXT);
    expect(site.log).not.toContain(NEXT);
  });

  test('with a wrong current one is 401 at that field, and changes nothing', async () => {
    const alex = await site.admin();
    const before = await everyRow(site);
    expect(await change(alex, 'not my password', NEXT)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', fields: { current: 'That is not your password.' } },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{}, { current: 'Password is required', next: 'Please use at least 15 characters' }],
    [
      { current: '', next: 'fourteen chars' },
      { current: 'Password is required', next: 'Please use at least 15 characters' },
    ],
    // As people count: ten emoji are ten characters, and twenty of UTF-16.
    [{ current: ADMIN.password, next: '🔑🪴🏺🫖📚🧸🪞🕰️🎈' }, { next: 'Please use at least 15 characters' }],
    [
      { current: 'x'.repeat(1025), next: 'y'.repeat(1025) },
      { current: 'Please use at most 1024 characters', next: 'Please use at most 1024 characters' },
    ],
    [
      { current: 7, next: { $ne: 1 } },
      { current: 'Password is required', next: 'Please use at least 15 characters' },
    ],
    [
      { current: ADMIN.password, next: ADMIN.password },
      { next: 'Please choose another password than the one you have.' },
    ],
    // On the list, the admin's name and the site's.
    [{ current: ADMIN.password, next: '1qaz2wsx3edc4rfv' }, { next: TOO_COMMON }],
    [{ current: ADMIN.password, next: 'alexalexalexalex' }, { next: TOO_COMMON }],
    [{ current: ADMIN.password, next: 'ReRoundReRoundReRound' }, { next: TOO_COMMON }],
  ])('refuses %j at its fields', async (body, fields) => {
    const alex = await site.admin();
    const before = await everyRow(site);
    const answer = await alex.refused(contract.changePassword, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });

  test('refuses the name of the organisation', async () => {
    const alex = await site.admin();
    const organization = { ...placeholderOrganization, name: 'Prairie Loop Society' };
    await alex.call(settings.changeSettings, { body: { organization } });
    const body = { current: ADMIN.password, next: 'prairie loop society' };
    expect((await alex.refused(contract.changePassword, { body })).body).toMatchObject({
      fields: { next: TOO_COMMON },
    });
  });

  test.each(['a mug for the long winter', ' 🔑 päß\tword ☕ mug ', 'x'.repeat(7) + ' y'.repeat(500)])(
    'takes %j, as it is typed',
    async (next) => {
      const alex = await site.admin();
      expect((await change(alex, ADMIN.password, next)).status).toBe(200);
      expect(await signInStatus('alex', next)).toBe(200);
    },
  );
});
