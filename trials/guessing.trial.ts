import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { forgettingMilliseconds } from '#server/http/overallLimits.ts';
import { type Running, startServer } from '#server/testing/process.ts';
import { limits } from '#shared/limits.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt, signIn } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { partnerPin } from './writers.ts';

const ADDRESSES = isFull ? 5000 : 500;
const AT_ONCE = isFull ? 200 : 40;
const PIN_GUESSES = isFull ? 20_000 : 300;
const CODE_GUESSES = isFull ? 20_000 : 700;
const SALES = isFull ? 100 : 10;

let directory: string;
let postgres: ThrowawayPostgres | null;
let servers: string[] = [];
const started: Running[] = [];

beforeAll(async () => {
  postgres = await startThrowawayPostgres({ durable: true });
  if (!postgres) return;
  directory = await mkdtemp(join(tmpdir(), 'reround-guessing-'));
  const settings = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret key that only the trials know',
    DATA_DIR: directory,
    TRUST_PROXY: 'true',
    ...ADMIN,
  };
  started.push(...(await Promise.all([startServer(settings), startServer(settings)])));
  servers = started.map((running) => (running as Awaited<ReturnType<typeof startServer>>).url);
});

beforeEach(({ skip }) => {
  skip(postgres === null, 'There is no PostgreSQL on this machine.');
});

afterAll(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await postgres?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

const server = (turn: number) => servers[turn % servers.length] ?? '';

const from = (turn: number) => ({
  'x-forwarded-for': `198.18.${Math.floor((turn % ADDRESSES) / 250)}.${turn % 250}`,
});

async function issueCodes(admin: Record<string, string>, count: number): Promise<string[]> {
  const ids: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const body = { studentId: 'D1', weight: '1-2kg', date: '2026-01-15' } as const;
    const { body: logged } = await callAt(server(turn), logging.logDonation, { body }, from(turn));
    ids.push(logged.id);
  }
  await callAt(server(0), deciding.confirmDonations, { body: { ids } }, admin);
  const { body: page } = await callAt(server(0), rewards.codes, { query: { limit: count } }, admin);
  return page.items.map(({ code }) => code);
}

/** Sends so many guesses, always so many of them at once, in turn to both servers and from all addresses. */
async function botnet(guesses: number, guess: (turn: number) => Promise<{ status: number }>) {
  const answers = new Map<number, number>();
  let sent = 0;
  const before = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < guesses) {
        const { status } = await guess(sent++);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
  return { answers, milliseconds: performance.now() - before };
}

/** What docs/guessing.md promises: the burst, and what was forgotten meanwhile. */
function bound(name: 'wrongPin' | 'unknownCode', milliseconds: number): number {
  const { most = 0 } = limits[name].overall ?? {};
  const forgotten = Math.floor(milliseconds / forgettingMilliseconds(name));
  return most + forgotten;
}

test('a botnet that guesses at two servers gets no more guesses than the limits allow, and a known till redeems all the while', async () => {
  const admin = await signIn(server(0));
  const pin = await partnerPin(server(0), admin, 'Main Street Thrift');
  const [first = '', ...codes] = await issueCodes(admin, SALES + 1);
  // Behind an address of the botnet's own.
  const sale = (code: string, turn: number, cookie = '') =>
    callAt(server(turn), redemption.redeemCode, { params: { code }, body: { pin } }, { ...from(0), cookie });
  const opening = await sale(first, 0);
  const cookie = opening.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(opening.status).toBe(200);

  const attack = { goesOn: true };
  const sales: { status: number; milliseconds: number }[] = [];
  /** Sells, then checks what it sold, for as long as the attack lasts. */
  const till = async () => {
    for (let turn = 0; attack.goesOn; turn += 1) {
      const params = { code: codes[turn % SALES] ?? '' };
      const before = performance.now();
      const { status } =
        turn < SALES
          ? await sale(params.code, turn, cookie)
          : await callAt(server(turn), redemption.checkCode, { params }, { ...from(0), cookie });
      sales.push({ status, milliseconds: performance.now() - before });
    }
  };
  const guessAll = async () => {
    const pins = await botnet(PIN_GUESSES, (turn) => {
      const body = { pin: String(10_000_000 + turn) };
      const params = { code: 'RR-ABC234' };
      return callAt(server(turn), redemption.redeemCode, { params, body }, from(turn));
    });
    const unknown = await botnet(CODE_GUESSES, (turn) => {
      const params = { code: `RR-${String(turn).padStart(6, '0')}` };
      return callAt(server(turn), redemption.checkCode, { params }, from(turn));
    });
    attack.goesOn = false;
    return { pins, unknown };
  };
  const [{ pins, unknown }] = await Promise.all([guessAll(), till()]);

  figure('Addresses of the botnet', ADDRESSES);
  figure('Guesses under way at once', AT_ONCE);
  for (const [what, { answers, milliseconds }, name, status] of [
    ['PINs', pins, 'wrongPin', 403],
    ['codes', unknown, 'unknownCode', 404],
  ] as const) {
    const looked = answers.get(status) ?? 0;
    const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
    figure(`${what} guessed`, total);
    figure(`Seconds for the ${what}`, (milliseconds / 1000).toFixed(1));
    figure(`${what} looked at`, looked);
    figure(`Bound of ${what} looked at`, bound(name, milliseconds));
    expect(looked).toBeLessThanOrEqual(bound(name, milliseconds));
    expect(looked).toBeGreaterThanOrEqual(limits[name].overall?.most ?? 0);
    expect(looked + (answers.get(429) ?? 0)).toBe(total);
  }

  figure('Sales and checks of the known till meanwhile', sales.length);
  figure('The slowest of them, milliseconds', Math.round(Math.max(...sales.map((one) => one.milliseconds))));
  expect(sales.length).toBeGreaterThan(1);
  expect(new Set(sales.map(({ status }) => status))).toEqual(new Set([200]));

  const stranger = await callAt(
    server(0),
    redemption.redeemCode,
    { params: { code: first }, body: { pin } },
    { 'x-forwarded-for': '192.0.2.1' },
  );
  const wait = Number(stranger.headers.get('retry-after'));
  figure('A stranger is told to wait, seconds', wait);
  expect(stranger.status).toBe(429);
  expect(wait).toBeGreaterThan(0);
});
