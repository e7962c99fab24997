import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { type Running, runNode, runServer, startServer } from '#server/testing/process.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt, signIn } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { partnerPin } from './writers.ts';

const ROTATIONS = isFull ? 20 : 2;
const FIRST_STARTS = isFull ? 8 : 3;
const KILLS = isFull ? 40 : 3;

let postgres: ThrowawayPostgres | null;
let directory: string;
const started: Running[] = [];

beforeAll(async () => {
  postgres = await startThrowawayPostgres({ durable: true });
});

afterAll(async () => {
  await postgres?.stop();
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-key-'));
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(directory, { recursive: true, force: true });
});

/** A key of a site, told apart by its number. */
const keyOf = (number: number) => `the secret key of the trials, number ${number}`;

/** The settings of a site on a database of its own. */
async function settingsOnServer(name: string): Promise<Record<string, string>> {
  const url = new URL(postgres?.url ?? '');
  url.pathname = `/${name}`;
  const keeper = new pg.Client({ connectionString: postgres?.url });
  await keeper.connect();
  await keeper.query(`create database ${name}`);
  await keeper.end();
  return { DATABASE_URL: url.href, DATA_DIR: directory, RATE_LIMITS: 'off', ...ADMIN };
}

async function serve(settings: Record<string, string>) {
  const server = await startServer(settings);
  started.push(server);
  return server;
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

function rotate(settings: Record<string, string>): Running {
  const running = runNode('src/features/partners/keyCommand.ts', ['rotate'], settings);
  started.push(running);
  return running;
}

/** Issues a code at a server and takes a use of it with a PIN. */
async function redeemAt(address: string, pin: string): Promise<number> {
  const admin = await signIn(address);
  const body = { studentId: 'KEYHOLDER', weight: '1-2kg', date: '2026-01-15' } as const;
  const { body: logged } = await callAt(address, logging.logDonation, { body });
  const confirmed = await callAt(address, deciding.confirmDonation, { body: { id: logged.id } }, admin);
  const params = { code: confirmed.body.discountCode };
  return (await callAt(address, redemption.redeemCode, { params, body: { pin } })).status;
}

test(`a PIN works before, while and after the key is changed ${ROTATIONS} times, and no other key's process starts`, async ({
  skip,
}) => {
  skip(postgres === null, 'There is no PostgreSQL on this machine.');
  const settings = await settingsOnServer('rotated');
  const first = await serve({ ...settings, SECRET_KEY: keyOf(0) });
  const pin = await partnerPin(first.url, await signIn(first.url), 'Main Street Thrift');
  let serving = first;
  for (let turn = 1; turn <= ROTATIONS; turn += 1) {
    const other = runServer({ PORT: '0', ...settings, SECRET_KEY: keyOf(turn) });
    started.push(other);
    expect(await other.ended).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^SECRET_KEY is not the key that the database belongs to/) as string,
    });
    expect(await redeemAt(serving.url, pin)).toBe(200);

    const keys = { OLD_SECRET_KEY: keyOf(turn - 1), SECRET_KEY: keyOf(turn) };
    expect((await rotate({ ...settings, ...keys }).ended).code).toBe(0);
    // The process with the old key goes on for as long as nobody stops it, and so does its PIN.
    expect(await redeemAt(serving.url, pin)).toBe(200);
    const meanwhile = await partnerPin(serving.url, await signIn(serving.url), `Store ${turn}`);
    const next = await serve({ ...settings, SECRET_KEY: keyOf(turn) });
    for (const known of [pin, meanwhile]) expect(await redeemAt(next.url, known)).toBe(200);
    await stop(serving);
    serving = next;
  }
  figure('Changes of the key', ROTATIONS);
  figure("Starts with another key than the site's, each refused", ROTATIONS);
  figure('Redemptions with PINs of an earlier key, each taken', 4 * ROTATIONS);
});

test(`of ${FIRST_STARTS} first starts at once with as many keys one serves`, async ({ skip }) => {
  skip(postgres === null, 'There is no PostgreSQL on this machine.');
  const settings = await settingsOnServer('contended');
  const starts = Array.from({ length: FIRST_STARTS }, (_, turn) =>
    startServer({ ...settings, SECRET_KEY: keyOf(turn) }).then(
      (server) => {
        started.push(server);
        return null;
      },
      (error: Error) => error.message,
    ),
  );
  const refusals = (await Promise.all(starts)).filter((refusal) => refusal !== null);
  expect(started).toHaveLength(1);
  for (const refusal of refusals) {
    expect(refusal).toContain('SECRET_KEY is not the key that the database belongs to');
  }
  figure('First starts at once', FIRST_STARTS);
  figure('Refused', refusals.length);
});

test(`a change of the key in DATA_DIR that is killed, ${KILLS} times, leaves a site whose PIN works`, async () => {
  const settings = { DATA_DIR: directory, RATE_LIMITS: 'off', ...ADMIN };
  const server = await serve(settings);
  const pin = await partnerPin(server.url, await signIn(server.url), 'Main Street Thrift');
  await stop(server);
  const before = performance.now();
  expect((await rotate(settings).ended).code).toBe(0);
  const whole = performance.now() - before;
  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  let completed = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const rotation = rotate(settings);
    // Most of it is the start of the process; what matters comes near its end.
    await Promise.race([rotation.ended, setTimeout((whole * chance.between(50, 105)) / 100)]);
    rotation.child.kill('SIGKILL');
    if ((await rotation.ended).code === 0) completed += 1;
    const again = await serve(settings);
    expect(await redeemAt(again.url, pin)).toBe(200);
    await stop(again);
  }
  figure('Killed changes', KILLS - completed);
  figure('Changes that were done before the kill', completed);
});
