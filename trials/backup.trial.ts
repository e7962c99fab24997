import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { readArchive } from '#server/backup/archive.ts';
import { entryOf } from '#server/backup/contents.ts';
import { examineBackup } from '#server/backup/load.ts';
import { connectEmbedded, migrateDatabase, type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { FolderStorage } from '#server/storage.ts';
import { type Running, runNode, startServer } from '#server/testing/process.ts';
import { tarOf, writeSealed } from '#server/testing/sealedArchives.ts';
import { fillWithVolume } from '#server/testing/volume.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../scripts/postgres.ts';
import { ADMIN, callAt, signIn, uploadAt } from './calls.ts';
import { Chance } from './chance.ts';
import { describeInFull, figure, isFull } from './figures.ts';
import { findHalves } from './halves.ts';
import { findLost, findLostFiles } from './kept.ts';
import { Doors, keepWriting, Ledger, partnerPin } from './writers.ts';

const WRITERS = isFull ? 16 : 2;
const WRITES_BEFORE = isFull ? 2_000 : 30;
const ALTERED = isFull ? 5_000 : 100;
const VOLUME = 100_000;

const NAME_PIECES = [
  '..',
  '/',
  '../',
  './',
  '\\',
  'x',
  'admins',
  '000001',
  '.jsonl.gz',
  '.webp',
  'é',
  '\n',
  '%2e',
  'a'.repeat(24),
];
const everyKind = ['about', 'table', 'key', 'photo', 'counts'] as const;

type Kind = 'the embedded database' | 'PostgreSQL';

/** Where a site's data is: its settings, and a way to look into the database while no server has it. */
interface Place {
  directory: string;
  settings: Record<string, string>;
  open: () => Promise<OpenDatabase>;
}

let postgres: ThrowawayPostgres | null;
let folder: string;
const started: Running[] = [];

beforeAll(async () => {
  postgres = await startThrowawayPostgres({ durable: true });
});

afterAll(async () => {
  await postgres?.stop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-backup-'));
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
});

async function placeOn(kind: Kind, name: string): Promise<Place> {
  const directory = join(folder, name);
  const settings = { DATA_DIR: directory, SECRET_KEY: 'a secret key that only the trials know' };
  if (kind === 'the embedded database') {
    return { directory, settings, open: async () => connectEmbedded(await openEmbeddedDatabase(directory)) };
  }
  const url = new URL(postgres?.url ?? '');
  url.pathname = `/${name}_${Math.floor(performance.now())}`;
  const keeper = new pg.Client({ connectionString: postgres?.url });
  await keeper.connect();
  await keeper.query(`create database ${url.pathname.slice(1)}`);
  await keeper.end();
  const open = async () => openServerDatabase(url.href, () => {});
  return { directory, settings: { ...settings, DATABASE_URL: url.href }, open };
}

async function serve({ settings }: Place) {
  const server = await startServer({ RATE_LIMITS: 'off', ...ADMIN, ...settings });
  started.push(server);
  return server;
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

/** Runs a command to its end, which must be a good one. Gives its seconds. */
async function run(command: 'backup' | 'restore', { settings }: Place): Promise<number> {
  const before = performance.now();
  const running = runNode(`src/server/backup/${command}Command.ts`, [join(folder, 'backup.tar')], settings);
  started.push(running);
  const { code, output } = await running.ended;
  expect(output).toMatch(/^(Backed up|Restored)/m);
  expect(code).toBe(0);
  return (performance.now() - before) / 1000;
}

/** Asks for something from the database again and again while work is done. Gives the longest wait. */
async function longestWait(address: string, work: () => Promise<unknown>): Promise<number> {
  const longest = { milliseconds: 0, done: false };
  const ask = async () => {
    while (!longest.done) {
      const before = performance.now();
      expect((await callAt(address, partners.partners, {})).status).toBe(200);
      longest.milliseconds = Math.max(longest.milliseconds, performance.now() - before);
    }
  };
  const asking = ask();
  try {
    await work();
  } finally {
    longest.done = true;
  }
  await asking;
  return longest.milliseconds;
}

function copyOf(ledger: Ledger): Ledger {
  const copy = new Ledger();
  for (const id of ledger.donations) copy.donations.add(id);
  for (const [code, id] of ledger.codes) copy.codes.set(code, id);
  for (const [code, uses] of ledger.uses) copy.uses.set(code, uses);
  for (const [url, size] of ledger.photos) copy.photos.set(url, size);
  return copy;
}

async function expectSiteWorks(address: string, admin: Record<string, string>, pin: string): Promise<void> {
  const body = { studentId: 'AFTERWARDS', weight: '1-2kg', date: '2026-01-15' } as const;
  const { body: logged } = await callAt(address, logging.logDonation, { body });
  const { body: confirmed } = await callAt(
    address,
    deciding.confirmDonation,
    { body: { id: logged.id } },
    admin,
  );
  const params = { code: confirmed.discountCode };
  const redeemed = await callAt(address, redemption.redeemCode, { params, body: { pin } });
  expect(redeemed).toMatchObject({ status: 200, body: { remaining: 1 } });
}

const ways: [Kind, Kind][] = [
  ['the embedded database', 'PostgreSQL'],
  ['the embedded database', 'the embedded database'],
  ['PostgreSQL', 'PostgreSQL'],
  ['PostgreSQL', 'the embedded database'],
];

describe.each(isFull ? ways : ways.slice(0, 1))('from %s to %s', (from, to) => {
  test('a backup under writers fails none of them, and restores all that was acknowledged before it began', async ({
    skip,
  }) => {
    skip(postgres === null, 'There is no PostgreSQL on this machine.');
    const source = await placeOn(from, 'source');
    const server = await serve(source);
    const admin = await signIn(server.url);
    const pin = await partnerPin(server.url, admin, 'Main Street Thrift');
    const [doors, ledger, chance] = [new Doors(), new Ledger(), new Chance()];
    doors.open(server.url);
    let stopped = false;
    const circumstances = { doors, ledger, chance, admin, pin, stopped: () => stopped };
    const writing = keepWriting(WRITERS, circumstances);
    await Promise.race([ledger.more(WRITES_BEFORE), writing]);
    const before = copyOf(ledger);
    const writesBefore = ledger.acknowledged;

    let seconds = 0;
    const wait = await longestWait(server.url, async () => {
      seconds = await run('backup', source);
    });
    const writesMeanwhile = ledger.acknowledged - writesBefore;
    stopped = true;
    await writing;
    expect(ledger.unanswered).toBe(0);
    expect(writesMeanwhile).toBeGreaterThan(0);
    await stop(server);

    const target = await placeOn(to, 'target');
    const restoring = await run('restore', target);
    const restored = await serve(target);
    // The session is a row too: nobody has to sign in again.
    expect(await findLost(restored.url, admin, before)).toEqual([]);
    await expectSiteWorks(restored.url, admin, pin);
    await stop(restored);
    const { database, close } = await target.open();
    expect(await findHalves(database)).toEqual({});
    expect(await findLostFiles(new FolderStorage(target.directory), database)).toEqual([]);
    await close();

    figure('Donations acknowledged before the backup began, all restored', before.donations.size);
    figure('Photos acknowledged before it began, all shown', before.photos.size);
    figure('Writes that the site acknowledged during the backup', writesMeanwhile);
    figure('Calls that failed during the backup', ledger.unanswered);
    figure('Longest wait for an answer during the backup', `${wait.toFixed(0)} ms`);
    figure('Backup, its process included', `${seconds.toFixed(1)} s`);
    figure('Restore, its process included', `${restoring.toFixed(1)} s`);
  });
});

/** A name of the pieces that those have which lead elsewhere, and those which lead where they should. */
function strangeName(chance: Chance): string {
  for (;;) {
    const pieces = Array.from({ length: chance.between(1, 5) }, () => chance.one(NAME_PIECES));
    const name = `${chance.one(['photos/', 'tables/', ''])}${pieces.join('')}`;
    if (entryOf(name, 4) === null) return name;
  }
}

test(`${ALTERED} backups with an entry made up, each under a right digest, are refused whole`, async () => {
  const place = await placeOn('the embedded database', 'source');
  const server = await serve(place);
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect((await uploadAt(server.url, png, await signIn(server.url))).status).toBe(200);
  await stop(server);
  await run('backup', place);
  const honest: { name: string; tar: Buffer }[] = [];
  for await (const { name, bytes } of readArchive({ path: join(folder, 'backup.tar') }, everyKind)) {
    honest.push({ name, tar: await tarOf([name, bytes]) });
  }
  expect(honest.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^photos\//));

  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const path = join(folder, 'altered.tar');
  const before = (await readdir(folder)).toSorted();
  for (let turn = 1; turn <= ALTERED; turn += 1) {
    const name = strangeName(chance);
    const where = chance.between(1, honest.length);
    const tars = honest.map(({ tar }) => tar);
    tars.splice(where, chance.between(0, 1), await tarOf([name, 'mine']));
    await writeSealed(path, Buffer.concat(tars));
    await expect(examineBackup({ path }), name).rejects.toThrow(/Nothing was restored\.$|is damaged: /);
  }
  expect((await readdir(folder)).toSorted()).toEqual([...before, 'altered.tar'].toSorted());
  figure('Backups with an entry made up, all refused', ALTERED);
});

describeInFull.each<Kind>(['the embedded database', 'PostgreSQL'])('with years of work on %s', (kind) => {
  test('a backup goes by while the site answers, and restores every row', async ({ skip }) => {
    skip(postgres === null, 'There is no PostgreSQL on this machine.');
    const source = await placeOn(kind, 'source');
    await fill(source);
    const counted = await countRows(source);
    const server = await serve(source);
    const idle = await longestWait(server.url, () => waitASecond(server.url));
    let seconds = 0;
    const wait = await longestWait(server.url, async () => {
      seconds = await run('backup', source);
    });
    await stop(server);
    const target = await placeOn(kind, 'target');
    const restoring = await run('restore', target);
    expect(await countRows(target)).toEqual(await countRows(source));
    const { size } = await stat(join(folder, 'backup.tar'));
    figure(
      'Rows',
      Object.values(counted).reduce((sum, count) => sum + count, 0),
    );
    figure('Donations among them', counted['donations'] ?? 0);
    figure('Backup, its process included', `${seconds.toFixed(1)} s`);
    figure('Longest wait for an answer during the backup', `${wait.toFixed(0)} ms`);
    figure('Longest wait for an answer in a second without a backup', `${idle.toFixed(0)} ms`);
    figure('File', `${(size / 1e6).toFixed(1)} MB`);
    figure('Restore, its process included', `${restoring.toFixed(1)} s`);
  });
});

async function fill({ open }: Place): Promise<void> {
  const { database, close } = await open();
  await migrateDatabase(database, async () => {});
  await database.$client.query('set statement_timeout = 0');
  await fillWithVolume(database, VOLUME, '2026-11-20');
  await close();
}

async function countRows({ open }: Place): Promise<Record<string, number>> {
  const { database, close } = await open();
  const { rows: tables } = await database.$client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.$client.query<{ count: number }>(`select count(*)::int from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  await close();
  return counts;
}

async function waitASecond(address: string): Promise<void> {
  const until = performance.now() + 1000;
  while (performance.now() < until) await fetch(`${address}/healthz`);
}
