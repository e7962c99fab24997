import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { examineBackup } from '#server/backup/load.ts';
import { connectEmbedded, type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { backups } from '#server/schema.ts';
import { logDonation } from './calls.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach, stop } from './fixtures.ts';

/** Beginning to encrypt takes a second: enough for being killed meanwhile. */
const PASSPHRASE = 'correct horse battery staple';
const SOON = { timeout: 10 * 60_000, interval: 20 };

const postgres = postgresForAll();
const processes = processesForEach();
const folder = () => join(processes.directory, 'backups');
const files = async () => (existsSync(folder()) ? await readdir(folder()) : []);

interface Place {
  settings: Record<string, string>;
  /** While no server has it. */
  open: () => Promise<OpenDatabase>;
}

async function placeOn(kind: string, skip: TestContext['skip']): Promise<Place> {
  const directory = join(processes.directory, 'data');
  await mkdir(directory);
  const own = { DATA_DIR: directory, BACKUP_DIR: folder(), BACKUP_PASSPHRASE: PASSPHRASE };
  if (kind === 'the embedded database') {
    const open = async () => connectEmbedded(await openEmbeddedDatabase(directory));
    return { settings: own, open };
  }
  const url = await createDatabase(await postgres(skip), `nightly_${Math.floor(performance.now())}`);
  return { settings: { ...own, ...onPostgres(url) }, open: async () => openServerDatabase(url, () => {}) };
}

async function rowsAt({ open }: Place, change = 'select'): Promise<(typeof backups.$inferSelect)[]> {
  const { database, close } = await open();
  try {
    await database.$client.query(change);
    return await database.select().from(backups).orderBy(backups.attempt);
  } finally {
    await close();
  }
}

/** The one backup that there is, looked at as a restore does, and nothing beside it. */
async function expectOneGood(attempt: number, place: Place): Promise<void> {
  const rows = await rowsAt(place);
  const good = rows.filter(({ verifiedAt }) => verifiedAt !== null);
  expect(good).toMatchObject([{ attempt }]);
  const { name = '' } = good[0] ?? {};
  expect((await files()).toSorted()).toEqual([name, `${name}.verified`]);
  await examineBackup({ path: join(folder(), name), passphrase: PASSPHRASE });
}

test('of two processes that start at once one makes the night’s backup', async ({ skip }) => {
  const place = await placeOn('PostgreSQL', skip);
  const servers = await Promise.all([processes.serve(place.settings), processes.serve(place.settings)]);
  await vi.waitUntil(() => servers.some(({ output }) => output.includes('read back whole')), SOON);
  await Promise.all(servers.map(stop));
  expect(await rowsAt(place)).toHaveLength(1);
  await expectOneGood(1, place);
});

describe.each(['PostgreSQL', 'the embedded database'])('on %s', (kind) => {
  test('a site that is killed in the middle of a backup makes it again once ten minutes are over', async ({
    skip,
  }) => {
    const place = await placeOn(kind, skip);
    const server = await processes.serve(place.settings);
    expect((await logDonation(server.url, 'D1')).status).toBe(201);
    await vi.waitUntil(async () => (await files()).length > 0, SOON);
    server.child.kill('SIGKILL');
    await server.ended;
    expect(await files()).toEqual([expect.stringMatching(/\.unfinished$/)]);
    // As if the minutes had gone by.
    expect(
      await rowsAt(place, `update backups set held_until = held_until - interval '10 minutes'`),
    ).toMatchObject([{ attempt: 1, finishedAt: null, verifiedAt: null }]);
    const again = await processes.serve(place.settings);
    await vi.waitUntil(() => again.output.includes('read back whole'), SOON);
    await stop(again);
    await expectOneGood(2, place);
  });
});
