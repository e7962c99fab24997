import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { forgettingMilliseconds } from '#server/http/overallLimits.ts';
import { limits } from '#shared/limits.ts';
import { callAt, callMany, checkCode, issueCode, partnerPin, redeemCode } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { stop, siteForAll } from './fixtures.ts';

const ATTACK_SECONDS = isFull ? 300 : 5;
const SIGN_INS_OF_NETWORK = isFull ? 60_000 : 1000;
const FLOOD_ADDRESSES = isFull ? 900 : 120;
const SIGN_INS_OF_ADDRESS = isFull ? 60 : 30;
const AT_ONCE = 20;

let pin: string;
const site = siteForAll({
  servers: 1,
  settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' },
  furnish: async () => {
    pin = await partnerPin(site.address(0), site.admin);
  },
});

/** Each trial begins with limits that nobody has used. */
beforeEach(async () => {
  await site.database.execute(sql`delete from rate_limits`);
  await site.database.execute(sql`delete from overall_limits`);
});

const from = (address: string) => ({ 'x-forwarded-for': address });

const check = (code: string, address: string, at = site.address(0)) => checkCode(at, code, from(address));

const redeem = (code: string, given: string, address: string, at = site.address(0)) =>
  redeemCode(at, code, given, from(address));

/** Another server of the site, whose clock is a day ahead. */
const serveAhead = () =>
  site.processes.serve({
    ...site.settings,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('dayAhead.ts', import.meta.url))}`,
  });

/** All that some addresses may guess, as far as it is looked at. */
async function guessAllOf(addresses: number, at = site.address(0)): Promise<Map<number, number>> {
  const address = (turn: number) => `198.18.0.${turn % addresses}`;
  await callMany(addresses * limits.wrongPin.most, AT_ONCE, (turn) =>
    redeem('RR-ABC234', '00000000', address(turn), at),
  );
  return await callMany(addresses * limits.unknownCode.most, AT_ONCE, (turn) =>
    check('RR-ABC234', address(turn), at),
  );
}

test('22 addresses that guess all they may, and go on, keep no fresh address from a check or a redemption', async () => {
  const code = await issueCode(site.address(0), site.admin, 'D1');
  const before = performance.now();
  const looked = (await guessAllOf(22)).get(404) ?? 0;
  const forgotten = (performance.now() - before) / forgettingMilliseconds('unknownCode');
  figure('Codes guessed', 22 * limits.unknownCode.most);
  figure('Codes looked at', looked);
  const half = (limits.unknownCode.overall?.most ?? 0) / 2;
  expect(looked).toBeGreaterThanOrEqual(half);
  expect(looked).toBeLessThanOrEqual(half + forgotten);

  const ends = performance.now() + ATTACK_SECONDS * 1000;
  const attack = async (turn: number) => {
    let tries = 0;
    while (performance.now() < ends) {
      await check('RR-ABC234', `198.18.0.${turn}`);
      await redeem('RR-ABC234', '00000000', `198.18.0.${turn}`);
      tries += 2;
    }
    return tries;
  };
  const fresh = async () => {
    const statuses: number[] = [];
    while (performance.now() < ends) {
      const address = `203.0.${Math.floor(statuses.length / 250)}.${statuses.length % 250}`;
      statuses.push((await check(code, address)).status);
    }
    return statuses;
  };
  const [statuses, first, second] = await Promise.all([fresh(), attack(1), attack(2)]);
  figure('Tries of two of them meanwhile', first + second);
  figure('Checks of fresh addresses meanwhile, all answered', statuses.length);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await redeem(code, pin, '203.0.113.1')).status).toBe(200);
});

test('a server whose clock was a day ahead leaves nobody shut out once it is right', async () => {
  const code = await issueCode(site.address(0), site.admin, 'D1');
  const ahead = await serveAhead();
  await guessAllOf(2, ahead.url);
  expect((await redeem('RR-ABC234', '00000000', '198.18.0.1', ahead.url)).status).toBe(429);
  await stop(ahead);

  expect((await check(code, '203.0.113.1')).status).toBe(200);
  expect((await redeem(code, pin, '203.0.113.2')).status).toBe(200);
  const refused = await redeem(code, pin, '198.18.0.1');
  const wait = Number(refused.headers.get('retry-after'));
  figure('An address that used its limit up is told to wait, seconds', wait);
  expect(refused.status).toBe(429);
  expect(wait).toBeLessThanOrEqual(15 * 60);
});

test('a full limit that a clock a day ahead left has room again as soon as it says', async () => {
  const code = await issueCode(site.address(0), site.admin, 'D1');
  const ahead = await serveAhead();
  const { most = 0 } = limits.unknownCode.overall ?? {};
  await callMany(most, AT_ONCE, (turn) =>
    check('RR-ABC234', `198.18.${Math.floor((turn % 250) / 25)}.${turn % 250}`, ahead.url),
  );
  await stop(ahead);
  const refused = await check(code, '203.0.113.1');
  const wait = Number(refused.headers.get('retry-after'));
  figure('A stranger is told to wait, seconds', wait);
  expect(refused.status).toBe(429);
  expect(wait).toBeLessThanOrEqual(forgettingMilliseconds('unknownCode') / 1000);
  if (!isFull) return;
  await new Promise((resolve) => {
    setTimeout(resolve, wait * 1000);
  });
  expect((await check(code, '203.0.113.1')).status).toBe(200);
});

test('a flood of invented donors is bounded for an IPv6 /48 and for all together, and shuts no first sign-in out', async () => {
  const signInFrom = (address: string, turn: number) =>
    callAt(site.address(0), auth.studentLogin, { body: { studentId: `MADEUP${turn}` } }, from(address));
  const before = performance.now();
  const network = await callMany(SIGN_INS_OF_NETWORK, AT_ONCE, (turn) =>
    signInFrom(`2001:db8:1:${(turn % 65_536).toString(16)}::1`, turn),
  );
  const windows = Math.floor((performance.now() - before) / (15 * 60_000)) + 1;
  figure('Sign-ins from the networks of one /48', SIGN_INS_OF_NETWORK);
  figure('Sign-ins let through', network.get(200) ?? 0);
  expect(network.get(200)).toBe(windows * (limits.donorSignIn.mostOfNetwork ?? 0));

  const started = performance.now();
  const total = FLOOD_ADDRESSES * SIGN_INS_OF_ADDRESS;
  const many = await callMany(total, AT_ONCE, (turn) => {
    const address = Math.floor(turn / SIGN_INS_OF_ADDRESS);
    return signInFrom(`198.18.${Math.floor(address / 250)}.${address % 250}`, turn);
  });
  const passed = many.get(200) ?? 0;
  figure('Sign-ins from IPv4 addresses', total);
  figure('Addresses', FLOOD_ADDRESSES);
  figure('Sign-ins from them let through', passed);
  const { most = 0 } = limits.donorSignIn.overall ?? {};
  const forgotten = (performance.now() - started) / forgettingMilliseconds('donorSignIn');
  expect(passed).toBeLessThan(total);
  expect(passed).toBeLessThanOrEqual(most + forgotten);
  expect((await signInFrom('203.0.113.1', 0)).status).toBe(200);
  expect((await signInFrom('2001:db8:2::1', 0)).status).toBe(200);
});
