import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { connectEmbedded } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { FolderStorage } from '#server/storage.ts';
import { type Running, runServer } from '#server/testing/process.ts';
import { logDonation, timed } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { type Processes, processesForEach, type Server, siteForAll } from './fixtures.ts';
import { findHalves } from './halves.ts';
import { findLost } from './kept.ts';
import { expectAllKept, expectNothingHalf, expectQuick, killUnderWriters, WRITERS } from './kills.ts';
import { type Writing, writingAt } from './writers.ts';

const KILLS = isFull ? 50 : 1;

/** A server process once /readyz answers 200, and the seconds that this took from its spawn. */
function startTimed(processes: Processes, settings: Readonly<Record<string, string>> = {}) {
  return timed(async () => {
    const server = await processes.serve(settings);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    return server;
  });
}

async function killServer({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  // It was running until now: an end of its own would have a code.
  expect((await ended).code).toBeNull();
}

describe('on the embedded database', () => {
  const processes = processesForEach();

  test('kill -9 under 16 writers loses nothing acknowledged and leaves nothing half done', async () => {
    const { directory } = processes;
    let server = await processes.serve();
    const writing = await writingAt(server.url);
    const { doors, ledger, chance, admin } = writing;
    doors.open(server.url);
    let killedWhileStarting = 0;

    const seconds = await killUnderWriters(writing, KILLS, async () => {
      doors.close(server.url);
      await killServer(server);
      if (isFull && chance.between(1, 5) === 1) {
        killedWhileStarting += 1;
        const starting = runServer({ DATA_DIR: directory, PORT: '0' });
        await setTimeout(chance.between(100, 1500));
        starting.child.kill('SIGKILL');
        await starting.ended;
      }
      const again = await startTimed(processes);
      server = again.answer;
      expect(await findLost(server.url, admin, ledger, 30)).toEqual([]);
      doors.open(server.url);
      return again.seconds;
    });

    figure('Further kills while it was starting', killedWhileStarting);
    await expectAllKept(writing, server.url);
    await killServer(server);
    const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory));
    await expectNothingHalf(writing, database, new FolderStorage(directory));
    await close();
    expectQuick(seconds);
  });
});

describe('on PostgreSQL', () => {
  let writing: Writing;
  const site = siteForAll({
    servers: 2,
    furnish: async () => {
      writing = await writingAt(site.address(0));
      writing.doors.open(...site.servers.map(({ url }) => url));
    },
  });

  test('kill -9 of one of two servers under 16 writers loses nothing acknowledged and leaves nothing half done', async () => {
    const { doors, ledger, chance, admin } = writing;
    const seconds = await killUnderWriters(writing, KILLS, async () => {
      const index = chance.between(0, 1);
      const killed = site.servers[index] as Server;
      doors.close(killed.url);
      await killServer(killed);
      // The other one goes on, and takes over what broke off.
      await ledger.more(WRITERS);
      const { answer: again, seconds: away } = await startTimed(site.processes, site.settings);
      site.servers[index] = again;
      expect(await findLost(again.url, admin, ledger, 30)).toEqual([]);
      expect(await findHalves(site.database)).toEqual({});
      doors.open(again.url);
      return away;
    });
    await expectAllKept(writing, site.address(0));
    await expectNothingHalf(writing, site.database, new FolderStorage(site.processes.directory));
    expectQuick(seconds);
  });

  test('kill -9 of the database under 16 writers loses nothing acknowledged and leaves nothing half done; the servers answer 503 meanwhile and go on by themselves', async () => {
    const { postgres, servers } = site;
    const { doors, ledger, admin } = writing;
    const urls = servers.map(({ url }) => url);
    const seconds = await killUnderWriters(writing, KILLS, async () => {
      doors.close(...urls);
      await postgres.kill();
      await Promise.all(urls.map(expectUnavailable));
      const { seconds: away } = await timed(async () => {
        await postgres.start();
        await vi.waitUntil(() => isReady(urls), { timeout: 60_000, interval: 10 });
      });
      for (const url of urls) expect(await findLost(url, admin, ledger, 30)).toEqual([]);
      expect(await findHalves(site.database)).toEqual({});
      doors.open(...urls);
      return away;
    });
    expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null]);
    await expectAllKept(writing, urls[0] ?? '');
    await expectNothingHalf(writing, site.database, new FolderStorage(site.processes.directory));
    expectQuick(seconds);
  });
});

async function isReady(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)));
  return answers.every(({ status }) => status === 200);
}

/** What a server says while its database is away. */
async function expectUnavailable(url: string): Promise<void> {
  const refused = await logDonation(url, 'TOO_EARLY');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}
