import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as settings } from '#features/settings/contract.ts';
import { addAdmin, confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { ADMIN, Client } from '#server/testing/siteUnderTest.ts';
import { useOtherProcesses, useTestSite } from '#server/testing/harness.ts';
import { type LimitName, limits } from '#shared/limits.ts';
import { rateLimits } from '#server/db/schema.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { clientNetwork, widestNetwork } from './addresses.ts';

const site = useTestSite({ rateLimits: true });
const otherProcess = useOtherProcesses(site);
const HERE = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';

/** Stores a count of tries, as so many calls would. */
const storeTries = (name: LimitName, subject: string, calls: number) =>
  site.database.insert(rateLimits).values({ name, subject, calls, windowStartedAt: site.now });

const hashNetwork = (address: string) => site.site.secrets.hash('client-network', widestNetwork(address));

/** Stores used tries of an address: by default all of them. */
const useTries = (name: LimitName, address: string, tries = limits[name].most) =>
  storeTries(name, site.site.secrets.hash('client-address', clientNetwork(address)), tries);

const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };

/** For each limit, a call that counts against it, with its status below the limit. */
const calls: readonly [
  LimitName,
  number,
  (client: Client, address: string) => Promise<{ status: number }>,
][] = [
  [
    'adminSignIn',
    401,
    (client, address) =>
      client.send('POST', '/api/admin/login', { body: { ...ADMIN, password: 'wrong' }, address }),
  ],
  [
    'donorSignIn',
    200,
    (client, address) => client.send('POST', '/api/students/login', { body: { studentId: 'D1' }, address }),
  ],
  ['donation', 201, (client, address) => client.send('POST', '/api/donations', { body: donation, address })],
  [
    'pickup',
    201,
    (client, address) =>
      client.send('POST', '/api/pickups', { body: { name: 'A', address: 'B', items: 'C' }, address }),
  ],
  [
    'overflowAlert',
    404,
    (client, address) => client.send('POST', '/api/overflow-alerts', { body: { binId: 1 }, address }),
  ],
  [
    'newsletter',
    200,
    (client, address) =>
      client.send('POST', '/api/newsletter/subscribe', { body: { email: 'a@example.org' }, address }),
  ],
  ['unknownCode', 404, (client, address) => client.send('GET', '/api/redeem/RR-ABC234', { address })],
  [
    'wrongPin',
    403,
    (client, address) => client.send('POST', '/api/redeem/RR-ABC234', { body: { pin: '00000000' }, address }),
  ],
];

function callOf(name: LimitName) {
  const [, status, call] = calls.find(([limit]) => limit === name) ?? [];
  if (status === undefined || !call) throw new Error(`No call uses up ${name}.`);
  return { status, call };
}

describe('the limits of a client address', () => {
  test('have the decided values', () => {
    const most = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit.most]));
    expect(most).toEqual({
      adminSignIn: 10,
      wrongSecondFactor: 10,
      wrongPin: 10,
      unknownCode: 30,
      donorSignIn: 30,
      wrongSignInCode: 10,
      signInMailHourly: 3,
      signInMailDaily: 6,
      mailDaily: 10,
      binMail: 1,
      pickupMail: 5,
      siteMailDaily: 2000,
      donation: 60,
      pickup: 60,
      overflowAlert: 60,
      newsletter: 60,
    });
  });

  test('include higher ones for an IPv6 /48 and for everybody', () => {
    expect(limits.adminSignIn).toMatchObject({ mostOfNetwork: 600 });
    expect(limits.wrongPin).toMatchObject({ mostOfNetwork: 20, mostOfEverybody: 200 });
    expect(limits.unknownCode).toMatchObject({ mostOfNetwork: 60, mostOfEverybody: 600 });
  });

  test('are declared by every public endpoint that writes, except the sign-out', async () => {
    const unlimited = (await readContracts()).filter(
      ({ endpoint }) =>
        endpoint.method === 'POST' && endpoint.access === 'public' && !endpoint.limits?.length,
    );
    expect(unlimited.map(({ endpoint }) => endpoint.path)).toEqual(['/api/students/logout']);
  });

  test.each(calls)(
    'accept %s up to the limit, then answer 429 for 15 minutes',
    async (name, status, call) => {
      const { most } = limits[name];
      const client = site.visitor();
      for (let count = 1; count <= most; count += 1) expect((await call(client, HERE)).status).toBe(status);
      site.pass({ minutes: 5 });
      const refused = await call(client, HERE);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          ok: false,
          code: 'too_many_requests',
          error: 'Too many tries. Please wait 10 minutes and try again.',
        },
        headers: { 'retry-after': '600' },
      });
      expect((await call(site.visitor(), ELSEWHERE)).status).toBe(status);
      site.pass({ minutes: 9 });
      expect((await call(client, HERE)).status).toBe(429);
      site.pass({ minutes: 1 });
      expect((await call(client, HERE)).status).toBe(status);
    },
  );

  test('are independent of each other', async () => {
    await useTries('adminSignIn', HERE);
    expect((await callOf('adminSignIn').call(site.visitor(), HERE)).status).toBe(429);
    for (const [name, status, call] of calls.slice(1))
      expect((await call(site.visitor(), HERE)).status, name).toBe(status);
  });

  test('do not apply when switched off', async () => {
    await useTries('donorSignIn', '127.0.0.1');
    const unlimited = new Client({ app: await otherProcess({ rateLimits: false }) });
    expect((await unlimited.send('POST', '/api/students/login', { body: { studentId: 'D1' } })).status).toBe(
      200,
    );
  });

  test('store no address in the database', async () => {
    await callOf('donorSignIn').call(site.visitor(), HERE);
    const { rows } = await site.database.execute(
      'select row_to_json(rate_limits)::text as row from rate_limits',
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(HERE);
  });

  test('ignore an X-Forwarded-For without a trusted proxy', async () => {
    for (let count = 1; count <= 31; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}`, forwarded: `for=198.51.100.${count}` };
      const { status } = await site
        .visitor()
        .send('POST', '/api/students/login', { body: { studentId: 'D1' }, headers, address: HERE });
      expect(status).toBe(count <= 30 ? 200 : 429);
    }
  });

  test.each([
    ['with a port', (count: number) => `203.0.113.7:${40_000 + count}`, '203.0.113.7'],
    ['of IPv6 with a port', (count: number) => `[2001:db8::${count}]:${40_000 + count}`, '2001:DB8::1'],
    ['with a zone', (count: number) => `fe80::1%eth${count}`, 'fe80::1'],
    ['as no address', (count: number) => `hidden${count}`, 'unknown'],
  ])('recognise an address that a trusted proxy writes %s', async (_how, written, plain) => {
    const app = await otherProcess({}, true);
    const signInFrom = async (address: string) => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/students/login',
        payload: { studentId: 'D1' },
        headers: { 'x-forwarded-for': address },
      });
      return statusCode;
    };
    for (let count = 1; count <= limits.donorSignIn.most; count += 1) await signInFrom(written(count));
    expect(await signInFrom(written(31))).toBe(429);
    expect(await signInFrom(plain)).toBe(429);
  });
});

describe('the networks in the settings', () => {
  const SCHOOL = '198.51.100.20';
  const statusOf = (name: LimitName) => async (address: string) =>
    (await callOf(name).call(site.visitor(), address)).status;

  test.each(calls)('have a larger limit for %s, except for wrong PINs', async (name, status) => {
    const admin = await site.admin();
    const networks = [
      { network: '198.51.0.0/16', factor: 2 },
      { network: SCHOOL, factor: 5 },
    ];
    await admin.call(settings.changeSettings, { body: { networks } });
    const { most } = limits[name];
    const factor = name === 'wrongPin' ? 1 : 5;
    const call = statusOf(name);
    await useTries(name, SCHOOL, most * factor - 1);
    expect([await call(SCHOOL), await call(SCHOOL)]).toEqual([status, 429]);
    await useTries(name, HERE, most - 1);
    expect([await call(HERE), await call(HERE)]).toEqual([status, 429]);
  });

  test('may be IPv6, also as a whole /48, and still count with everybody', async () => {
    const admin = await site.admin();
    const networks = [
      { network: '2001:db8:1::/48', factor: 3 },
      { network: SCHOOL, factor: 5 },
    ];
    await admin.call(settings.changeSettings, { body: { networks } });
    const call = statusOf('donation');
    await storeTries('donation', hashNetwork('2001:db8:1::1'), 1799);
    expect([await call('2001:db8:1::1'), await call('2001:db8:1:2::1')]).toEqual([201, 429]);
    await useTries('donation', '2001:db8:2::1', 60);
    expect(await call('2001:db8:2::1')).toBe(429);
    await site.database.update(rateLimits).set({ calls: 6000 }).where(eq(rateLimits.subject, 'everybody'));
    expect(await call(SCHOOL)).toBe(429);
  });
});

describe('the limits of public writes', () => {
  test('are 600 for an IPv6 /48, and 6,000 for everybody', () => {
    const declared = Object.entries(limits).filter(
      ([, { counts, hours }]) => counts === 'attempts' && hours === undefined,
    );
    expect(declared.map(([name]) => name)).toEqual([
      'donorSignIn',
      'donation',
      'pickup',
      'overflowAlert',
      'newsletter',
    ]);
    for (const [, limit] of declared) {
      expect(limit).toMatchObject({ mostOfNetwork: 600, mostOfEverybody: 6000 });
    }
  });

  test('do not count refused calls of one address against its /48', async () => {
    await storeTries('donorSignIn', hashNetwork('2001:db8:1::1'), 550);
    const { call } = callOf('donorSignIn');
    const from = async (addresses: string[]) =>
      (await Promise.all(addresses.map((address) => call(site.visitor(), address)))).map(
        ({ status }) => status,
      );
    expect(countOf(await from(Array.from({ length: 60 }, () => '2001:db8:1:ffff::1')), 200)).toBe(30);
    const otherAddresses = Array.from({ length: 30 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
    expect(countOf(await from(otherAddresses), 200)).toBe(20);
  });
});

test.each(['donorSignIn', 'adminSignIn', 'wrongPin', 'unknownCode'] as const)(
  '%s is limited for an IPv6 /48 even below the limit of each address',
  async (name) => {
    const { status, call } = callOf(name);
    const from = async (address: string) => (await call(site.visitor(), address)).status;
    await storeTries(name, hashNetwork('2001:db8:1::1'), limits[name].mostOfNetwork! - 1);
    expect(await from('2001:db8:1:a::1')).toBe(status);
    site.pass({ minutes: 5 });
    expect(await call(site.visitor(), '2001:db8:1:b::1')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '600' },
    });
    for (const address of ['2001:db8:2::1', HERE]) expect(await from(address)).toBe(status);
    site.pass({ minutes: 10 });
    expect(await from('2001:db8:1:b::1')).toBe(status);
  },
);

test.each(['donorSignIn', 'wrongPin', 'unknownCode'] as const)(
  '%s is limited for all callers together',
  async (name) => {
    const { status, call } = callOf(name);
    await storeTries(name, 'everybody', limits[name].mostOfEverybody! - 1);
    expect((await call(site.visitor(), ELSEWHERE)).status).toBe(status);
    site.pass({ minutes: 5 });
    expect(await call(site.visitor(), HERE)).toMatchObject({
      status: 429,
      body: { error: 'This is being used very often at the moment. Please try again in 10 minutes.' },
      headers: { 'retry-after': '600' },
    });
    site.pass({ minutes: 10 });
    expect((await call(site.visitor(), HERE)).status).toBe(status);
  },
);

describe('a limit of failures', () => {
  test('accepts the right PIN after nine wrong ones, and refuses it after ten', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { pin } = await partnerStore(admin);
    const redeem = (typedPin: string) =>
      site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin: typedPin }, address: HERE });
    for (let count = 1; count <= 9; count += 1) expect((await redeem('00000000')).status).toBe(403);
    expect((await redeem(pin)).status).toBe(200);
    expect((await redeem('00000000')).status).toBe(403);
    expect((await redeem(pin)).status).toBe(429);
    const check = await site.visitor().send('GET', `/api/redeem/${code}`, { address: HERE });
    expect(check).toMatchObject({ status: 200, body: { remaining: 1 } });
  });

  test('does not limit correct sign-ins', async () => {
    await addAdmin(site, ADMIN);
    for (let count = 1; count <= 12; count += 1) {
      const { status } = await site
        .visitor()
        .send('POST', '/api/admin/login', { body: ADMIN, address: HERE });
      expect(status).toBe(200);
    }
  });

  test('counts wrong passwords at the sign-in and at a change together', async () => {
    const admin = await site.admin();
    const change = (current: string) =>
      admin.send('POST', '/api/admin/password', {
        body: { current, next: 'a mug for the long winter' },
        address: HERE,
      });
    for (let count = 1; count <= 10; count += 1) expect((await change(`guess ${count}`)).status).toBe(401);
    expect((await change(ADMIN.password)).status).toBe(429);
    const signIn = { body: ADMIN, address: HERE };
    expect((await site.visitor().send('POST', '/api/admin/login', signIn)).status).toBe(429);
  });
});

describe('guesses', () => {
  const redeem = (address: string, pin = '00000000', code = 'RR-ABC234') =>
    site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin }, address });
  const check = (address: string, code = 'RR-ABC234') =>
    site.visitor().send('GET', `/api/redeem/${code}`, { address });

  async function codeAndPin() {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    return { pin, code: (await confirmedCode(site, admin)).code };
  }

  test('beyond the limit of their address do not count against everybody', async () => {
    for (let count = 0; count < 300; count += 1) await redeem(HERE);
    const counted = await site.database.select().from(rateLimits);
    expect(counted.find(({ name, subject }) => name === 'wrongPin' && subject === 'everybody')?.calls).toBe(
      10,
    );
  });

  test('that are right do not count, even during a flood of wrong ones', async () => {
    const { code, pin } = await codeAndPin();
    await storeTries('wrongPin', 'everybody', 199);
    await Promise.all(Array.from({ length: 50 }, () => check(ELSEWHERE)));
    expect((await redeem(HERE, pin, code)).status).toBe(200);
    expect((await check(HERE, code)).status).toBe(200);
    expect((await redeem(HERE)).status).toBe(403);
    expect((await redeem(HERE, pin, code)).status).toBe(429);
  });

  test('of PINs count with a reused Idempotency-Key and at an undo too', async () => {
    const { code, pin } = await codeAndPin();
    const sale = (typedPin: string, address: string) =>
      site.visitor().send('POST', `/api/redeem/${code}`, {
        body: { pin: typedPin, clerk: 'Sam' },
        headers: { 'idempotency-key': 'sale-1' },
        address,
      });
    const undo = (usedCode: string, typedPin: string, address: string) =>
      site.visitor().send('POST', `/api/redeem/${usedCode}/undo`, {
        body: { pin: typedPin, redemptionId: 1 },
        address,
      });
    expect((await sale(pin, HERE)).status).toBe(200);
    for (let count = 0; count < 5; count += 1) {
      expect((await sale(`1000000${count}`, ELSEWHERE)).status).toBe(409);
      expect((await undo(code, '00000000', ELSEWHERE)).status).toBe(403);
    }
    expect((await sale(pin, ELSEWHERE)).status).toBe(429);
    expect((await undo(code, pin, ELSEWHERE)).status).toBe(429);
    expect((await undo(code, pin, HERE)).status).toBe(200);
    for (let count = 0; count < 30; count += 1) {
      expect((await undo('RR-ABC234', pin, '192.0.2.1')).status).toBe(404);
    }
    expect((await undo(code, pin, '192.0.2.1')).status).toBe(429);
  });

  test('count from the corrected clock after it was a day ahead', async () => {
    site.pass({ days: 1 });
    for (let count = 0; count < 10; count += 1) await redeem(HERE);
    expect((await redeem(HERE)).status).toBe(429);
    site.pass({ days: -1 });
    expect((await redeem(HERE)).status).toBe(403);
    for (let count = 1; count < 10; count += 1) await redeem(HERE);
    expect((await redeem(HERE)).headers['retry-after']).toBe('900');
  });
});
