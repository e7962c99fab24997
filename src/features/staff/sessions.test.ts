import { desc } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { sessions } from '#server/db/schema.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';
import { deviceName } from './server.ts';

const site = useTestSite();

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** Signs the admin in on a phone with another address. */
async function signInOnPhone(): Promise<Client> {
  const client = site.visitor();
  await client.call(
    contract.adminLogin,
    { body: ADMIN },
    { headers: { 'user-agent': PHONE }, address: '192.0.2.7' },
  );
  client.csrfToken = (await client.call(contract.csrf, {})).body.csrfToken;
  return client;
}

const listSessions = async (client: Client) => (await client.call(contract.sessions, {})).body.sessions;
const isSignedIn = async (client: Client) => (await client.call(contract.adminMe, {})).body.ok;
const statusOfCall = async (client: Client) =>
  (await client.refused(consoleDonations.adminSummary, {})).status;
const inMinutes = (minutes: number) => new Date(site.now.getTime() + minutes * 60_000);

const latestUse = async () =>
  (await site.database.select().from(sessions).orderBy(desc(sessions.id)).limit(1))[0]?.lastUsedAt;

/** Makes a call and waits until the use is recorded, which happens beside the call. */
async function callAndWait(client: Client): Promise<void> {
  expect(await statusOfCall(client)).toBe(200);
  await vi.waitFor(async () => expect(await latestUse()).toEqual(site.now));
}

describe('one’s own sessions', () => {
  test('are listed with device, address and last use, the latest first, without those of others', async () => {
    const desk = await site.admin();
    await site.admin('sam');
    site.pass({ minutes: 5 });
    const phone = await signInOnPhone();
    const [first, second, ...others] = await listSessions(phone);
    expect(first).toEqual({
      id: 3,
      device: 'Safari on iPhone',
      address: '192.0.2.7',
      createdAt: site.now.toISOString(),
      lastUsedAt: site.now.toISOString(),
      expiresAt: inMinutes(12 * 60).toISOString(),
      isCurrent: true,
    });
    expect(second).toMatchObject({ id: 1, address: '127.0.0.1', isCurrent: false });
    expect(others).toEqual([]);
    expect((await listSessions(desk)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test.each([
    [PHONE, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['curl/8.1', 'Unknown browser'],
    ['('.repeat(512), 'Unknown browser'],
    [null, 'Unknown device'],
  ])('names the device of %j: %s', (userAgent, device) => {
    expect(deviceName(userAgent)).toBe(device);
  });
});

describe('ending a session', () => {
  test('signs out only that browser, and is recorded', async () => {
    const [desk, phone] = [await site.admin(), await signInOnPhone()];
    expect((await desk.call(contract.endSession, { params: { id: 2 } })).status).toBe(200);
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([true, false]);
    expect(await phone.refused(consoleDonations.adminSummary, {})).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
    expect((await site.audit())[0]).toMatchObject({
      actor: 'alex',
      action: 'admin.session_ended',
      entityId: 1,
      details: { device: 'Safari on iPhone' },
    });
    expect((await desk.refused(contract.endSession, { params: { id: 2 } })).status).toBe(404);
  });

  test('is refused for a session of somebody else', async () => {
    const [alex, sam] = [await site.admin(), await site.admin('sam')];
    expect(await sam.refused(contract.endSession, { params: { id: 1 } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await isSignedIn(alex)).toBe(true);
    for (const id of ['0', 'x', '2147483648']) {
      expect((await sam.refused(contract.endSession, { params: { id } })).status).toBe(400);
    }
  });

  test('works for the current one too, and removes its cookie', async () => {
    const alex = await site.admin();
    await alex.call(contract.endSession, { params: { id: 1 } });
    expect([...alex.cookies.keys()]).toEqual([]);
    expect(await isSignedIn(alex)).toBe(false);
  });

  test('ends all others of this admin at once, and is recorded if there were any', async () => {
    const [desk, phone, sam] = [await site.admin(), await signInOnPhone(), await site.admin('sam')];
    expect((await desk.call(contract.endOtherSessions, {})).body).toEqual({ ok: true, ended: 1 });
    expect([await isSignedIn(desk), await isSignedIn(phone), await isSignedIn(sam)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await desk.call(contract.endOtherSessions, {})).body).toEqual({ ok: true, ended: 0 });
    const entries = (await site.audit()).filter(({ action }) => action === 'admin.other_sessions_ended');
    expect(entries.map(({ details }) => details)).toEqual([{ sessions: 1 }]);
  });
});

describe('an admin’s session', () => {
  test('ends after twelve hours without use', async () => {
    const alex = await site.admin();
    for (const _ of ['in time', 'in time again']) {
      site.pass({ minutes: 12 * 60 - 1 });
      await callAndWait(alex);
    }
    site.pass({ minutes: 12 * 60 });
    expect(await statusOfCall(alex)).toBe(401);
  });

  test('ends after seven days, however it is used', async () => {
    const alex = await site.admin();
    const startedAt = site.now;
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      site.now = new Date(startedAt.getTime() + hours * 60 * 60_000);
      await callAndWait(alex);
    }
    site.now = new Date(startedAt.getTime() + 7 * 24 * 60 * 60_000 - 1);
    expect(await statusOfCall(alex)).toBe(200);
    site.now = new Date(startedAt.getTime() + 7 * 24 * 60 * 60_000);
    expect(await statusOfCall(alex)).toBe(401);
  });

  test('is recorded as used once a minute at most', async () => {
    const alex = await site.admin();
    const startedAt = site.now;
    site.now = new Date(startedAt.getTime() + 59_999);
    expect(await statusOfCall(alex)).toBe(200);
    // This query runs after the update of the previous call, if there was one.
    await site.database.select().from(sessions);
    expect(await latestUse()).toEqual(startedAt);
    site.now = new Date(startedAt.getTime() + 60_000);
    await callAndWait(alex);
  });
});
