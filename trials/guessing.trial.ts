import { expect, test } from 'vitest';
import { forgettingMilliseconds } from '#server/http/overallLimits.ts';
import { limits } from '#shared/limits.ts';
import { callMany, checkCode, issueCode, partnerPin, redeemCode, timed } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { siteForAll } from './fixtures.ts';

const ADDRESSES = isFull ? 5000 : 500;
const AT_ONCE = isFull ? 200 : 40;
const PIN_GUESSES = isFull ? 20_000 : 300;
const CODE_GUESSES = isFull ? 20_000 : 700;
const SALES = isFull ? 100 : 10;

const site = siteForAll({ servers: 2, settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

const from = (turn: number) => ({
  'x-forwarded-for': `198.18.${Math.floor((turn % ADDRESSES) / 250)}.${turn % 250}`,
});

/** What docs/guessing.md promises: the burst, and what was forgotten meanwhile. */
function bound(name: 'wrongPin' | 'unknownCode', seconds: number): number {
  const { most = 0 } = limits[name].overall ?? {};
  const forgotten = Math.floor((seconds * 1000) / forgettingMilliseconds(name));
  return most + forgotten;
}

test('a botnet that guesses at two servers gets no more guesses than the limits allow, and a known till redeems all the while', async () => {
  const pin = await partnerPin(site.address(0), site.admin);
  const codes: string[] = [];
  for (let turn = 0; turn < SALES + 1; turn += 1) {
    codes.push(await issueCode(site.address(turn), site.admin, 'D1', from(turn)));
  }
  const first = codes.pop() ?? '';
  // Behind an address of the botnet's own.
  const sale = (code: string, turn: number, cookie = '') =>
    redeemCode(site.address(turn), code, pin, { ...from(0), cookie });
  const opening = await sale(first, 0);
  const cookie = opening.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(opening.status).toBe(200);

  const attack = { goesOn: true };
  const sales: { status: number; milliseconds: number }[] = [];
  /** Sells, then checks what it sold, for as long as the attack lasts. */
  const till = async () => {
    for (let turn = 0; attack.goesOn; turn += 1) {
      const code = codes[turn % SALES] ?? '';
      const { answer, seconds } = await timed(() =>
        turn < SALES ? sale(code, turn, cookie) : checkCode(site.address(turn), code, { ...from(0), cookie }),
      );
      sales.push({ status: answer.status, milliseconds: seconds * 1000 });
    }
  };
  const guessAll = async () => {
    const pins = await timed(() =>
      callMany(PIN_GUESSES, AT_ONCE, (turn) =>
        redeemCode(site.address(turn), 'RR-ABC234', String(10_000_000 + turn), from(turn)),
      ),
    );
    const unknown = await timed(() =>
      callMany(CODE_GUESSES, AT_ONCE, (turn) =>
        checkCode(site.address(turn), `RR-${String(turn).padStart(6, '0')}`, from(turn)),
      ),
    );
    attack.goesOn = false;
    return { pins, unknown };
  };
  const [{ pins, unknown }] = await Promise.all([guessAll(), till()]);

  figure('Addresses of the botnet', ADDRESSES);
  figure('Guesses under way at once', AT_ONCE);
  for (const [what, { answer: answers, seconds }, name, status] of [
    ['PINs', pins, 'wrongPin', 403],
    ['codes', unknown, 'unknownCode', 404],
  ] as const) {
    const looked = answers.get(status) ?? 0;
    const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
    figure(`${what} guessed`, total);
    figure(`Seconds for the ${what}`, seconds.toFixed(1));
    figure(`${what} looked at`, looked);
    figure(`Bound of ${what} looked at`, bound(name, seconds));
    expect(looked).toBeLessThanOrEqual(bound(name, seconds));
    expect(looked).toBeGreaterThanOrEqual(limits[name].overall?.most ?? 0);
    expect(looked + (answers.get(429) ?? 0)).toBe(total);
  }

  figure('Sales and checks of the known till meanwhile', sales.length);
  figure('The slowest of them, milliseconds', Math.round(Math.max(...sales.map((one) => one.milliseconds))));
  expect(sales.length).toBeGreaterThan(1);
  expect(new Set(sales.map(({ status }) => status))).toEqual(new Set([200]));

  const stranger = await redeemCode(site.address(0), first, pin, { 'x-forwarded-for': '192.0.2.1' });
  const wait = Number(stranger.headers.get('retry-after'));
  figure('A stranger is told to wait, seconds', wait);
  expect(stranger.status).toBe(429);
  expect(wait).toBeGreaterThan(0);
});
