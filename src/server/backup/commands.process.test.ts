import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { connectEmbedded } from '#server/db/database.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { auditLog } from '#server/db/schema.ts';
import { runCommand, startServer } from '#server/testing/process.ts';
import { processesForEach } from '#server/testing/siteProcesses.ts';

const processes = processesForEach();
let dataDirectory: string;

beforeEach(() => {
  dataDirectory = fileNamed('data');
});

const fileNamed = (name: string) => join(processes.directory, name);

const run = (command: 'backup' | 'restore', parameters: string[], settings: Record<string, string> = {}) =>
  processes.keep(runCommand(command, parameters, { DATA_DIR: dataDirectory, ...settings })).ended;

const serve = async () => processes.keep(await startServer({ DATA_DIR: dataDirectory, LOG_LEVEL: 'info' }));

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
  'backs up an embedded site while it runs and while it is stopped, and restores it with its key',
  { timeout: 480_000 },
  async () => {
    const server = await serve();
    expect(await logDonation(server.url)).toBe(1);
    expect((await stat(join(dataDirectory, 'backup.socket'))).mode & 0o777).toBe(0o600);
    const serving = await run('backup', [fileNamed('serving.tar')]);
    expect(serving.output).toMatch(/^ +1 {2}donations$/m);
    expect(serving.output).toMatch(/^Backed up to .*serving\.tar, and read back whole: [\d,]+ bytes\.$/m);
    expect(serving.code).toBe(0);
    expect((await stat(fileNamed('serving.tar'))).mode & 0o777).toBe(0o600);
    expect(await logDonation(server.url)).toBe(2);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);

    const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery' };
    const stopped = await run('backup', [fileNamed('stopped.tar.age')], passphrase);
    expect(stopped.output).toMatch(/^ +2 {2}donations$/m);
    expect(stopped.output).toMatch(/^Backed up to .*stopped\.tar\.age, encrypted, and read back whole: /m);
    const key = await readFile(join(dataDirectory, 'secret.key'), 'utf8');
    dataDirectory = join(processes.directory, 'elsewhere');
    const restored = await run('restore', [fileNamed('stopped.tar.age')], passphrase);
    expect(restored.output).toMatch(/^Restored the backup of \S+Z\.$/m);
    expect(restored.code).toBe(0);
    expect(await readFile(join(dataDirectory, 'secret.key'), 'utf8')).toBe(key);
    expect((await stat(join(dataDirectory, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readShellActions()).toEqual(['backup.made', 'backup.made', 'backup.restored']);
    expect(await logDonation((await serve()).url)).toBe(3);

    const another = { SECRET_KEY: 'quite another key' };
    expect(await run('restore', [fileNamed('serving.tar')], another)).toEqual({
      code: 1,
      output: `${dataDirectory} is not empty: there is a database in it. Put the folder aside, or set another DATA_DIR.\n`,
    });
    dataDirectory = join(processes.directory, 'with another key');
    const otherKey = await run('restore', [fileNamed('serving.tar')], another);
    expect(otherKey.output).toMatch(
      /^The backup belongs to another secret key.*Set SECRET_KEY to secret\.key of the backup, or add --other-key/,
    );
    expect(existsSync(dataDirectory)).toBe(false);
    expect((await run('restore', [fileNamed('serving.tar'), '--other-key'], another)).code).toBe(0);
  },
);

/** The actions of commands in the audit log of a stopped site. */
async function readShellActions(): Promise<string[]> {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(dataDirectory));
  try {
    const isFromShell = eq(auditLog.actor, 'shell');
    const rows = await database.select().from(auditLog).where(isFromShell).orderBy(auditLog.id);
    return rows.map(({ action }) => action);
  } finally {
    await close();
  }
}

test('refuses a wrong call with a sentence, and writes nothing', { timeout: 240_000 }, async () => {
  const usage = /^npm run (backup|restore) -- FILE/m;
  for (const ended of [await run('backup', []), await run('restore', ['--fast', 'one'])]) {
    expect(ended).toEqual({ code: 2, output: expect.stringMatching(usage) as string });
  }
  expect(await run('backup', [fileNamed('backup.tar')])).toEqual({
    code: 1,
    output: `There is no database in ${dataDirectory}. Set DATA_DIR, or DATABASE_URL.\n`,
  });
  expect(await run('backup', [fileNamed('nowhere/backup.tar')])).toEqual({
    code: 1,
    output: `There is no folder ${fileNamed('nowhere')}: make it, or name another.\n`,
  });
  await writeFile(fileNamed('backup.tar'), 'something else');
  expect(await run('backup', [fileNamed('backup.tar')])).toEqual({
    code: 1,
    output: `${fileNamed('backup.tar')} exists already, and a backup overwrites nothing.\n`,
  });
  expect(await readdir(processes.directory)).toEqual(['backup.tar']);
});
