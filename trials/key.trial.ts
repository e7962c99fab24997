import { setTimeout } from 'node:timers/promises';
import { expect, test, type TestContext } from 'vitest';
import { type Running, runCommand, runServer } from '#server/testing/process.ts';
import { ADMIN, issueCode, partnerPin, redeemCode, signIn } from './calls.ts';
import { Chance } from './chance.ts';
import { figure, isFull } from './figures.ts';
import { createDatabase, postgresForAll, processesForEach, stop } from './fixtures.ts';

const ROTATIONS = isFull ? 20 : 2;
const FIRST_STARTS = isFull ? 8 : 3;
const KILLS = isFull ? 40 : 3;

const postgres = postgresForAll();
const processes = processesForEach();

/** A key of a site, told apart by its number. */
const keyOf = (number: number) => `the secret key of the trials, number ${number}`;

/** The settings of a site on a database of its own, but for the key. */
async function settingsOnServer(name: string, skip: TestContext['skip']) {
  return { DATABASE_URL: await createDatabase(await postgres(skip), name), ...settingsInFolder() };
}

const settingsInFolder = () => ({ DATA_DIR: processes.directory, ...ADMIN });

function rotate(settings: Record<string, string>): Running {
  return processes.keep(runCommand('key', ['rotate'], settings));
}

/** Issues a code at a server and takes a use of it with a PIN. */
async function redeemAt(address: string, pin: string): Promise<number> {
  const code = await issueCode(address, await signIn(address), 'KEYHOLDER');
  return (await redeemCode(address, code, pin)).status;
}

test(`a PIN works before, while and after the key is changed ${ROTATIONS} times, and no other key's process starts`, async ({
  skip,
}) => {
  const settings = await settingsOnServer('rotated', skip);
  const first = await processes.serve({ ...settings, SECRET_KEY: keyOf(0) });
  const pin = await partnerPin(first.url, await signIn(first.url));
  let serving = first;
  for (let turn = 1; turn <= ROTATIONS; turn += 1) {
    const other = processes.keep(runServer({ PORT: '0', ...settings, SECRET_KEY: keyOf(turn) }));
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
    const next = await processes.serve({ ...settings, SECRET_KEY: keyOf(turn) });
    for (const known of [pin, meanwhile]) expect(await redeemAt(next.url, known)).toBe(200);
    await stop(serving);
    serving = next;
  }
  figure('Changes of the key', ROTATIONS);
  figure("Starts with another key than the site's, each refused", ROTATIONS);
  figure('Redemptions with PINs of an earlier key, each taken', 4 * ROTATIONS);
});

test(`of ${FIRST_STARTS} first starts at once with as many keys one serves`, async ({ skip }) => {
  const settings = await settingsOnServer('contended', skip);
  const starts = Array.from({ length: FIRST_STARTS }, (_, turn) =>
    processes.serve({ ...settings, SECRET_KEY: keyOf(turn) }).then(
      () => null,
      (error: Error) => error.message,
    ),
  );
  const refusals = (await Promise.all(starts)).filter((refusal) => refusal !== null);
  expect(refusals).toHaveLength(FIRST_STARTS - 1);
  for (const refusal of refusals) {
    expect(refusal).toContain('SECRET_KEY is not the key that the database belongs to');
  }
  figure('First starts at once', FIRST_STARTS);
  figure('Refused', refusals.length);
});

test(`a change of the key in DATA_DIR that is killed, ${KILLS} times, leaves a site whose PIN works`, async () => {
  const settings = settingsInFolder();
  const server = await processes.serve(settings);
  const pin = await partnerPin(server.url, await signIn(server.url));
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
    const again = await processes.serve(settings);
    expect(await redeemAt(again.url, pin)).toBe(200);
    await stop(again);
  }
  figure('Killed changes', KILLS - completed);
  figure('Changes that were done before the kill', completed);
});
