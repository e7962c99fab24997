import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '#server/db/schema.ts';
import { everyRow } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const ADMIN_COOKIE = 'reround_admin';
const DONOR_COOKIE = 'reround_donor';
const NOBODY = { ok: false, authenticated: false };

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.call(contract.adminMe, {})).body.ok;
}

describe('signing an admin in', () => {
  test('answers the name, starts a session and is recorded', async () => {
    await site.admin();
    const client = site.visitor();
    const answer = await client.call(contract.adminLogin, { body: ADMIN });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, username: 'alex' } });
    expect((await client.call(contract.adminMe, {})).body).toEqual({
      ok: true,
      authenticated: true,
      username: 'alex',
      role: 'admin',
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
      email: null,
      notify: { overflow: false, pickup: false, daily: false },
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'admin.signed_in',
      entityType: 'system',
      entityId: 1,
      createdAt: site.now,
    });
  });

  test('accepts the name in any case, but the password only as it is', async () => {
    await site.admin();
    const inCapitals = { username: ' ALEX ', password: ADMIN.password };
    expect(await site.visitor().call(contract.adminLogin, { body: inCapitals })).toMatchObject({
      status: 200,
      body: { username: 'alex' },
    });
    const wrongCase = { ...ADMIN, password: ADMIN.password.toUpperCase() };
    expect((await site.visitor().refused(contract.adminLogin, { body: wrongCase })).status).toBe(401);
  });

  test.each([
    ['a wrong password', { ...ADMIN, password: 'not this one' }],
    ['an unknown name', { ...ADMIN, username: 'nobody' }],
  ])('with %s answers 401 with the same message, starts no session, and is recorded', async (_name, body) => {
    await site.admin();
    const before = await site.database.select().from(sessions);
    const client = site.visitor();
    const answer = await client.refused(contract.adminLogin, { body });
    expect(answer).toMatchObject({
      status: 401,
      body: { ok: false, code: 'wrong_credentials', error: 'Wrong username or password.' },
    });
    expect(client.cookies.has(ADMIN_COOKIE)).toBe(false);
    expect(await site.database.select().from(sessions)).toEqual(before);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'visitor',
      actorRole: 'visitor',
      action: 'admin.sign_in_failed',
      entityType: 'system',
      entityId: body.username === ADMIN.username ? 1 : null,
      details: {},
      address: '127.0.0.1',
    });
    expect(JSON.stringify(await site.audit())).not.toMatch(/nobody|not this one/);
  });

  test('limits the rows that a flood of wrong passwords adds to the log', async () => {
    await site.admin();
    await site.admin('robin');
    const failedAdminIds = async () =>
      (await site.audit())
        .filter(({ action }) => action === 'admin.sign_in_failed')
        .map(({ entityId }) => entityId);
    const failSignIn = (username: string) =>
      site.visitor().refused(contract.adminLogin, { body: { username, password: 'not this one' } });
    const addFailures = async (entityId: number | null) =>
      await site.database.execute(sql`
        insert into audit_log (actor, action, entity_type, entity_id, created_at)
        select 'visitor', 'admin.sign_in_failed', 'system', ${entityId}, ${site.now.toISOString()}
        from generate_series(1, 199)`);
    await addFailures(null);
    await addFailures(1);
    for (const username of ['nobody', 'alex', 'noone', 'alex']) await failSignIn(username);
    expect(await failedAdminIds()).toHaveLength(400);
    // A flood under other names does not hide a failed sign-in of an admin.
    await failSignIn('robin');
    expect((await failedAdminIds())[0]).toBe(2);
    site.pass({ minutes: 16 });
    await failSignIn('alex');
    expect((await failedAdminIds())[0]).toBe(1);
  });

  test.each([
    [{}, { username: 'Username is required', password: 'Password is required' }],
    [
      { username: '  ', password: '' },
      { username: 'Username is required', password: 'Password is required' },
    ],
    [
      { username: 'x'.repeat(65), password: 'y'.repeat(1025) },
      {
        username: 'Please use at most 64 characters',
        password: 'Please use at most 1024 characters',
      },
    ],
    [
      { username: ['alex'], password: { $ne: 1 } },
      { username: 'Username is required', password: 'Password is required' },
    ],
  ])('refuses %j with a message for each field', async (body, fields) => {
    const answer = await site.visitor().refused(contract.adminLogin, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
  });

  test('starts a new session each time, and stores only its hash', async () => {
    const client = await site.admin();
    const firstToken = client.cookies.get(ADMIN_COOKIE);
    await client.call(contract.adminLogin, { body: ADMIN });
    const secondToken = client.cookies.get(ADMIN_COOKIE);
    expect(secondToken).not.toBe(firstToken);
    // The first one has ended.
    expect(await site.database.select().from(sessions)).toHaveLength(1);
    const rows = JSON.stringify(await everyRow(site));
    for (const token of [firstToken, secondToken]) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(token);
      expect(site.log).not.toContain(token);
    }
  });

  test('never adopts a session token that the browser had before', async () => {
    await site.admin();
    const client = site.visitor();
    const planted = 'A'.repeat(43);
    client.cookies.set(ADMIN_COOKIE, planted);
    await client.call(contract.adminLogin, { body: ADMIN });
    expect(client.cookies.get(ADMIN_COOKIE)).not.toBe(planted);
  });
});

describe('asking who the admin is', () => {
  test('answers 200 without an admin if the session is missing or invented', async () => {
    const client = site.visitor();
    expect(await client.call(contract.adminMe, {})).toMatchObject({ status: 200, body: NOBODY });
    client.cookies.set(ADMIN_COOKIE, 'B'.repeat(43));
    expect((await client.call(contract.adminMe, {})).body).toEqual(NOBODY);
  });

  test('answers no admin for a donor, even with their session in the admin’s cookie', async () => {
    const donor = await site.donor('JTHIESSEN');
    expect((await donor.call(contract.adminMe, {})).body).toEqual(NOBODY);
    donor.cookies.set(ADMIN_COOKIE, donor.cookies.get(DONOR_COOKIE) ?? '');
    expect((await donor.call(contract.adminMe, {})).body).toEqual(NOBODY);
  });
});

describe('signing an admin out', () => {
  test('ends the session on the server, so that a copied cookie is useless', async () => {
    const admin = await site.admin();
    const copiedToken = admin.cookies.get(ADMIN_COOKIE) ?? '';
    expect(await admin.call(contract.adminLogout, {})).toMatchObject({ status: 200, body: { ok: true } });
    expect(admin.cookies.has(ADMIN_COOKIE)).toBe(false);
    expect(await site.database.select().from(sessions)).toEqual([]);
    admin.cookies.set(ADMIN_COOKIE, copiedToken);
    expect(await isSignedIn(admin)).toBe(false);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ actor: 'alex', action: 'admin.signed_out', entityType: 'system' });
  });

  test('leaves the sessions on other devices', async () => {
    const [desk, phone] = [await site.admin(), await site.admin()];
    await desk.call(contract.adminLogout, {});
    expect(await isSignedIn(phone)).toBe(true);
  });
});
