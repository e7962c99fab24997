import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { buildApp } from '#server/app.ts';
import { overallLimits } from '#server/schema.ts';
import { digest } from '#server/secrets.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { limits } from '#shared/limits.ts';
import { forgettingMilliseconds } from './overallLimits.ts';

const site = useTestSite({ rateLimits: true });
const STRANGERS = limits.wrongPin.overall?.most ?? 0;
const SHOP = '203.0.113.7';

const started: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((app) => app.close()));
});

/** A browser at another process on the same database, as after a restart or behind the same proxy. */
async function atAnotherProcess(clock = site.site.clock): Promise<Client> {
  const app = await buildApp({
    site: { ...site.site, clock },
    environment: { trustProxy: false, logLevel: 'silent' },
  });
  started.push(app);
  return new Client({ app });
}

async function stockedShop() {
  const admin = await site.admin();
  const { partner, pin } = await partnerStore(admin);
  const codes: string[] = [];
  for (let count = 0; count < 3; count += 1) codes.push((await confirmedCode(site, admin)).code);
  const [code = '', secondCode = '', thirdCode = ''] = codes;
  return { admin, partner, pin, code, secondCode, thirdCode };
}

const redeem = (client: Client, code: string, pin: string, address = SHOP) =>
  client.send('POST', `/api/redeem/${code}`, { body: { pin }, address });

const check = (client: Client, code: string, address = SHOP) =>
  client.send('GET', `/api/redeem/${code}`, { address });

const wrongPinFrom = (address: string, client = site.visitor()) =>
  redeem(client, 'RR-ABC234', '00000000', address);

const addresses = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => first + index).map(
    (index) => `198.51.${Math.floor(index / 250)}.${index % 250}`,
  );

/** Wrong PINs from these addresses, each of them once, all at the same moment. */
async function wrongPins(from: string[], at: Client[] = [site.visitor()]): Promise<number[]> {
  const answers = await Promise.all(
    from.map((address, index) => wrongPinFrom(address, at[index % at.length])),
  );
  return answers.map(({ status }) => status);
}

/** Wrong PINs of a botnet, none of whose addresses comes near its own limit. */
const wrongPinsFromEverywhere = (count: number, at?: Client[]) => wrongPins(addresses(count), at);

/** As many wrong PINs and then unknown codes as these addresses may try. */
async function guessAllOf(from: string[], pins = limits.wrongPin.most, codes = limits.unknownCode.most) {
  for (let count = 0; count < pins; count += 1) await wrongPins(from);
  for (let count = 0; count < codes; count += 1) {
    await Promise.all(from.map((address) => check(site.visitor(), 'RR-ABC234', address)));
  }
}

const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

describe('guesses of many addresses', () => {
  test('are as free as before up to the overall limit, then slowed down to what one address may do', async () => {
    await wrongPinsFromEverywhere(STRANGERS - 1);
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(403);
    const refused = await wrongPinFrom('192.0.2.2');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        error: 'Too many wrong codes and PINs are being tried at once. Please try again in 90 seconds.',
      },
      headers: { 'retry-after': '90' },
    });
    site.pass({ minutes: 1 });
    expect((await wrongPinFrom('192.0.2.2')).headers['retry-after']).toBe('30');
    site.pass({ minutes: 0.5 });
    expect((await wrongPinFrom('192.0.2.2')).status).toBe(403);
    expect((await wrongPinFrom('192.0.2.3')).status).toBe(429);

    // What it costs to wait: in each further window no more than one address may guess.
    site.pass({ minutes: 15 });
    const statuses = await wrongPins(addresses(40, STRANGERS));
    expect(countOf(statuses, 403)).toBe(limits.wrongPin.most);
    expect(countOf(statuses, 429)).toBe(40 - limits.wrongPin.most);
  });

  test('for codes are slowed down as well, later and less', async () => {
    const most = limits.unknownCode.overall?.most ?? 0;
    const answers = await Promise.all(
      addresses(most / 3).flatMap((address) =>
        Array.from({ length: 3 }, () => check(site.visitor(), 'RR-ABC234', address)),
      ),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(most);
    expect(await check(site.visitor(), 'RR-ABC234')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
    });
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(429);
  });

  test('at the same moment over two processes do not outrun the limit', async () => {
    const { code, pin } = await stockedShop();
    const both = [site.visitor(), await atAnotherProcess()];
    expect(countOf(await wrongPinsFromEverywhere(STRANGERS / 2, both), 403)).toBe(STRANGERS / 2);
    const [statuses] = await Promise.all([
      wrongPinsFromEverywhere(STRANGERS, both),
      redeem(site.visitor(), code, pin, '192.0.2.1'),
    ]);
    // The right PIN holds a place for as long as it is looked at.
    expect([STRANGERS / 2 - 1, STRANGERS / 2]).toContain(countOf(statuses, 403));
    await wrongPinFrom('192.0.2.2');
    expect((await wrongPinFrom('192.0.2.2', both[1])).status).toBe(429);
  });

  test('leave a stranger with the right PIN a way, and what succeeds counts for nothing', async () => {
    const { code, secondCode, pin } = await stockedShop();
    await wrongPinsFromEverywhere(STRANGERS);
    expect((await redeem(site.visitor(), code, pin)).status).toBe(429);
    site.pass({ minutes: 1.5 });
    expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(200);
    expect((await check(site.visitor(), code)).status).toBe(200);
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(403);
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(429);
  });

  test('are not slowed down by one address alone, however long it goes on', async () => {
    for (let window = 0; window < 22; window += 1) {
      for (let count = 0; count < limits.wrongPin.most; count += 1) await wrongPinFrom(SHOP);
      expect((await wrongPinFrom(SHOP)).status).toBe(429);
      site.pass({ minutes: 15 });
    }
    const [remembered] = await site.database.select().from(overallLimits);
    expect(remembered?.rememberedMilliseconds).toBeLessThanOrEqual(
      limits.wrongPin.most * forgettingMilliseconds('wrongPin'),
    );
  });
});

test('a kept answer is no way to try PINs: each other PIN for its Idempotency-Key is a wrong one', async () => {
  const { code, pin } = await stockedShop();
  const sale = (given: string, address: string) =>
    site.visitor().send('POST', `/api/redeem/${code}`, {
      body: { pin: given, clerk: 'Sam' },
      headers: { 'idempotency-key': 'sale-1' },
      address,
    });
  expect((await sale(pin, SHOP)).status).toBe(200);
  for (let count = 0; count < limits.wrongPin.most; count += 1) {
    expect((await sale(`1000000${count}`, '192.0.2.1')).status).toBe(409);
  }
  expect((await sale(pin, '192.0.2.1')).status).toBe(429);
  expect((await sale(pin, SHOP)).status).toBe(200);
});

test('giving a use back is no way to try more PINs or codes than redeeming is', async () => {
  const { code, pin } = await stockedShop();
  const address = '192.0.2.1';
  const undo = (of: string, given: string, from = address) =>
    site.visitor().send('POST', `/api/redeem/${of}/undo`, {
      body: { pin: given, redemptionId: 1 },
      address: from,
    });
  expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
  for (let count = 0; count < limits.wrongPin.most; count += 1) {
    const answer = count % 2 === 0 ? await undo(code, '00000000') : await wrongPinFrom(address);
    expect(answer.status).toBe(403);
  }
  expect((await undo(code, pin)).status).toBe(429);
  const other = '192.0.2.2';
  for (let count = 0; count < limits.unknownCode.most; count += 1) {
    const unknown = 'RR-ABC234';
    const answer =
      count % 2 === 0 ? await undo(unknown, pin, other) : await check(site.visitor(), unknown, other);
    expect(answer.status).toBe(404);
  }
  expect((await undo(code, pin, other)).status).toBe(429);
  expect((await undo(code, pin)).status).toBe(429);
  expect((await undo(code, pin, SHOP)).status).toBe(200);
});

describe('a few addresses that guess as much as they may', () => {
  const few = addresses(11);

  test('keep neither a donor’s code check out nor a store’s new browser, however long they go on', async () => {
    const { code, pin } = await stockedShop();
    await guessAllOf(few);
    for (let turn = 0; turn < 10; turn += 1) {
      site.pass({ minutes: 1.5 });
      await guessAllOf(few.slice(turn, turn + 2), 1, 2);
      const fresh = `203.0.113.${turn}`;
      expect((await check(site.visitor(), code, fresh)).status).toBe(200);
      expect((await check(site.visitor(), 'RR-ABC234', fresh)).status).toBe(404);
    }
    expect((await redeem(site.visitor(), code, pin, '203.0.113.99')).status).toBe(200);
  });

  test('fill no more than half of what all strangers have', async () => {
    await guessAllOf(few, 10, 0);
    const statuses = await wrongPins(addresses(STRANGERS, 100));
    expect(countOf(statuses, 403)).toBe(STRANGERS / 2);
  });

  test('are told to wait until less than half of it is used, the others until it is not full', async () => {
    // Past its share, and with tries of its own left.
    const past = '198.51.9.9';
    await wrongPinFrom(past);
    await guessAllOf(few, 10, 0);
    site.pass({ minutes: 1 });
    expect((await wrongPinFrom(past)).headers['retry-after']).toBe('30');
    await wrongPins(addresses(STRANGERS, 100));
    expect((await wrongPinFrom('198.51.3.1')).headers['retry-after']).toBe('30');
    expect(await wrongPinFrom(past)).toMatchObject({
      headers: { 'retry-after': '9030' },
      body: {
        error: 'Too many wrong codes and PINs are being tried at once. Please try again in 151 minutes.',
      },
    });
  });

  test('have their share again a day after', async () => {
    const [address = ''] = few;
    await wrongPinFrom(address);
    site.pass({ minutes: 23 * 60 + 59 });
    await guessAllOf(addresses(10, 100), 10, 0);
    expect((await wrongPinFrom(address)).status).toBe(429);
    site.pass({ minutes: 1 });
    expect((await wrongPinFrom(address)).status).toBe(403);
  });

  test('are one where they lie in one IPv6 /48', async () => {
    await guessAllOf(addresses(10));
    const inNetwork = (network: string) =>
      Array.from({ length: 10 }, (_, index) => `2001:db8:${network}:${index.toString(16)}::1`);
    expect(countOf(await wrongPins(inNetwork('1')), 403)).toBe(1);
    expect(countOf(await wrongPins(inNetwork('2')), 403)).toBe(1);
    const checks = await Promise.all(
      inNetwork('3').map((address) => check(site.visitor(), 'RR-ABC234', address)),
    );
    expect(checks.filter(({ status }) => status === 404)).toHaveLength(3);
  });

  test('do not outrun their half by guessing at the same moment at two processes', async () => {
    const both = [site.visitor(), await atAnotherProcess()];
    await wrongPins(addresses(STRANGERS / 4 - 1));
    const network = Array.from({ length: 200 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
    const looked = countOf(await wrongPins(network, both), 403);
    // Its share of the other half, and what each process let through before it had heard of the others.
    expect(looked + STRANGERS / 4 - 1).toBeLessThanOrEqual(STRANGERS / 2 + 1 + both.length);
    expect((await wrongPinFrom('2001:db8:2::1')).status).toBe(403);
  });

  test('leave a share whole that a right PIN held, until a wrong one uses it up', async () => {
    const { code, secondCode, pin } = await stockedShop();
    await guessAllOf(addresses(10), 10, 0);
    expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(200);
    expect((await wrongPinFrom(SHOP)).status).toBe(403);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
  });
});

describe('what was counted', () => {
  test('for an address holds at another process and after a restart', async () => {
    const { code, pin } = await stockedShop();
    for (let count = 0; count < limits.wrongPin.most; count += 1) await wrongPinFrom(SHOP);
    expect((await redeem(await atAnotherProcess(), code, pin)).status).toBe(429);
  });

  test('for strangers overall holds at another process and after a restart', async () => {
    await wrongPinsFromEverywhere(STRANGERS);
    expect((await wrongPinFrom('192.0.2.1', await atAnotherProcess())).status).toBe(429);
  });

  test.each([
    ['wrong PINs', limits.wrongPin.most, 403, (client: Client) => wrongPinFrom(SHOP, client)],
    ['unknown codes', limits.unknownCode.most, 404, (client: Client) => check(client, 'RR-ABC234')],
    [
      'admin sign-ins',
      limits.adminSignIn.most,
      401,
      (client: Client) =>
        client.send('POST', '/api/admin/login', { body: { username: 'a', password: 'b' }, address: SHOP }),
    ],
  ])('bounds %s from one address at the same moment at two processes', async (_what, most, status, guess) => {
    const both = [site.visitor(), await atAnotherProcess()];
    const answers = await Promise.all(
      both.flatMap((client) => Array.from({ length: 20 }, () => guess(client))),
    );
    const extra = await Promise.all(Array.from({ length: 20 }, () => guess(site.visitor())));
    expect([...answers, ...extra].filter((answer) => answer.status === status)).toHaveLength(most);
  });
});

describe('a clock that was a day ahead and is right again', () => {
  test('keeps nobody out where strangers had not failed too often', async () => {
    const { code, pin } = await stockedShop();
    site.pass({ days: 1 });
    await wrongPinsFromEverywhere(STRANGERS / 4);
    for (const address of addresses(20)) await check(site.visitor(), 'RR-ABC234', address);
    site.pass({ days: -1 });
    expect((await check(site.visitor(), code)).status).toBe(200);
    expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(403);
  });

  test('leaves a full limit that is forgotten bit by bit from then on', async () => {
    const { code, pin } = await stockedShop();
    site.pass({ days: 1 });
    await wrongPinsFromEverywhere(STRANGERS);
    site.pass({ days: -1 });
    expect(await redeem(site.visitor(), code, pin)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '90' },
    });
    site.pass({ minutes: 1 });
    expect((await redeem(site.visitor(), code, pin)).headers['retry-after']).toBe('30');
    site.pass({ minutes: 0.5 });
    expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
    expect((await wrongPinFrom('192.0.2.1')).status).toBe(403);
    expect((await wrongPinFrom('192.0.2.2')).status).toBe(429);
  });

  test('ends an address’s quota 15 minutes from then', async () => {
    const { code, pin } = await stockedShop();
    site.pass({ days: 1 });
    for (let count = 0; count < limits.wrongPin.most; count += 1) await wrongPinFrom(SHOP);
    site.pass({ days: -1 });
    expect((await redeem(site.visitor(), code, pin)).headers['retry-after']).toBe('900');
    site.pass({ minutes: 14 });
    expect((await redeem(site.visitor(), code, pin)).headers['retry-after']).toBe('60');
    site.pass({ minutes: 1 });
    expect((await redeem(site.visitor(), code, pin)).status).toBe(200);
  });

  test('keeps what an address had used', async () => {
    site.pass({ days: 1 });
    for (let count = 1; count < limits.wrongPin.most; count += 1) await wrongPinFrom(SHOP);
    site.pass({ days: -1 });
    expect((await wrongPinFrom(SHOP)).status).toBe(403);
    site.pass({ minutes: 5 });
    expect((await wrongPinFrom(SHOP)).headers['retry-after']).toBe('600');
  });

  test('ends a till’s quota 15 minutes from then', async () => {
    const { code, secondCode, pin } = await stockedShop();
    const till = site.visitor();
    await redeem(till, code, pin);
    site.pass({ days: 1 });
    for (let count = 0; count < limits.wrongPin.most; count += 1) await wrongPinFrom(SHOP, till);
    site.pass({ days: -1 });
    expect((await redeem(till, secondCode, pin)).headers['retry-after']).toBe('900');
    site.pass({ minutes: 15 });
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('ends a quota of attempts 15 minutes from then', async () => {
    const signIn = () =>
      site.visitor().send('POST', '/api/students/login', { body: { studentId: 'D1' }, address: SHOP });
    site.pass({ days: 1 });
    for (let count = 0; count < limits.donorSignIn.most; count += 1) await signIn();
    site.pass({ days: -1 });
    expect((await signIn()).headers['retry-after']).toBe('900');
    site.pass({ minutes: 15 });
    expect((await signIn()).status).toBe(200);
  });
});

test('processes whose clocks differ by minutes let through what is forgotten in those, and that only once', async () => {
  const ahead = await atAnotherProcess(() => new Date(site.now.getTime() + 9 * 60_000));
  await wrongPinsFromEverywhere(STRANGERS);
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    const client = count % 2 ? ahead : site.visitor();
    statuses.push((await wrongPinFrom(`192.0.2.${count}`, client)).status);
  }
  expect(countOf(statuses, 403)).toBe(6);
});

describe('a till that redeemed before', () => {
  async function tillAt(address = SHOP) {
    const shop = await stockedShop();
    const till = site.visitor();
    expect((await redeem(till, shop.code, shop.pin, address)).status).toBe(200);
    return { ...shop, till };
  }

  test('redeems while strangers at its address have used the address up', async () => {
    const { till, pin, secondCode } = await tillAt();
    for (let count = 0; count < 12; count += 1) await wrongPinFrom(SHOP);
    for (let count = 0; count < 32; count += 1) await check(site.visitor(), 'RR-ABC234');
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
    expect((await check(till, secondCode)).status).toBe(200);
  });

  test('redeems and mistypes through an attack that slows all strangers down', async () => {
    const { till, pin, secondCode } = await tillAt();
    await wrongPinsFromEverywhere(STRANGERS);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(429);
    expect((await redeem(till, secondCode, '00000000')).status).toBe(403);
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('has ten wrong PINs and thirty unknown codes of its own, at whatever address and process', async () => {
    const { till, pin, secondCode } = await tillAt();
    const other = await atAnotherProcess();
    for (const [name, value] of till.cookies) other.cookies.set(name, value);
    for (let count = 0; count < limits.wrongPin.most; count += 1)
      expect((await wrongPinFrom(`198.51.100.${count}`, count % 2 ? till : other)).status).toBe(403);
    expect((await redeem(till, secondCode, pin)).status).toBe(429);
    expect((await redeem(other, secondCode, pin, '192.0.2.1')).status).toBe(429);
    for (let count = 0; count < limits.unknownCode.most; count += 1)
      expect((await check(till, 'RR-ABC234')).status).toBe(404);
    expect((await check(till, secondCode)).status).toBe(429);
    expect((await redeem(site.visitor(), secondCode, pin)).status).toBe(200);
    site.pass({ minutes: 15 });
    expect((await redeem(till, secondCode, pin)).status).toBe(200);
  });

  test('begins with what its address had used, so that one right PIN buys no further guesses', async () => {
    const { code, pin } = await stockedShop();
    const till = site.visitor();
    for (let count = 0; count < 9; count += 1) await wrongPinFrom(SHOP);
    expect((await redeem(till, code, pin)).status).toBe(200);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    expect((await redeem(till, code, pin)).status).toBe(429);
  });

  test('stays the same till at its next redemption', async () => {
    const { till, pin, secondCode } = await tillAt();
    const name = () => till.cookies.get('reround_till');
    const before = name();
    await redeem(till, secondCode, pin);
    expect(name()).toBe(before);
    expect(before).toMatch(/^[\w-]{43}$/);
  });

  test('is told by a cookie that scripts cannot read, for 400 days', async () => {
    const { pin, code } = await stockedShop();
    const { headers } = await redeem(site.visitor(), code, pin);
    expect(String(headers['set-cookie'])).toMatch(
      /^reround_till=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is not made by a refusal, a check, or the same answer given again', async () => {
    const { pin, code } = await stockedShop();
    const key = { 'idempotency-key': 'sale-1' };
    const sale = { body: { pin }, headers: key, address: SHOP };
    const first = site.visitor();
    await check(first, code);
    await redeem(first, code, '00000000');
    await redeem(first, 'RR-ABC234', pin);
    expect(first.cookies.size).toBe(0);
    expect((await first.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(first.cookies.size).toBe(1);
    const again = site.visitor();
    expect((await again.send('POST', `/api/redeem/${code}`, sale)).status).toBe(200);
    expect(again.cookies.size).toBe(0);
  });

  test.each([
    ['the PIN that it used is renewed', partners.rotatePartnerPin, {}],
    ['its store is switched off', partners.setPartnerActive, { active: false }],
  ])('is a stranger once %s', async (_why, change, body) => {
    const { admin, partner, till } = await tillAt();
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    await admin.call(change, { params: { id: partner.id }, body: body as never });
    expect((await wrongPinFrom(SHOP, till)).status).toBe(429);
  });

  test('cannot be made up', async () => {
    const { till } = await tillAt();
    const cookie = till.cookies.get('reround_till') ?? '';
    for (let count = 0; count < 10; count += 1) await wrongPinFrom(SHOP);
    expect((await wrongPinFrom(SHOP, till)).status).toBe(403);
    const madeUp = ['A'.repeat(43), digest(cookie), cookie.slice(0, -1), `${cookie}x`, '1', "' or true --"];
    for (const value of madeUp) {
      const forger = site.visitor();
      forger.cookies.set('reround_till', value);
      expect((await wrongPinFrom(SHOP, forger)).status, value).toBe(429);
    }
  });
});
