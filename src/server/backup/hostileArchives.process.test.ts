import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { runCommand } from '#server/testing/process.ts';
import { processesForEach } from '#server/testing/siteProcesses.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { ABOUT_NAME, type NewEntry } from './archive.ts';
import { siteEntries } from './write.ts';
import { type About, examineBackup } from './load.ts';
import { createHash } from 'node:crypto';
import { packTar, type TarHeader } from 'modern-tar';

const site = useTestSite();
const processes = processesForEach();
let file: string;

beforeEach(() => {
  file = join(processes.directory, 'backup.tar');
});

const END_BYTES = 1024;
const photo = `photos/${'a'.repeat(24)}.webp`;

type TarEntry = [name: string, bytes?: string | Buffer, header?: Partial<TarHeader>];

/** A tar of one entry, valid or not, without the tar's end. */
async function tarOf([name, content = '', header = {}]: TarEntry): Promise<Buffer> {
  const body = Buffer.from(content as string);
  const tar = await packTar([{ header: { name, size: body.length, ...header }, body }]);
  return Buffer.from(tar).subarray(0, -END_BYTES);
}

/** Writes a backup file with a correct digest, as an attacker can. */
async function writeSealed(path: string, tar: Buffer): Promise<void> {
  const digest = await tarOf(['sha256', createHash('sha256').update(tar).digest('hex')]);
  await writeFile(path, Buffer.concat([tar, digest, Buffer.alloc(END_BYTES)]));
}

/** The description entry of an empty site's backup, changed as an attacker would. */
async function describeBackup(change: (about: About) => unknown = () => {}): Promise<Buffer> {
  const settings = { dataDirectory: processes.directory, secretKey: 'k'.repeat(40), bucket: undefined };
  const { value } = await siteEntries(site.database, settings).next();
  const about = JSON.parse(String((value as NewEntry)[1])) as About;
  change(about);
  return await tarOf([ABOUT_NAME, JSON.stringify(about)]);
}

/** Restores into a new folder, and expects this sentence and no written file. */
async function expectRefusal(sentence: string): Promise<void> {
  const settings = { DATA_DIR: join(processes.directory, 'data'), SECRET_KEY: 'k'.repeat(40) };
  const running = processes.keep(runCommand('restore', [file, '--other-key'], settings));
  expect(await running.ended).toEqual({ code: 1, output: `${sentence}\n` });
  expect(await readdir(processes.directory)).toEqual(['backup.tar']);
}

const wrongDescription = () => `${file} says of itself what no backup of ReRound says. Nothing was restored.`;

const row = gzipSync('[]\n');

test.each<[string, TarEntry]>([
  ['a photo outside its folder', ['photos/../../../x', 'mine']],
  ['a photo of an absolute path', ['photos//etc/x', 'mine']],
  ['a photo in a folder', ['photos/a/b.webp', 'mine']],
  ['a photo with another extension', [`${photo}.html`, 'mine']],
  ['a file of another name', ['../x', 'mine']],
  ['the key by another path', ['./secret.key', 'k'.repeat(40)]],
  ['rows of an unknown table', ['tables/pg_authid/000001.jsonl.gz', row]],
  ['rows by another path', ['tables/../tables/admins/000001.jsonl.gz', row]],
  ['a link in place of a photo', [photo, '', { type: 'symlink', linkname: '/etc/passwd' }]],
  ['a folder in place of a photo', [photo, '', { type: 'directory' }]],
  ['a name in an extended header', ['pax', '32 path=photos/../../../../../x\n', { type: 'pax-header' }]],
  ['a photo twice', [photo, 'another']],
  ['two descriptions', [ABOUT_NAME, '{}']],
  ['a key that is too long', ['secret.key', 'k'.repeat(5000)]],
  ['a photo that is too large', [photo, Buffer.alloc(33 * 1024 * 1024)]],
])('refuses a backup with %s', async (_what, entry) => {
  await writeSealed(
    file,
    Buffer.concat([await describeBackup(), await tarOf([photo, 'honest']), await tarOf(entry)]),
  );
  // An extended header names the entry after it.
  const [, extended] = /path=(.+)\n/.exec(String(entry[1])) ?? [];
  const name = extended ?? (await tarOf(entry)).toString('utf8', 0, 100).replace(/\0[^]*/, '');
  await expect(examineBackup({ path: file })).rejects.toThrow(
    `${file} holds ${JSON.stringify(name)}, which no backup of ReRound holds there. Nothing was restored.`,
  );
});

test.each<[string, (about: About) => unknown]>([
  ['a table twice', ({ tables }) => tables.push(...tables.slice(0, 1))],
  ['a table name with SQL', ({ tables: [table] }) => table && (table.name = 'a"; drop table admins; --')],
  ['a column name with SQL', ({ tables: [table] }) => table?.columns.push('id) values (1); --')],
  ['a column twice', ({ tables: [table] }) => table?.columns.push('id')],
  ['a sequence of another schema', ({ sequences }) => sequences.push({ name: 'pg_catalog.x', last: '1' })],
  ['a negative sequence number', ({ sequences: [counter] }) => counter && (counter.last = '-1')],
  ['a date with a terminal escape', (about) => (about.madeAt = '\u001B[2J')],
])('refuses a backup whose description has %s', async (_what, change) => {
  await writeSealed(file, await describeBackup(change));
  await expect(examineBackup({ path: file })).rejects.toThrow(wrongDescription());
});

test('refuses a backup without a readable description', async () => {
  await writeSealed(file, await tarOf([ABOUT_NAME, 'not JSON']));
  await expect(examineBackup({ path: file })).rejects.toThrow(wrongDescription());
});

test('refuses an entry of an impossible size as damage', async () => {
  const about = await describeBackup();
  const damaged = `${file} is damaged: it was cut off or altered after it was made.`;
  for (const size of ['77777777777', '-0000000001', 'zzzzzzzzzzz', '00000002000']) {
    const entry = await tarOf([photo, 'mine']);
    entry.write(size, 124, 'latin1');
    await writeSealed(file, Buffer.concat([about, entry]));
    await expect(examineBackup({ path: file })).rejects.toThrow(damaged);
  }
  // The tar program would not read an entry behind an early end.
  await writeSealed(file, Buffer.concat([about, Buffer.alloc(END_BYTES), await tarOf([photo, 'mine'])]));
  await expect(examineBackup({ path: file })).rejects.toThrow(damaged);
});

test('the restore command refuses before it writes anything', { timeout: 60_000 }, async () => {
  await writeSealed(
    file,
    Buffer.concat([await describeBackup(), await tarOf(['photos/../../../x', 'mine'])]),
  );
  await expectRefusal(
    `${file} holds "photos/../../../x", which no backup of ReRound holds there. Nothing was restored.`,
  );
  await writeSealed(file, await describeBackup(({ tables }) => tables.push({ name: 'none', columns: [] })));
  await expectRefusal(wrongDescription());
});

test('a restore that fails leaves no key behind', { timeout: 120_000 }, async () => {
  const dataDirectory = join(processes.directory, 'data');
  await mkdir(join(dataDirectory, 'uploads'), { recursive: true });
  await writeFile(join(dataDirectory, photo.replace('photos', 'uploads')), 'another');
  await writeSealed(file, Buffer.concat([await describeBackup(), await tarOf([photo, 'honest'])]));
  const running = processes.keep(runCommand('restore', [file, '--other-key'], { DATA_DIR: dataDirectory }));
  expect(await running.ended).toEqual({
    code: 1,
    output: `There is another photo ${photo.slice('photos/'.length)} already.\n`,
  });
  expect(await readdir(dataDirectory)).not.toContain('secret.key');
});
