import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { buildApp } from '#server/app.ts';
import { addAdmin, confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { ADMIN, Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { type LimitName, limits } from '#shared/limits.ts';
import { rateLimits, sessions } from '#server/db/schema.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { clientNetwork, widestNetwork } from './addresses.ts';
import { countTry } from './rateLimits.ts';

const site = useTestSite({ rateLimits: true });
const HERE = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';

const started: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()));
});

/** A browser at another process on the same database. */
async function atAnotherProcess(): Promise<Client> {
  const app = await buildApp({
    site: { ...site.site },
    environment: { trustProxy: false, logLevel: 'silent' },
  });
  started.push(app);
  return new Client({ app });
}

/** What so many tries leave behind. */
const afterTries = (name: LimitName, subject: string, calls: number) =>
  site.database.insert(rateLimits).values({ name, subject, calls, windowStartedAt: site.now });

const network = (address: string) => site.site.secrets.hash('client-network', widestNetwork(address));

const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };

/** A call that uses each quota up, and the status that it has while the quota lasts. */
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

describe('the limits per client address', () => {
  test('are those that were decided', () => {
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

  test('are declared by every public endpoint that writes, signing out aside', async () => {
    const unlimited = (await readContracts()).filter(
      ({ endpoint }) =>
        endpoint.method === 'POST' && endpoint.access === 'public' && !endpoint.limits?.length,
    );
    expect(unlimited.map(({ endpoint }) => endpoint.path)).toEqual(['/api/students/logout']);
  });

  test.each(calls)('let %s through so often, then answer 429 for 15 minutes', async (name, status, call) => {
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
  });

  test('are kept apart: one used up leaves the others whole', async () => {
    for (let count = 1; count <= 11; count += 1) await calls[0]?.[2](site.visitor(), HERE);
    expect((await calls[0]?.[2](site.visitor(), HERE))?.status).toBe(429);
    for (const [name, status, call] of calls.slice(1))
      expect((await call(site.visitor(), HERE)).status, name).toBe(status);
  });

  test('hold for a second process on the same database, and off means off', async () => {
    for (let count = 1; count <= 30; count += 1) await calls[1]?.[2](site.visitor(), '127.0.0.1');
    const environment = { trustProxy: false, logLevel: 'silent' };
    const ask = async (isOn: boolean) => {
      const app = await buildApp({ site: { ...site.site, rateLimits: isOn }, environment });
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/students/login',
        payload: { studentId: 'D1' },
      });
      await app.close();
      return statusCode;
    };
    expect(await ask(true)).toBe(429);
    expect(await ask(false)).toBe(200);
  });

  test('keep no address in the database', async () => {
    await calls[1]?.[2](site.visitor(), HERE);
    const { rows } = await site.database.execute(
      'select row_to_json(rate_limits)::text as row from rate_limits',
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(HERE);
  });

  test('count every one of many calls at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        countTry(site.database, { name: 'donation', subject: 'somebody', at: site.now }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
  });

  test('do not believe an X-Forwarded-For that nobody vouches for', async () => {
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
    ['that is none at all', (count: number) => `hidden${count}`, 'unknown'],
  ])('take an address that a trusted proxy writes %s for what it is', async (_how, written, plain) => {
    const environment = { trustProxy: true, logLevel: 'silent' };
    const app = await buildApp({ site: { ...site.site }, environment });
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
    await app.close();
  });
});

describe('the networks that the settings name', () => {
  const SCHOOL = '198.51.100.20';
  const usedUp = (name: LimitName, address: string, tries: number) =>
    afterTries(name, site.site.secrets.hash('client-address', clientNetwork(address)), tries);
  const callOf = (name: LimitName) => {
    const found = calls.find(([other]) => other === name);
    if (!found) throw new Error(`No call uses up ${name}.`);
    return async (address: string) => (await found[2](site.visitor(), address)).status;
  };

  test.each(calls)('have larger limits by address for %s, but not for wrong PINs', async (name, status) => {
    const admin = await site.admin();
    const networks = [
      { network: '198.51.0.0/16', factor: 2 },
      { network: SCHOOL, factor: 5 },
    ];
    await admin.call(settings.changeSettings, { body: { networks } });
    const { most } = limits[name];
    const factor = name === 'wrongPin' ? 1 : 5;
    const call = callOf(name);
    await usedUp(name, SCHOOL, most * factor - 1);
    expect([await call(SCHOOL), await call(SCHOOL)]).toEqual([status, 429]);
    await usedUp(name, HERE, most - 1);
    expect([await call(HERE), await call(HERE)]).toEqual([status, 429]);
  });

  test('may be of IPv6, for a /48 whole, and count with everybody', async () => {
    const admin = await site.admin();
    const networks = [
      { network: '2001:db8:1::/48', factor: 3 },
      { network: SCHOOL, factor: 5 },
    ];
    await admin.call(settings.changeSettings, { body: { networks } });
    const call = callOf('donation');
    await afterTries('donation', network('2001:db8:1::1'), 1799);
    expect([await call('2001:db8:1::1'), await call('2001:db8:1:2::1')]).toEqual([201, 429]);
    await usedUp('donation', '2001:db8:2::1', 60);
    expect(await call('2001:db8:2::1')).toBe(429);
    await site.database.update(rateLimits).set({ calls: 6000 }).where(eq(rateLimits.subject, 'everybody'));
    expect(await call(SCHOOL)).toBe(429);
  });
});

describe('the limits of what anyone may write', () => {
  const signIn = (address: string) =>
    site.visitor().send('POST', '/api/students/login', { body: { studentId: 'D1' }, address });
  const inNetwork = (count: number) =>
    Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
  const statuses = async (addresses: string[]) =>
    (await Promise.all(addresses.map(signIn))).map(({ status }) => status);
  test('are 600 for an IPv6 /48, and 6,000 for all together', () => {
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

  test('stop an IPv6 /48 whose addresses each stay below theirs, and no other', async () => {
    await afterTries('donorSignIn', network('2001:db8:1::1'), 570);
    expect(countOf(await statuses(inNetwork(40)), 200)).toBe(30);
    site.pass({ minutes: 5 });
    expect((await signIn('2001:db8:1:ffff::1')).headers['retry-after']).toBe('600');
    expect((await signIn('2001:db8:2::1')).status).toBe(200);
    expect((await signIn(HERE)).status).toBe(200);
    const pickup = { name: 'A', address: 'B', items: 'C' };
    const { status } = await site
      .visitor()
      .send('POST', '/api/pickups', { body: pickup, address: '2001:db8:1:ffff::1' });
    expect(status).toBe(201);
    site.pass({ minutes: 10 });
    expect((await signIn('2001:db8:1:ffff::1')).status).toBe(200);
  });

  test('count nothing for the /48 that the limit of one of its addresses refuses', async () => {
    await afterTries('donorSignIn', network('2001:db8:1::1'), 550);
    expect(countOf(await statuses(Array.from({ length: 60 }, () => '2001:db8:1:ffff::1')), 200)).toBe(30);
    expect(countOf(await statuses(inNetwork(30)), 200)).toBe(20);
  });

  test('refuse everybody past what all have, and write nothing', async () => {
    await afterTries('donorSignIn', 'everybody', 5999);
    expect((await signIn(ELSEWHERE)).status).toBe(200);
    site.pass({ minutes: 5 });
    expect(await signIn(HERE)).toMatchObject({
      status: 429,
      body: { error: 'This is being used very often at the moment. Please try again in 10 minutes.' },
      headers: { 'retry-after': '600' },
    });
    expect(await site.database.select().from(sessions)).toHaveLength(1);
    expect((await site.visitor().send('POST', '/api/donations', { body: donation })).status).toBe(201);
    site.pass({ minutes: 10 });
    expect((await signIn(HERE)).status).toBe(200);
  });
});

describe('a quota of failures', () => {
  test('leaves the right PIN working after nine wrong ones, and stops it after ten', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { pin } = await partnerStore(admin);
    const redeem = (given: string) =>
      site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin: given }, address: HERE });
    for (let count = 1; count <= 9; count += 1) expect((await redeem('00000000')).status).toBe(403);
    expect((await redeem(pin)).status).toBe(200);
    expect((await redeem('00000000')).status).toBe(403);
    expect((await redeem(pin)).status).toBe(429);
    const check = await site.visitor().send('GET', `/api/redeem/${code}`, { address: HERE });
    expect(check).toMatchObject({ status: 200, body: { remaining: 1 } });
  });

  test('leaves an admin signing in however often', async () => {
    await addAdmin(site, ADMIN);
    for (let count = 1; count <= 12; count += 1) {
      const { status } = await site
        .visitor()
        .send('POST', '/api/admin/login', { body: ADMIN, address: HERE });
      expect(status).toBe(200);
    }
  });

  test('cannot be outrun: of many guesses sent at once only so many are looked at', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { pin } = await partnerStore(admin);
    const guesses = [...Array.from({ length: 40 }, (_, index) => String(10_000_000 + index)), pin];
    const answers = await Promise.all(
      guesses.map((guess) =>
        site.visitor().send('POST', `/api/redeem/${code}`, { body: { pin: guess }, address: HERE }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(31);
    expect((await site.visitor().call(redemption.checkCode, { params: { code } })).body.remaining).toBe(2);
  });

  test('of an admin’s passwords count together, at signing in and at changing one', async () => {
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

  test('of admin sign-ins stops an IPv6 /48 after 600, whose addresses each stay below theirs, and no other', async () => {
    await addAdmin(site, ADMIN);
    await afterTries('adminSignIn', network('2001:db8:1::1'), 599);
    const signIn = (address: string, password: string = ADMIN.password) =>
      site.visitor().send('POST', '/api/admin/login', { body: { ...ADMIN, password }, address });
    expect((await signIn('2001:db8:1:a::1')).status).toBe(200);
    expect((await signIn('2001:db8:1:b::1', 'wrong')).status).toBe(401);
    site.pass({ minutes: 5 });
    expect((await signIn('2001:db8:1:c::1')).headers['retry-after']).toBe('600');
    for (const address of ['2001:db8:2::1', HERE]) expect((await signIn(address)).status).toBe(200);
    site.pass({ minutes: 10 });
    expect((await signIn('2001:db8:1:c::1')).status).toBe(200);
  });

  test('of admin sign-ins cannot be outrun either', async () => {
    await addAdmin(site, ADMIN);
    const passwords = [...Array.from({ length: 20 }, (_, index) => `guess ${index}`), ADMIN.password];
    const answers = await Promise.all(
      passwords.map((password) =>
        site.visitor().send('POST', '/api/admin/login', { body: { ...ADMIN, password }, address: HERE }),
      ),
    );
    expect(answers.map(({ status }) => status)).not.toContain(200);
  });
});

describe('guesses', () => {
  const redeem = (address: string, pin = '00000000', code = 'RR-ABC234', client = site.visitor()) =>
    client.send('POST', `/api/redeem/${code}`, { body: { pin }, address });
  const check = (address: string, code = 'RR-ABC234') =>
    site.visitor().send('GET', `/api/redeem/${code}`, { address });
  const inNetwork = (count: number) =>
    Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);

  async function stockedShop() {
    const admin = await site.admin();
    const { pin } = await partnerStore(admin);
    return { pin, code: (await confirmedCode(site, admin)).code };
  }

  test.each([
    ['wrongPin', 200, 403, redeem],
    ['unknownCode', 600, 404, check],
  ] as const)('of all strangers together (%s) are %i in 15 minutes', async (name, most, status, guess) => {
    await afterTries(name, 'everybody', most - 1);
    expect((await guess('192.0.2.1')).status).toBe(status);
    expect(await guess('192.0.2.2')).toMatchObject({
      status: 429,
      body: { error: 'This is being used very often at the moment. Please try again in 15 minutes.' },
      headers: { 'retry-after': '900' },
    });
    site.pass({ minutes: 15 });
    expect((await guess('192.0.2.2')).status).toBe(status);
  });

  test.each([
    ['wrong PINs', 20, 403, redeem],
    ['unknown codes', 60, 404, check],
  ] as const)(
    'of an IPv6 /48 (%s) are %i, whichever addresses it has',
    async (_what, most, status, guess) => {
      const answers = await Promise.all(inNetwork(70).map((address) => guess(address)));
      expect(
        countOf(
          answers.map((answer) => answer.status),
          status,
        ),
      ).toBe(most);
      expect((await guess('2001:db8:2::1')).status).toBe(status);
    },
  );

  test('of many addresses at two processes at the same moment do not pass what all may', async () => {
    const both = [site.visitor(), await atAnotherProcess()];
    const answers = await Promise.all(
      Array.from({ length: 240 }, (_, index) =>
        redeem(`198.51.100.${index}`, '00000000', 'RR-ABC234', both[index % 2]),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([countOf(statuses, 403), countOf(statuses, 429)]).toEqual([200, 40]);
  });

  test('of one address use up nothing of what all have, once its own is used up', async () => {
    for (let count = 0; count < 300; count += 1) await redeem(HERE);
    const counted = await site.database.select().from(rateLimits);
    expect(counted.find(({ name, subject }) => name === 'wrongPin' && subject === 'everybody')?.calls).toBe(
      10,
    );
  });

  test('that are right count for nothing, through a flood of wrong ones from elsewhere', async () => {
    const { code, pin } = await stockedShop();
    await afterTries('wrongPin', 'everybody', 199);
    await Promise.all(Array.from({ length: 50 }, () => check(ELSEWHERE)));
    expect((await redeem(HERE, pin, code)).status).toBe(200);
    expect((await check(HERE, code)).status).toBe(200);
    expect((await redeem(HERE)).status).toBe(403);
    expect((await redeem(HERE, pin, code)).status).toBe(429);
  });

  test('of PINs by another Idempotency-Key or by giving a use back are counted as well', async () => {
    const { code, pin } = await stockedShop();
    const sale = (given: string, address: string) =>
      site.visitor().send('POST', `/api/redeem/${code}`, {
        body: { pin: given, clerk: 'Sam' },
        headers: { 'idempotency-key': 'sale-1' },
        address,
      });
    const undo = (of: string, given: string, address: string) =>
      site.visitor().send('POST', `/api/redeem/${of}/undo`, {
        body: { pin: given, redemptionId: 1 },
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

  test('hold for their window by the clock that is right, where one was a day ahead', async () => {
    site.pass({ days: 1 });
    for (let count = 0; count < 10; count += 1) await redeem(HERE);
    expect((await redeem(HERE)).status).toBe(429);
    site.pass({ days: -1 });
    expect((await redeem(HERE)).status).toBe(403);
    for (let count = 1; count < 10; count += 1) await redeem(HERE);
    expect((await redeem(HERE)).headers['retry-after']).toBe('900');
  });
});

test.each([
  ['wrong PINs', 'wrongPin'],
  ['unknown codes', 'unknownCode'],
  ['admin sign-ins', 'adminSignIn'],
] as const)('%s of one address at two processes at the same moment pass no limit', async (_what, name) => {
  const [, status, guess] = calls.find(([limit]) => limit === name)!;
  const both = [site.visitor(), await atAnotherProcess()];
  const answers = await Promise.all(
    both.flatMap((client) => Array.from({ length: limits[name].most }, () => guess(client, HERE))),
  );
  const looked = countOf(
    answers.map((answer) => answer.status),
    status,
  );
  expect(looked).toBe(limits[name].most);
});
