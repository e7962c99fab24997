import { describe, expect, test } from 'vitest';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { prepareData } from '#server/app.ts';
import { inTransaction } from '#server/db/database.ts';
import { admins, recoveryCodes } from '#server/db/schema.ts';
import { everyRow, loggedDonation } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { listAdmins, randomPassword, removeAdmin } from './serverAccounts.ts';

const site = useTestSite();

const GENERATED = /^[a-z]{3,8}-[a-z]{3,8}-[1-9]\d\d-[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/;

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.call(contract.adminMe, {})).body.ok;
}

async function signIn(username: string, password: string) {
  const client = site.visitor();
  const answer = await client.refused(contract.adminLogin, { body: { username, password } });
  client.csrfToken = (await client.call(contract.csrf, {})).body.csrfToken;
  return { client, ...answer };
}

const changeAdmin = (
  client: Client,
  id: number,
  body: { role?: 'admin' | 'volunteer'; isActive?: boolean },
) => client.refused(contract.changeAdmin, { params: { id }, body });

const roles = async () =>
  Object.fromEntries((await listAdmins(site.database)).map(({ username, role }) => [username, role]));

describe('the list of admins', () => {
  test('shows role, state and last use of each', async () => {
    const alex = await site.admin();
    await alex.call(contract.addAdmin, { body: { username: 'Robin Roy', role: 'volunteer' } });
    site.pass({ minutes: 90 });
    // The last use is recorded beside a call and may come after its answer.
    await alex.call(contract.admins, {});
    await expect
      .poll(async () => (await alex.call(contract.admins, {})).body.admins)
      .toEqual([
        {
          id: 1,
          username: 'alex',
          role: 'admin',
          isActive: true,
          hasSecondFactor: false,
          lastSeenAt: '2026-11-20T19:30:00.000Z',
        },
        {
          id: 2,
          username: 'Robin Roy',
          role: 'volunteer',
          isActive: true,
          hasSecondFactor: false,
          lastSeenAt: null,
        },
      ]);
  });

  test('shows the last use to the minute', async () => {
    const alex = await site.admin();
    const lastSeen = async () => (await alex.call(contract.admins, {})).body.admins[0]?.lastSeenAt;
    const before = await lastSeen();
    site.now = new Date(site.now.getTime() + 59_000);
    await lastSeen();
    await alex.call(consoleDonations.adminSummary, {});
    expect(await lastSeen()).toBe(before);
    site.pass({ minutes: 1 });
    await lastSeen();
    await expect.poll(lastSeen).toBe(site.now.toISOString());
  });
});

describe('adding an admin', () => {
  test('generates a password that must be changed, and is recorded', async () => {
    const alex = await site.admin();
    const body = { username: ' Robin ', role: 'volunteer' as const };
    const added = await alex.call(contract.addAdmin, { body });
    expect(added).toMatchObject({
      status: 200,
      body: { admin: { id: 2, username: 'Robin', role: 'volunteer', isActive: true, lastSeenAt: null } },
    });
    const { password } = added.body;
    expect(password).toMatch(GENERATED);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'admin.added',
      entityType: 'system',
      entityId: 2,
      details: { username: 'Robin', role: 'volunteer' },
    });

    expect((await signIn('robin', password)).body).toEqual({
      ok: true,
      username: 'Robin',
      role: 'volunteer',
      mustChangePassword: true,
      mustSetUpSecondFactor: false,
    });
  });

  test('treats names that differ in spaces or Unicode composition as one', async () => {
    const alex = await site.admin();
    const username = ' Zoe\u0308  Roy ';
    const { body } = await alex.call(contract.addAdmin, { body: { username, role: 'admin' } });
    expect(body.admin.username).toBe('Zoë Roy');
    for (const typed of [username, 'zoë roy'])
      expect((await signIn(typed, body.password)).body.ok).toBe(true);
  });

  test('shows the password only in that answer', async () => {
    const alex = await site.admin();
    const { body } = await alex.call(contract.addAdmin, { body: { username: 'robin', role: 'admin' } });
    for (const stored of [
      JSON.stringify(await everyRow(site)),
      site.log,
      JSON.stringify(await site.audit()),
    ]) {
      expect(stored).not.toContain(body.password);
    }
    expect((await alex.send('GET', '/api/admin/admins')).body).not.toContain(body.password);
  });

  test('answers 409 at the name if it is taken, in any case and width', async () => {
    const alex = await site.admin();
    const before = await everyRow(site);
    const answer = await alex.refused(contract.addAdmin, {
      body: { username: 'ＡＬＥＸ', role: 'volunteer' },
    });
    const taken = 'Another admin has this name already';
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'duplicate', error: taken, fields: { username: taken } },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    [{}, { username: 'Username is required', role: 'Please choose admin or volunteer' }],
    [
      { username: '  ', role: 'owner' },
      { username: 'Username is required', role: 'Please choose admin or volunteer' },
    ],
    [{ username: 'x'.repeat(65), role: 'admin' }, { username: 'Please use at most 64 characters' }],
    [
      { username: 'al\u200bex', role: 'admin' },
      { username: 'A username has only letters, digits, spaces and . _ @ + -' },
    ],
    [
      { username: '<b>alex</b>', role: 'admin' },
      { username: 'A username has only letters, digits, spaces and . _ @ + -' },
    ],
    [{ username: 'ﷺ'.repeat(4), role: 'admin' }, { username: 'Please use at most 64 characters' }],
    [{ username: 'Shell', role: 'admin' }, { username: 'The audit log uses that name for somebody else' }],
    [
      { username: 'donor  12', role: 'admin' },
      { username: 'The audit log uses that name for somebody else' },
    ],
  ])('refuses %j at its fields', async (body, fields) => {
    const alex = await site.admin();
    const answer = await alex.refused(contract.addAdmin, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    expect(answer.body['fields']).toEqual(fields);
  });
});

test('a generated password is five words and a number of three digits, and differs each time', () => {
  const passwords = Array.from({ length: 200 }, randomPassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) expect(password).toMatch(GENERATED);
});

describe('changing an admin', () => {
  test('to a volunteer takes effect at once, in open sessions', async () => {
    const [alex, sam] = [await site.admin(), await site.admin('sam')];
    expect(await changeAdmin(alex, 2, { role: 'volunteer' })).toMatchObject({
      status: 200,
      body: { ok: true, admin: { id: 2, username: 'sam', role: 'volunteer', isActive: true } },
    });
    expect((await sam.call(contract.adminMe, {})).body).toMatchObject({ ok: true, role: 'volunteer' });
    expect((await sam.call(consoleDonations.adminSummary, {})).status).toBe(200);
    expect((await sam.refused(rewards.codes, {})).status).toBe(403);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ action: 'admin.role_changed', entityId: 2 });
    expect(entry?.details).toEqual({ username: 'sam', role: 'volunteer' });
    expect((await changeAdmin(alex, 2, { role: 'admin' })).status).toBe(200);
    expect((await sam.refused(rewards.codes, {})).status).toBe(200);
  });

  test('to switched off signs them out everywhere, until they are switched on again', async () => {
    const alex = await site.admin();
    const [desk, phone] = [await site.admin('sam'), await site.admin('sam')];
    expect((await changeAdmin(alex, 2, { isActive: false })).body).toMatchObject({
      admin: { isActive: false },
    });
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([false, false]);
    expect((await desk.refused(consoleDonations.adminSummary, {})).status).toBe(401);
    expect(await signIn('sam', ADMIN.password)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', error: 'Wrong username or password.' },
    });
    expect((await changeAdmin(alex, 2, { isActive: true })).status).toBe(200);
    expect(await isSignedIn(desk)).toBe(false);
    expect((await signIn('sam', ADMIN.password)).status).toBe(200);
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['admin.switched_off', 'admin.switched_on']));
  });

  test('answers 403 for oneself, and 409 for the last admin', async () => {
    const alex = await site.admin();
    const lastAdminRefusal = {
      status: 409,
      body: { code: 'last_admin', error: 'This is the last active admin, who stays.' },
    };
    await site.volunteer();
    for (const body of [{ role: 'volunteer' as const }, { isActive: false }]) {
      expect(await changeAdmin(alex, 1, body)).toMatchObject(lastAdminRefusal);
    }
    await site.admin('sam');
    for (const body of [{ role: 'volunteer' as const }, { isActive: false }]) {
      expect(await changeAdmin(alex, 1, body)).toMatchObject({ status: 403, body: { code: 'not_yourself' } });
    }
    // An admin who is switched off does not count as another admin.
    expect((await changeAdmin(alex, 3, { isActive: false })).status).toBe(200);
    expect(await changeAdmin(alex, 1, { role: 'volunteer' })).toMatchObject(lastAdminRefusal);
    expect(await roles()).toEqual({ alex: 'admin', vera: 'volunteer', sam: 'admin' });
  });

  test('to the same role and state succeeds, for oneself too, and changes nothing', async () => {
    const alex = await site.admin();
    const before = await everyRow(site);
    for (const body of [{}, { role: 'admin' as const, isActive: true }]) {
      expect(await changeAdmin(alex, 1, body)).toMatchObject({ status: 200, body: { admin: { id: 1 } } });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('answers 404 for an unknown admin, and 400 for invalid values', async () => {
    const alex = await site.admin();
    expect((await changeAdmin(alex, 99, { isActive: false })).status).toBe(404);
    const body = { role: 'owner', isActive: 'no' };
    expect(await alex.refused(contract.changeAdmin, { params: { id: 1 }, body })).toMatchObject({
      status: 400,
      body: {
        fields: { role: 'Please choose admin or volunteer', isActive: 'Please say whether they may sign in' },
      },
    });
  });
});

describe('resetting an admin', () => {
  test('gives a password, removes the second factor, ends every session, and is recorded', async () => {
    const [alex, sam] = [await site.admin(), await site.admin('sam')];
    const secondFactor = { secondFactorSecret: 'sealed', secondFactorSince: site.now, secondFactorStep: 5 };
    await site.database.update(admins).set(secondFactor);
    await site.database
      .insert(recoveryCodes)
      .values([1, 2].map((adminId) => ({ adminId, codeHash: 'hash' })));
    const { status, body } = await alex.call(contract.resetAdmin, { params: { id: 2 } });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ok: true, password: expect.stringMatching(GENERATED) as string },
    });
    expect(await isSignedIn(sam)).toBe(false);
    expect(await isSignedIn(alex)).toBe(true);
    const list = (await alex.call(contract.admins, {})).body.admins;
    expect(list.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([true, false]);
    expect(await site.database.select({ adminId: recoveryCodes.adminId }).from(recoveryCodes)).toEqual([
      { adminId: 1 },
    ]);
    expect((await signIn('sam', ADMIN.password)).status).toBe(401);
    expect((await signIn('sam', body.password)).body['mustChangePassword']).toBe(true);
    const entries = await site.audit();
    expect(entries.find(({ action }) => action === 'admin.reset')).toMatchObject({
      actor: 'alex',
      entityId: 2,
      details: { username: 'sam' },
    });
  });

  test('answers 403 for oneself and 404 for an unknown admin, and changes nothing', async () => {
    const alex = await site.admin();
    const before = await everyRow(site);
    expect(await alex.refused(contract.resetAdmin, { params: { id: 1 } })).toMatchObject({
      status: 403,
      body: { code: 'not_yourself' },
    });
    expect((await alex.refused(contract.resetAdmin, { params: { id: 99 } })).status).toBe(404);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('the first admin', () => {
  const start = (publicUrl: string, password?: string, username = 'robin') =>
    prepareData(site.database, { firstAdmin: { username, password }, publicUrl }, site.now);
  const names = async () => (await listAdmins(site.database)).map(({ username }) => username);

  test('must have a password of eight characters if others reach the site', async () => {
    await expect(start('https://reround.example', 'seven77')).rejects.toThrow('at least 8 characters');
    await expect(start('https://reround.example', '🔑🔑🔑🔑')).rejects.toThrow('at least 8 characters');
    expect(await names()).toEqual([]);
    expect(await start('https://reround.example', 'eight888')).toBeNull();
    const body = { username: 'robin', password: 'eight888' };
    expect((await site.visitor().call(contract.adminLogin, { body })).status).toBe(200);
    // The settings no longer matter once there is an admin.
    expect(await start('https://reround.example', 'seven77')).toBeNull();
  });

  test('must have a valid username', async () => {
    const startWithName = (username: string) => start('https://reround.example', 'eight888', username);
    await expect(startWithName('Jo!')).rejects.toThrow(
      'ADMIN_USERNAME: A username has only letters, digits, spaces and . _ @ + -.',
    );
    await expect(startWithName('shell')).rejects.toThrow(
      'ADMIN_USERNAME: The audit log uses that name for somebody else',
    );
    expect(await names()).toEqual([]);
    await startWithName('Jo');
    expect(await startWithName('Jo!')).toBeNull();
    expect(await names()).toEqual(['Jo']);
  });

  test('may have a long password of any characters, each of which counts', async () => {
    const password = ` 🔑 päß\tword `.repeat(80);
    await start('https://reround.example', password);
    const signInWith = (typedPassword: string) =>
      site
        .visitor()
        .send('POST', '/api/admin/login', { body: { username: 'robin', password: typedPassword } });
    expect((await signInWith(password)).status).toBe(200);
    expect((await signInWith(password.trim())).status).toBe(401);
    expect((await signInWith(password.slice(0, -2))).status).toBe(401);
  });

  test('may have any password on a site that only this machine reaches', async () => {
    expect(await start('http://localhost:3000', 'x')).toBeNull();
    expect(await names()).toEqual(['robin']);
  });

  test('gets a generated password if none is set', async () => {
    const created = await start('https://reround.example');
    expect((await site.audit()).map(({ actor, action }) => [actor, action])).toEqual([
      ['site', 'admin.added'],
    ]);
    expect(created).toEqual({ username: 'robin', password: expect.stringMatching(GENERATED) as string });
  });
});

describe('removing an admin from the machine', () => {
  const remove = (username: string) =>
    inTransaction(site.database, (transaction) =>
      removeAdmin(transaction, { username }, 'npm run admin', site.now),
    );

  test('ends their sessions, but keeps those of others and the audit log', async () => {
    const [alex, sam] = [await site.admin('alex'), await site.admin('sam')];
    await loggedDonation(site);
    await sam.call(consoleDonations.confirmDonation, { body: { id: 1 } });
    const before = await site.audit();
    await remove('SAM');
    expect(await isSignedIn(sam)).toBe(false);
    expect((await sam.refused(consoleDonations.adminSummary, {})).status).toBe(401);
    expect((await signIn('sam', ADMIN.password)).status).toBe(401);
    expect(await isSignedIn(alex)).toBe(true);
    const [failed, removed, ...earlier] = await site.audit();
    expect(earlier).toEqual(before);
    expect(removed).toMatchObject({ actor: 'npm run admin', actorRole: 'system', action: 'admin.removed' });
    // The name belongs to nobody any more.
    expect(failed).toMatchObject({ actor: 'visitor', action: 'admin.sign_in_failed', entityId: null });
  });

  test('is refused for the last admin and for an unknown name', async () => {
    const alex = await site.admin('alex');
    await site.volunteer();
    await expect(remove('alex')).rejects.toThrow('This is the last active admin, who stays.');
    await expect(remove('nobody')).rejects.toThrow('There is no such admin.');
    await remove('vera');
    expect(await isSignedIn(alex)).toBe(true);
  });
});
