import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { readArchive } from '#server/backup/archive.ts';
import { entryOf, tablesLeftOut } from '#server/backup/contents.ts';
import { examineBackup } from '#server/backup/load.ts';
import { connectEmbedded, migrateDatabase, type OpenDatabase, openServerDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { FolderStorage } from '#server/storage.ts';
import { runCommand } from '#server/testing/process.ts';
import { tarOf, writeSealed } from '#server/testing/sealedArchives.ts';
import { fillWithVolume } from '#server/testing/volume.ts';
import { issueCode, redeemCode, signIn, timed, uploadAt, waitsDuring } from './calls.ts';
import { Chance } from './chance.ts';
import { describeInFull, figure, isFull } from './figures.ts';
import { createDatabase, onPostgres, postgresForAll, processesForEach, stop } from './fixtures.ts';
import { findHalves } from './halves.ts';
import { findLost, findLostFiles } from './kept.ts';
import { keepWriting, Ledger, picture, writingAt } from './writers.ts';

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

const postgres = postgresForAll();
const processes = processesForEach();
const inFolder = (name: string) => join(processes.directory, name);

async function placeOn(kind: Kind, name: string, skip: TestContext['skip']): Promise<Place> {
  const directory = inFolder(name);
  if (kind === 'the embedded database') {
    const { SECRET_KEY } = onPostgres('');
    const open = async () => connectEmbedded(await openEmbeddedDatabase(directory));
    return { directory, settings: { DATA_DIR: directory, SECRET_KEY }, open };
  }
  const url = await createDatabase(await postgres(skip), `${name}_${Math.floor(performance.now())}`);
  const open = async () => openServerDatabase(url, () => {});
  return { directory, settings: { DATA_DIR: directory, ...onPostgres(url) }, open };
}

/** Runs a command to its end, which must be a good one. Gives its seconds. */
async function run(command: 'backup' | 'restore', { settings }: Place): Promise<number> {
  const { answer, seconds } = await timed(
    () => processes.keep(runCommand(command, [inFolder('backup.tar')], settings)).ended,
  );
  expect(answer.output).toMatch(/^(Backed up|Restored)/m);
  expect(answer.code).toBe(0);
  return seconds;
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
  const redeemed = await redeemCode(address, await issueCode(address, admin, 'AFTERWARDS'), pin);
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
    const source = await placeOn(from, 'source', skip);
    const target = await placeOn(to, 'target', skip);
    const server = await processes.serve(source.settings);
    const writing = await writingAt(server.url);
    const { doors, ledger, admin, pin } = writing;
    doors.open(server.url);
    let stopped = false;
    const written = keepWriting(WRITERS, writing, () => stopped);
    await Promise.race([ledger.more(WRITES_BEFORE), written]);
    const before = copyOf(ledger);
    const writesBefore = ledger.acknowledged;

    const backingUp = run('backup', source);
    const wait = Math.max(...(await waitsDuring(server.url, backingUp, 0)));
    const seconds = await backingUp;
    const writesMeanwhile = ledger.acknowledged - writesBefore;
    stopped = true;
    await written;
    expect(ledger.unanswered).toBe(0);
    expect(writesMeanwhile).toBeGreaterThan(0);
    await stop(server);

    const restoring = await run('restore', target);
    const restored = await processes.serve(target.settings);
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

test(`${ALTERED} backups with an entry made up, each under a right digest, are refused whole`, async ({
  skip,
}) => {
  const place = await placeOn('the embedded database', 'source', skip);
  const server = await processes.serve(place.settings);
  const { png } = await picture(0);
  expect((await uploadAt(server.url, png, await signIn(server.url))).status).toBe(200);
  await stop(server);
  await run('backup', place);
  const honest: { name: string; tar: Buffer }[] = [];
  for await (const { name, bytes } of readArchive({ path: inFolder('backup.tar') }, everyKind)) {
    honest.push({ name, tar: await tarOf([name, bytes]) });
  }
  expect(honest.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^photos\//));

  const chance = new Chance();
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const path = inFolder('altered.tar');
  const before = (await readdir(processes.directory)).toSorted();
  for (let turn = 1; turn <= ALTERED; turn += 1) {
    const name = strangeName(chance);
    const where = chance.between(1, honest.length);
    const tars = honest.map(({ tar }) => tar);
    tars.splice(where, chance.between(0, 1), await tarOf([name, 'mine']));
    await writeSealed(path, Buffer.concat(tars));
    await expect(examineBackup({ path }), name).rejects.toThrow(/Nothing was restored\.$|is damaged: /);
  }
  expect((await readdir(processes.directory)).toSorted()).toEqual([...before, 'altered.tar'].toSorted());
  figure('Backups with an entry made up, all refused', ALTERED);
});

describeInFull.each<Kind>(['the embedded database', 'PostgreSQL'])('with years of work on %s', (kind) => {
  test('a backup goes by while the site answers, and restores every row', async ({ skip }) => {
    const source = await placeOn(kind, 'source', skip);
    await fill(source);
    const counted = await countRows(source);
    const server = await processes.serve(source.settings);
    const idle = Math.max(...(await waitsDuring(server.url, waitASecond(server.url), 0)));
    const backingUp = run('backup', source);
    const wait = Math.max(...(await waitsDuring(server.url, backingUp, 0)));
    const seconds = await backingUp;
    await stop(server);
    const target = await placeOn(kind, 'target', skip);
    const restoring = await run('restore', target);
    // The site seals, closes months and looks at its health meanwhile: those tables are as of the backup's moment.
    const after = await countRows(source);
    const untouched = Object.entries(counted).filter(
      ([table, count]) => after[table] === count && !tablesLeftOut.includes(table),
    );
    expect(await countRows(target)).toMatchObject(Object.fromEntries(untouched));
    expect(Object.fromEntries(untouched)).toMatchObject({
      donations: expect.any(Number) as number,
      discount_codes: expect.any(Number) as number,
      code_redemptions: expect.any(Number) as number,
      audit_log_2025: expect.any(Number) as number,
    });
    const { size } = await stat(inFolder('backup.tar'));
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
