import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/dashboard/contract.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { sessions } from '#server/schema.ts';
import { everyRow, loggedDonation, signInWithoutCode } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const ADMIN_COOKIE = 'reround_admin';
const DONOR_COOKIE = 'reround_donor';
const NOBODY = { ok: false, authenticated: false };

async function donorSignIn(body: { studentId?: string; email?: string; displayName?: string }) {
  const client = site.visitor();
  return { client, ...(await signInWithoutCode(client, body)) };
}

async function stillSignedIn(client: Client): Promise<boolean> {
  return (await client.call(contract.adminMe, {})).body.ok;
}

describe('signing an admin in', () => {
  test('answers the name, starts a session and writes it down', async () => {
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

  test('takes the name in any case, but the password as it is', async () => {
    await site.admin();
    const named = { username: ' ALEX ', password: ADMIN.password };
    expect(await site.visitor().call(contract.adminLogin, { body: named })).toMatchObject({
      status: 200,
      body: { username: 'alex' },
    });
    const shouted = { ...ADMIN, password: ADMIN.password.toUpperCase() };
    expect((await site.visitor().refused(contract.adminLogin, { body: shouted })).status).toBe(401);
  });

  test.each([
    ['a wrong password', { ...ADMIN, password: 'not this one' }],
    ['an unknown name', { ...ADMIN, username: 'nobody' }],
  ])('with %s is 401 in the same words, with no session, and on record', async (_name, body) => {
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

  test('leaves rows of a flood of wrong passwords, but does not fill the log with them', async () => {
    await site.admin();
    await site.admin('robin');
    const failed = async () =>
      (await site.audit())
        .filter(({ action }) => action === 'admin.sign_in_failed')
        .map(({ entityId }) => entityId);
    const fail = (username: string) =>
      site.visitor().refused(contract.adminLogin, { body: { username, password: 'not this one' } });
    const flood = async (entityId: number | null) =>
      await site.database.execute(sql`
        insert into audit_log (actor, action, entity_type, entity_id, created_at)
        select 'visitor', 'admin.sign_in_failed', 'system', ${entityId}, ${site.now.toISOString()}
        from generate_series(1, 199)`);
    await flood(null);
    await flood(1);
    for (const username of ['nobody', 'alex', 'noone', 'alex']) await fail(username);
    expect(await failed()).toHaveLength(400);
    // Neither made-up names nor a flood under another name hides what is tried on an admin.
    await fail('robin');
    expect((await failed())[0]).toBe(2);
    site.pass({ minutes: 16 });
    await fail('alex');
    expect((await failed())[0]).toBe(1);
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

  test('gives a new session each time, of which the database keeps only a hash', async () => {
    const client = await site.admin();
    const first = client.cookies.get(ADMIN_COOKIE);
    await client.call(contract.adminLogin, { body: ADMIN });
    const second = client.cookies.get(ADMIN_COOKIE);
    expect(second).not.toBe(first);
    // The one before has ended.
    expect(await site.database.select().from(sessions)).toHaveLength(1);
    const rows = JSON.stringify(await everyRow(site));
    for (const token of [first, second]) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(token);
      expect(site.log).not.toContain(token);
    }
  });

  test('never takes over a session that the browser brought along', async () => {
    await site.admin();
    const client = site.visitor();
    const planted = 'A'.repeat(43);
    client.cookies.set(ADMIN_COOKIE, planted);
    await client.call(contract.adminLogin, { body: ADMIN });
    expect(client.cookies.get(ADMIN_COOKIE)).not.toBe(planted);
  });

  test('sets a cookie that scripts cannot read and other sites do not send', async () => {
    await site.admin();
    const { headers } = await site.visitor().call(contract.adminLogin, { body: ADMIN });
    const cookie = [headers['set-cookie']].flat().find((line) => String(line).startsWith(ADMIN_COOKIE));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
  });
});

describe('asking who the admin is', () => {
  test('is 200 and says nobody without a session, and with a made-up one', async () => {
    const client = site.visitor();
    expect(await client.call(contract.adminMe, {})).toMatchObject({ status: 200, body: NOBODY });
    client.cookies.set(ADMIN_COOKIE, 'B'.repeat(43));
    expect((await client.call(contract.adminMe, {})).body).toEqual(NOBODY);
  });

  test('says nobody to a donor, whose session is no admin session in any cookie', async () => {
    const donor = await site.donor('JTHIESSEN');
    expect((await donor.call(contract.adminMe, {})).body).toEqual(NOBODY);
    donor.cookies.set(ADMIN_COOKIE, donor.cookies.get(DONOR_COOKIE) ?? '');
    expect((await donor.call(contract.adminMe, {})).body).toEqual(NOBODY);
  });

  test('says nobody once the session was unused for twelve hours', async () => {
    const admin = await site.admin();
    site.pass({ minutes: 12 * 60 - 1 });
    expect(await stillSignedIn(admin)).toBe(true);
    site.pass({ minutes: 1 });
    expect(await stillSignedIn(admin)).toBe(false);
    expect((await admin.refused(deciding.adminSummary, {})).status).toBe(401);
  });
});

describe('signing an admin out', () => {
  test('ends the session on the server, so that a kept cookie is worth nothing', async () => {
    const admin = await site.admin();
    const kept = admin.cookies.get(ADMIN_COOKIE) ?? '';
    expect(await admin.call(contract.adminLogout, {})).toMatchObject({ status: 200, body: { ok: true } });
    expect(admin.cookies.has(ADMIN_COOKIE)).toBe(false);
    expect(await site.database.select().from(sessions)).toEqual([]);
    admin.cookies.set(ADMIN_COOKIE, kept);
    expect(await stillSignedIn(admin)).toBe(false);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ actor: 'alex', action: 'admin.signed_out', entityType: 'system' });
  });

  test('leaves the sessions on other devices', async () => {
    const [desk, phone] = [await site.admin(), await site.admin()];
    await desk.call(contract.adminLogout, {});
    expect(await stillSignedIn(phone)).toBe(true);
  });

  test('is 401 without a session and 403 without the CSRF token, and then the session goes on', async () => {
    const admin = await site.admin();
    expect((await site.visitor().refused(contract.adminLogout, {})).status).toBe(401);
    admin.csrfToken = undefined;
    const answer = await admin.refused(contract.adminLogout, {});
    expect(answer).toMatchObject({ status: 403, body: { ok: false, code: 'csrf_token_invalid' } });
    expect(await stillSignedIn(admin)).toBe(true);
  });
});

test('the CSRF token is answered to a visitor, too', async () => {
  const answer = await site.visitor().call(contract.csrf, {});
  expect(answer).toMatchObject({ status: 200, body: { ok: true, csrfToken: expect.any(String) } });
});

describe('signing a donor in', () => {
  test('opens the dashboard of the ID’s donations and writes it down', async () => {
    await loggedDonation(site);
    const { status, body, client } = await donorSignIn({ studentId: ' jthiessen ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, studentId: 'JTHIESSEN', participantId: 1, displayName: null });
    expect((await client.call(donors.studentMe, {})).body).toEqual({ ...body, authenticated: true });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'donor 1',
      actorRole: 'donor',
      action: 'donor.signed_in',
      entityType: 'participant',
      entityId: 1,
      participantId: 1,
    });
  });

  test('leads to the participant of the donations logged before, however the ID is typed', async () => {
    await loggedDonation(site, { studentId: 'jthiessen' });
    const first = await donorSignIn({ studentId: 'JThiessen' });
    const second = await donorSignIn({ studentId: ' ＪＴＨＩＥＳＳＥＮ' });
    expect(second.body.participantId).toBe(first.body.participantId);
    expect((await everyRow(site))['participants']).toHaveLength(1);
  });

  test('under an ID without a donation keeps no row of a person, and shows an empty dashboard', async () => {
    const { body, client } = await donorSignIn({
      studentId: 'NEW',
      email: 'new@example.ca',
      displayName: 'Ann New',
    });
    expect(body).toEqual({ ok: true, studentId: 'NEW', participantId: null, displayName: 'Ann New' });
    const rows = await everyRow(site);
    expect([rows['participants'], rows['students']]).toEqual([[], []]);
    const summary = await client.call(dashboard.donorSummary, {});
    expect(summary).toMatchObject({
      status: 200,
      body: { studentId: 'NEW', totals: { all: 0, confirmed: 0, pending: 0 }, codes: [], recent: [] },
    });
  });

  test('before the first donation shows that donation once it is logged', async () => {
    const { client } = await donorSignIn({ studentId: 'NEW' });
    await loggedDonation(site, { studentId: 'NEW' });
    const { body } = await client.call(dashboard.donorSummary, {});
    expect(body.totals).toEqual({ all: 1, confirmed: 0, pending: 1 });
  });

  test.each([
    [{}, { studentId: 'Please enter an email or a donor ID.' }],
    [{ studentId: '   ' }, { studentId: 'Please enter an email or a donor ID.' }],
    [{ studentId: 'A', email: 'nonsense' }, { email: 'Please enter a valid email address' }],
    [{ studentId: 'A\u200bB' }, { studentId: 'A donor ID has only letters, digits, spaces and . _ @ / + -' }],
    [
      { studentId: 'x'.repeat(65), email: 5, displayName: 'x'.repeat(121) },
      {
        studentId: 'Please use at most 64 characters',
        email: 'Please enter text',
        displayName: 'Please use at most 120 characters',
      },
    ],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const before = await everyRow(site);
    const answer = await site.visitor().refused(donors.studentLogin, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });

  test('gives a new session each time', async () => {
    const { client } = await donorSignIn({ studentId: 'JTHIESSEN' });
    const first = client.cookies.get(DONOR_COOKIE);
    await client.call(donors.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    expect(client.cookies.get(DONOR_COOKIE)).not.toBe(first);
  });
});

describe('where a donor has a noted email', () => {
  async function noted(email: string) {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: { email } });
  }

  test('another email is 401, and nothing changes', async () => {
    await noted('jo@example.ca');
    const before = await everyRow(site);
    const client = site.visitor();
    const answer = await client.refused(donors.studentLogin, {
      body: { studentId: 'JTHIESSEN', email: 'mallory@example.ca', displayName: 'Mallory' },
    });
    expect(answer).toMatchObject({
      status: 401,
      body: { ok: false, code: 'wrong_credentials', error: 'That email does not match this donor ID.' },
    });
    expect(client.cookies.has(DONOR_COOKIE)).toBe(false);
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([
    ['the same email in another case', { email: 'JO@EXAMPLE.CA' }],
    ['no email', {}],
    ['a blank email', { email: ' ' }],
  ])('%s is fine', async (_name, given) => {
    await noted('jo@example.ca');
    expect((await donorSignIn({ studentId: 'JTHIESSEN', ...given })).status).toBe(200);
  });

  test('an email that someone else typed before keeps nobody out', async () => {
    await loggedDonation(site);
    await donorSignIn({ studentId: 'JTHIESSEN', email: 'mallory@example.ca', displayName: 'Mallory' });
    const own = await donorSignIn({ studentId: 'JTHIESSEN', email: 'jo@example.ca', displayName: 'Jo T' });
    expect(own).toMatchObject({ status: 200, body: { displayName: 'Jo T' } });
  });
});

describe('signing a donor in by email alone', () => {
  const byEmail = (email: string) => donorSignIn({ email });

  test('is the person whose noted email it is, however it is written', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(donors.updateParticipant, {
      params: { id: 1 },
      body: { email: 'grace@example.ca' },
    });
    const { body } = await byEmail('Grace@Example.ca');
    // A donor ID cannot be changed: an email that is corrected later must not have given it away.
    expect(body).toMatchObject({ participantId: 1, studentId: 'GRACE@EXAMPLE.CA' });
  });

  test('is that person without any donor ID too, and the address then leads to them', async () => {
    const admin = await site.admin();
    const made = await admin.call(donors.upsertParticipant, {
      body: { displayName: 'Grace', email: 'grace@example.ca' },
    });
    const { body, client } = await byEmail('grace@example.ca');
    expect(body).toMatchObject({
      participantId: made.body.id,
      studentId: 'GRACE@EXAMPLE.CA',
      displayName: 'Grace',
    });
    await loggedDonation(site, { studentId: body.studentId });
    expect((await client.call(dashboard.donorSummary, {})).body.totals.all).toBe(1);
  });

  test('else is the part before the @', async () => {
    expect((await byEmail('grace@example.ca')).body.studentId).toBe('GRACE');
  });

  test('is refused where no donor ID can be made of it, so that two emails never make one', async () => {
    const answer = await site
      .visitor()
      .refused(donors.studentLogin, { body: { email: "o'brien@example.ca" } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'No donor ID can be made of this email. Please enter your donor ID.' } },
    });
  });

  test('ends with the email that is noted: whoever had the one before is signed out', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const note = (email: string) =>
      admin.call(donors.updateParticipant, { params: { id: 1 }, body: { email } });
    await note('typo@example.ca');
    const { client } = await byEmail('typo@example.ca');
    const byId = await site.donor('JTHIESSEN');
    await note('typo@example.ca');
    expect((await client.call(dashboard.donorSummary, {})).status).toBe(200);
    await note('grace@example.ca');
    expect((await client.refused(dashboard.donorSummary, {})).status).toBe(401);
    expect((await byId.call(dashboard.donorSummary, {})).status).toBe(200);
    expect((await byEmail('typo@example.ca')).body.participantId).toBeNull();
  });

  test('is the whole address where that part is somebody’s with another noted or claimed email', async () => {
    const admin = await site.admin();
    await loggedDonation(site, { studentId: 'GRACE' });
    await loggedDonation(site, { studentId: 'ADA' });
    await admin.call(donors.updateParticipant, {
      params: { id: 1 },
      body: { email: 'grace@home.ca' },
    });
    await donorSignIn({ studentId: 'ADA', email: 'ada@home.ca' });
    expect((await byEmail('grace@work.ca')).body).toMatchObject({
      studentId: 'GRACE@WORK.CA',
      participantId: null,
    });
    expect((await byEmail('ada@work.ca')).body).toMatchObject({
      studentId: 'ADA@WORK.CA',
      participantId: null,
    });
    expect((await byEmail('ada@home.ca')).body).toMatchObject({ studentId: 'ADA', participantId: 2 });
  });
});

describe('asking who the donor is', () => {
  test('is 200 and says nobody without a session', async () => {
    expect(await site.visitor().call(donors.studentMe, {})).toMatchObject({
      status: 200,
      body: NOBODY,
    });
  });

  test('says nobody to an admin', async () => {
    const admin = await site.admin();
    expect((await admin.call(donors.studentMe, {})).body).toEqual(NOBODY);
  });

  test('says nobody once the session is ninety days old', async () => {
    await loggedDonation(site);
    const donor = await site.donor('JTHIESSEN');
    site.pass({ days: 90, minutes: -1 });
    expect((await donor.call(donors.studentMe, {})).body.ok).toBe(true);
    site.pass({ minutes: 1 });
    expect((await donor.call(donors.studentMe, {})).body).toEqual(NOBODY);
  });
});

describe('a session of an ID without a donation', () => {
  test('is gone the next day, since anyone may invent an ID', async () => {
    const donor = await site.donor('INVENTED');
    site.pass({ days: 1, minutes: -1 });
    expect((await donor.call(donors.studentMe, {})).body.ok).toBe(true);
    site.pass({ minutes: 1 });
    expect((await donor.call(donors.studentMe, {})).body).toEqual(NOBODY);
  });
});

describe('signing a donor out', () => {
  test('ends the session on the server', async () => {
    const donor = await site.donor('JTHIESSEN');
    const kept = donor.cookies.get(DONOR_COOKIE) ?? '';
    expect(await donor.call(donors.studentLogout, {})).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(donor.cookies.has(DONOR_COOKIE)).toBe(false);
    donor.cookies.set(DONOR_COOKIE, kept);
    expect((await donor.call(donors.studentMe, {})).body).toEqual(NOBODY);
    expect((await donor.refused(dashboard.donorSummary, {})).status).toBe(401);
  });

  test('is fine without a session', async () => {
    expect(await site.visitor().call(donors.studentLogout, {})).toMatchObject({ status: 200 });
  });

  test('leaves the admin session of the same browser', async () => {
    const both = await site.admin();
    await both.call(donors.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    await both.call(donors.studentLogout, {});
    expect(await stillSignedIn(both)).toBe(true);
  });
});
