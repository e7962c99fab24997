import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEmbedded } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { auditLog } from '#server/schema.ts';
import { type Running, runCommand, startServer } from '#server/testing/process.ts';

const MINUTES = 60_000;

let directory: string;
let data: string;
const started: Running[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-commands-'));
  data = join(directory, 'data');
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(directory, { recursive: true, force: true });
});

const fileNamed = (name: string) => join(directory, name);

async function run(
  command: 'backup' | 'restore',
  parameters: string[],
  settings: Record<string, string> = {},
) {
  const running = runCommand(command, parameters, { DATA_DIR: data, ...settings });
  started.push(running);
  return await running.ended;
}

async function serve(settings: Record<string, string> = {}) {
  const server = await startServer({ DATA_DIR: data, LOG_LEVEL: 'info', ...settings });
  started.push(server);
  return server;
}

async function logDonation(url: string): Promise<number> {
  const response = await fetch(`${url}/api/donations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ studentId: 'D1', weight: '1-2kg', date: '2026-01-15' }),
  });
  const { id } = (await response.json()) as { id: number };
  return id;
}

test(
  'the embedded database is backed up while the site serves and while it does not, and restored with its key',
  { timeout: 4 * MINUTES },
  async () => {
    const server = await serve();
    expect(await logDonation(server.url)).toBe(1);
    const socket = await stat(join(data, 'backup.socket'));
    expect(socket.mode & 0o777).toBe(0o600);

    // Whoever asks first is served first, and whoever hangs up leaves nothing behind.
    const first = connect(join(data, 'backup.socket'));
    await once(first, 'data');
    expect((await stat(join(data, 'backup.image'))).mode & 0o777).toBe(0o700);
    expect(await run('backup', [fileNamed('meanwhile.tar')])).toEqual({
      code: 1,
      output: 'Another backup is being made. Please wait until it is done.\n',
    });
    expect(await readdir(directory)).toEqual(['data']);
    first.destroy();
    await imageIsGone();

    const serving = await run('backup', [fileNamed('serving.tar')]);
    expect(serving.output).toMatch(/^ +1 {2}donations$/m);
    expect(serving.output).toMatch(/^Backed up to .*serving\.tar: [\d,]+ bytes in [\d.]+ s\.$/m);
    expect(serving.code).toBe(0);
    expect((await stat(fileNamed('serving.tar'))).mode & 0o777).toBe(0o600);
    await imageIsGone();
    expect(await run('backup', [fileNamed('serving.tar')])).toEqual({
      code: 1,
      output: `${fileNamed('serving.tar')} exists already, and a backup overwrites nothing.\n`,
    });

    expect(await logDonation(server.url)).toBe(2);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect((await run('backup', [fileNamed('stopped.tar')])).output).toMatch(/^ +2 {2}donations$/m);
    const locked = await run('backup', [fileNamed('locked.tar.age')], {
      BACKUP_PASSPHRASE: 'correct horse battery',
    });
    expect(locked.output).toMatch(
      /^Backed up to .*locked\.tar\.age, encrypted: [\d,]+ bytes in [\d.]+ s\.$/m,
    );
    expect((await readFile(fileNamed('locked.tar.age'))).toString('latin1', 0, 21)).toBe(
      'age-encryption.org/v1',
    );
    const occupied = {
      code: 1,
      output: `${data} is not empty: there is a database in it. Put the folder aside, or set another DATA_DIR.\n`,
    };
    expect(await run('restore', [fileNamed('stopped.tar')])).toEqual(occupied);
    const another = { SECRET_KEY: 'quite another key' };
    expect(await run('restore', [fileNamed('stopped.tar')], another)).toEqual(occupied);

    const key = await readFile(join(data, 'secret.key'), 'utf8');
    data = join(directory, 'elsewhere');
    const otherKey = await run('restore', [fileNamed('stopped.tar')], another);
    expect(otherKey.code).toBe(1);
    expect(otherKey.output).toMatch(
      /^The backup belongs to another secret key.*tar -xOf .*stopped\.tar secret\.key.*--other-key/,
    );
    expect(existsSync(data)).toBe(false);
    data = join(directory, 'with another key');
    expect((await run('restore', [fileNamed('stopped.tar'), '--other-key'], another)).code).toBe(0);
    const renamed = await serve(another);
    renamed.child.kill('SIGTERM');
    expect((await renamed.ended).code).toBe(0);
    expect((await run('backup', [fileNamed('renamed.tar')], { SECRET_KEY: key })).code).toBe(0);
    data = join(directory, 'elsewhere');
    expect((await run('restore', [fileNamed('renamed.tar')], { SECRET_KEY: key })).output).toMatch(
      /^The backup belongs to another secret key/,
    );
    const restored = await run('restore', [fileNamed('stopped.tar')]);
    expect(restored.output).toMatch(/^Restored the backup of \S+Z in [\d.]+ s\.$/m);
    expect(restored.code).toBe(0);
    expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(key);
    expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
    // Two that the server was asked for, the first of whom hung up, and the one of the stopped site, before it was made.
    expect(await fromShell()).toEqual(['backup.made', 'backup.made', 'backup.made', 'backup.restored']);
    expect(await logDonation((await serve()).url)).toBe(3);
  },
);

/** What the audit log of a stopped site has of commands. */
async function fromShell(): Promise<string[]> {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data));
  try {
    const isFromShell = eq(auditLog.actor, 'shell');
    const rows = await database.select().from(auditLog).where(isFromShell).orderBy(auditLog.id);
    return rows.map(({ action }) => action);
  } finally {
    await close();
  }
}

/** The server removes it once whoever asked for it has hung up. */
async function imageIsGone(): Promise<void> {
  await vi.waitUntil(async () => !(await readdir(data)).includes('backup.image'), { timeout: 10_000 });
}

test('a folder of nightly backups that is not there is no empty one', { timeout: MINUTES }, async () => {
  const folder = fileNamed('backups');
  const list = () => run('backup', ['list'], { BACKUP_DIR: folder });
  expect(await list()).toEqual({
    code: 1,
    output: `${folder} (BACKUP_DIR) is not there: the first nightly backup makes it. If there are some already, mount its disk, or correct BACKUP_DIR.\n`,
  });
  await mkdir(folder);
  expect(await list()).toEqual({ code: 0, output: 'There is no backup yet.\n' });
});

test('what cannot be done is said in a sentence', { timeout: MINUTES }, async () => {
  const usage = /^npm run (backup|restore) -- FILE/m;
  for (const command of ['backup', 'restore'] as const) {
    for (const parameters of [[], ['one', 'two'], ['--fast', 'one']]) {
      const { code, output } = await run(command, parameters);
      expect(output).toMatch(usage);
      expect(code).toBe(2);
    }
  }
  const file = fileNamed('backup.tar');
  expect(await run('backup', [file])).toEqual({
    code: 1,
    output: `There is no site in ${data}: nothing to back up.\n`,
  });
  for (const parameters of [[], ['fetch', 'reround-2026-11-20.tar']]) {
    const nowhere = join(directory, 'nowhere');
    expect(await run('backup', [...parameters, join(nowhere, 'backup.tar')])).toEqual({
      code: 1,
      output: `There is no folder ${nowhere}: make it, or name another.\n`,
    });
  }
  await writeFile(file, 'something else');
  expect(await run('restore', [file])).toEqual({ code: 1, output: `${file} is not a backup of ReRound.\n` });
  expect(await readdir(directory)).toEqual(['backup.tar']);
});
