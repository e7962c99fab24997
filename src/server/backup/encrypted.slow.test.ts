import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderStorage } from '#server/storage.ts';
import { everyRow, loggedDonation } from '#server/testing/scenarios.ts';
import { type Running, runCommand } from '#server/testing/process.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { ArchiveWriter } from './archive.ts';
import { photoEntry, tablesLeftOut } from './contents.ts';
import { dumpDatabase } from './dump.ts';
import { examineBackup, loadDatabase, loadPhotos } from './load.ts';

const PASSPHRASE = 'correct horse battery staple';
/** A passphrase costs a second or two at each try: that is what keeps guessing slow. */
const SLOW = { timeout: 120_000 };
const photo = `${'a'.repeat(24)}.webp`;

const site = useTestSite();
let folder: string;
let path: string;
const started: Running[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-encrypted-'));
  path = join(folder, 'backup.tar.age');
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(folder, { recursive: true });
});

/** Longer than one piece of the age format, which is 64 KiB. */
const picture = Buffer.alloc(200_000, 'picture');

async function backUp(): Promise<void> {
  await loggedDonation(site, { studentId: 'SOMEONE' });
  const archive = await ArchiveWriter.create({ path, passphrase: PASSPHRASE });
  const client = await site.database.$client.connect();
  await dumpDatabase(client, archive, { madeAt: '', keyFingerprint: '' });
  client.release();
  await archive.add(photoEntry(photo), picture);
  await archive.finish();
  expect(archive.bytes).toBe((await stat(path)).size);
}

test('an encrypted backup shows nothing and comes back whole', SLOW, async () => {
  await backUp();
  const bytes = (await readFile(path)).toString('latin1');
  expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
  expect(bytes).not.toMatch(/reround-backup|secret\.key|picture/);
  const file = { path, passphrase: PASSPHRASE };
  const { about } = await examineBackup(file);
  const storage = new FolderStorage(folder);
  expect(await loadPhotos(storage, file)).toBe(1);
  expect((await storage.read(photo))?.equals(picture)).toBe(true);
  const target = await openTestDatabase();
  await loadDatabase(target.database, file, about);
  const rowsOf = async (database: typeof target.database) => {
    const rows = Object.entries(await everyRow({ database } as SiteUnderTest));
    return Object.fromEntries(rows.filter(([table]) => !tablesLeftOut.includes(table)));
  };
  expect(await rowsOf(target.database)).toEqual(await rowsOf(site.database));
  await target.close();
});

test('the age program opens it', SLOW, async ({ skip }) => {
  const missing = ['age', 'script'].filter((program) => spawnSync(program, ['--version']).error);
  skip(missing.length > 0, `There is no ${missing.join(' and no ')} on this machine.`);
  await backUp();
  const tar = join(folder, 'backup.tar');
  // It reads a passphrase from a terminal only, which script is for it.
  const age = spawn('script', ['-qec', `age -d -o ${tar} ${path}`, '/dev/null']);
  age.stdin.write(`${PASSPHRASE}\n`);
  expect(await once(age, 'close')).toEqual([0, null]);
  const names = execFileSync('tar', ['-tf', tar], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(names[0]).toBe('reround-backup.json');
  expect(names.slice(-2)).toEqual([photoEntry(photo), 'sha256']);
  expect(execFileSync('tar', ['-xOf', tar, photoEntry(photo)]).equals(picture)).toBe(true);
});

test('without the right passphrase nothing is written', SLOW, async () => {
  await backUp();
  const settings = { DATA_DIR: join(folder, 'data'), SECRET_KEY: 'k'.repeat(40) };
  const restore = async (passphrase?: string) => {
    const given = { ...settings, ...(passphrase !== undefined && { BACKUP_PASSPHRASE: passphrase }) };
    const running = runCommand('restore', [path, '--other-key'], given);
    started.push(running);
    return await running.ended;
  };
  expect(await restore()).toEqual({
    code: 1,
    output: `${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.\n`,
  });
  expect(await restore('another horse battery')).toEqual({
    code: 1,
    output: `BACKUP_PASSPHRASE does not open ${path}. Set the one that it was made with.\n`,
  });
  expect(await readdir(folder)).toEqual(['backup.tar.age']);
});

test('one that was cut off or altered is damaged', SLOW, async () => {
  await backUp();
  const whole = await readFile(path);
  const file = { path, passphrase: PASSPHRASE };
  const damaged = `${path} is damaged: it was cut off or altered after it was made.`;
  for (const length of [100, 70_000, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, length));
    await expect(examineBackup(file)).rejects.toThrow(damaged);
  }
  const altered = Buffer.from(whole);
  altered[100_000] = (altered[100_000] ?? 0) ^ 1;
  await writeFile(path, altered);
  await expect(examineBackup(file)).rejects.toThrow(damaged);
});
