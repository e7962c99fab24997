import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { connectEmbedded, type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { FolderStorage } from '#server/storage.ts';
import { type Running, runServer, startServer } from '#server/testing/process.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { findHalves } from './halves.ts';
import { findLost } from './kept.ts';
import {
  expectAllKept,
  expectNothingHalf,
  expectQuick,
  killUnderWriters,
  type Trial,
  trialOf,
  WRITERS,
} from './kills.ts';

const KILLS = isFull ? 50 : 1;

type Server = Awaited<ReturnType<typeof startServer>>;

let directory: string;
const started: Running[] = [];

/** A server process once /readyz answers 200, and the seconds that this took from its spawn. */
async function startTimed(settings: Record<string, string> = {}) {
  const before = performance.now();
  const server = await startServer({ DATA_DIR: directory, RATE_LIMITS: 'off', ...ADMIN, ...settings });
  started.push(server);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  return { server, seconds: (performance.now() - before) / 1000 };
}

async function killServer({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  // It was running until now: an end of its own would have a code.
  expect((await ended).code).toBeNull();
}

async function stopAll(): Promise<void> {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
}

describe('on the embedded database', () => {
  afterEach(async () => {
    await stopAll();
    await rm(directory, { recursive: true, force: true });
  });

  test('kill -9 under 16 writers loses nothing acknowledged and leaves nothing half done', async () => {
    directory = await mkdtemp(join(tmpdir(), 'reround-crash-'));
    let { server } = await startTimed();
    const trial = await trialOf(server.url);
    const { doors, ledger, chance, admin } = trial;
    doors.open(server.url);
    let killedWhileStarting = 0;

    const seconds = await killUnderWriters(trial, KILLS, async () => {
      doors.close(server.url);
      await killServer(server);
      if (isFull && chance.between(1, 5) === 1) {
        killedWhileStarting += 1;
        const starting = runServer({ DATA_DIR: directory, PORT: '0' });
        await setTimeout(chance.between(100, 1500));
        starting.child.kill('SIGKILL');
        await starting.ended;
      }
      const again = await startTimed();
      server = again.server;
      expect(await findLost(server.url, admin, ledger, 30)).toEqual([]);
      doors.open(server.url);
      return again.seconds;
    });

    figure('Further kills while it was starting', killedWhileStarting);
    await expectAllKept(trial, server.url);
    await killServer(server);
    const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory));
    await expectNothingHalf(trial, database, new FolderStorage(directory));
    await close();
    expectQuick(seconds);
  });
});

describe('on PostgreSQL', () => {
  let postgres: ThrowawayPostgres | null;
  let opened: OpenDatabase;
  let servers: Server[];
  let trial: Trial;
  let settings: Record<string, string>;

  beforeAll(async () => {
    postgres = await startThrowawayPostgres({ durable: true });
    if (!postgres) return;
    directory = await mkdtemp(join(tmpdir(), 'reround-crash-'));
    settings = { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret key that only the trials know' };
    servers = (await Promise.all([startTimed(settings), startTimed(settings)])).map(({ server }) => server);
    // The connections of this pool break whenever the database is killed.
    opened = openServerDatabase(postgres.url, () => {});
    trial = await trialOf(servers[0]?.url ?? '');
    trial.doors.open(...servers.map(({ url }) => url));
  });

  afterAll(async () => {
    await stopAll();
    await opened?.close();
    await postgres?.stop();
    if (directory) await rm(directory, { recursive: true, force: true });
  });

  beforeEach(({ skip }) => {
    skip(postgres === null, 'There is no PostgreSQL on this machine.');
  });

  test('kill -9 of one of two servers under 16 writers loses nothing acknowledged and leaves nothing half done', async () => {
    const { doors, ledger, chance, admin } = trial;
    const seconds = await killUnderWriters(trial, KILLS, async () => {
      const index = chance.between(0, 1);
      const killed = servers[index] as Server;
      doors.close(killed.url);
      await killServer(killed);
      // The other one goes on, and takes over what broke off.
      await ledger.more(WRITERS);
      const again = await startTimed(settings);
      servers[index] = again.server;
      expect(await findLost(again.server.url, admin, ledger, 30)).toEqual([]);
      expect(await findHalves(opened.database)).toEqual({});
      doors.open(again.server.url);
      return again.seconds;
    });
    await expectAllKept(trial, servers[0]?.url ?? '');
    await expectNothingHalf(trial, opened.database, new FolderStorage(directory));
    expectQuick(seconds);
  });

  test('kill -9 of the database under 16 writers loses nothing acknowledged and leaves nothing half done; the servers answer 503 meanwhile and go on by themselves', async () => {
    const database = postgres as ThrowawayPostgres;
    const { doors, ledger, admin } = trial;
    const urls = servers.map(({ url }) => url);
    const seconds = await killUnderWriters(trial, KILLS, async () => {
      doors.close(...urls);
      await database.kill();
      await Promise.all(urls.map(expectUnavailable));
      const before = performance.now();
      await database.start();
      await vi.waitUntil(() => isReady(urls), { timeout: 60_000, interval: 10 });
      const away = (performance.now() - before) / 1000;
      for (const url of urls) expect(await findLost(url, admin, ledger, 30)).toEqual([]);
      expect(await findHalves(opened.database)).toEqual({});
      doors.open(...urls);
      return away;
    });
    expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null]);
    await expectAllKept(trial, urls[0] ?? '');
    await expectNothingHalf(trial, opened.database, new FolderStorage(directory));
    expectQuick(seconds);
  });
});

async function isReady(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)));
  return answers.every(({ status }) => status === 200);
}

/** What a server says while its database is away. */
async function expectUnavailable(url: string): Promise<void> {
  const body = { studentId: 'TOO_EARLY', weight: '1-2kg', date: '2026-01-15' } as const;
  const refused = await callAt(url, logging.logDonation, { body });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}
