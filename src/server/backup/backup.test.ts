import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeMonths } from '#features/till/serverClosing.ts';
import { wrongStatements } from '#server/testing/wrongStatements.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import { overflowAlerts, overflowReports, siteKey } from '#server/db/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { FolderStorage } from '#server/storage.ts';
import { confirmedCode, everyRow, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openBlankDatabase, openTestDatabase, useTestSite } from '#server/testing/harness.ts';
import { type NewEntry, tarOf } from './archive.ts';
import { siteEntries, writeBackup } from './write.ts';
import { type About, type Counts, examineBackup, loadBackup, tablesLeftOut } from './load.ts';

const site = useTestSite({ rateLimits: true });
let folder: string;
let path: string;
let storage: FolderStorage;
const opened: OpenDatabase[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-backup-'));
  path = join(folder, 'backup.tar');
  storage = new FolderStorage(folder);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
  await rm(folder, { recursive: true });
});

async function open(database: Promise<OpenDatabase>): Promise<Database> {
  opened.push(await database);
  return (await database).database;
}

const settings = () => ({ dataDirectory: folder, secretKey: 'the key of the site', bucket: undefined });
const entries = () => siteEntries(site.database, settings());

async function restore(database: Database, passphrase?: string): Promise<Counts> {
  const file = { path, passphrase };
  const target = new FolderStorage(join(folder, 'restored'));
  return await loadBackup(database, target, file, (await examineBackup(file)).about);
}

/** Every row of the tables that a backup holds. */
async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  const rows = Object.entries(await everyRow({ database } as SiteUnderTest));
  return Object.fromEntries(rows.filter(([table]) => !tablesLeftOut.includes(table)));
}

/** Writes rows to most tables, with texts that a careless file format would damage. */
async function writeSampleRows(): Promise<void> {
  const admin = await site.admin();
  const { pin } = await partnerStore(admin, 'Zoë’s "Thrift", \\N');
  const { code } = await confirmedCode(site, admin, { studentId: 'D1', binLocation: 'tab\there' });
  await loggedDonation(site, { studentId: 'D2', binLocation: '\\N\r\n{"[null]"} 🧺' });
  // An unclaimed bag.
  await admin.send('POST', '/api/admin/donations/unclaimed', { body: { kilograms: 1.8 } });
  const body = { pin, clerk: 'NULL' };
  const headers = { 'idempotency-key': 'one-redemption' };
  expect((await site.visitor().send('POST', `/api/redeem/${code}`, { body, headers })).status).toBe(200);
  await site.donor('D1');
  await site.database.execute(
    sql`update settings set milestones = '{3, 6, 9}', monthly_goal_kilograms = 99.5`,
  );
}

test('restores every row, and gives new rows new ids', async () => {
  await writeSampleRows();
  const before = await rowsOf(site.database);
  const { counts } = await writeBackup({ path }, tarOf(entries()));
  await loggedDonation(site);
  const target = await open(openTestDatabase());
  expect(await restore(target)).toEqual(counts);
  expect(await rowsOf(target)).toEqual(before);
  expect(counts.rows).toMatchObject({ donations: 3, code_redemptions: 1, sessions: 2, idempotency_keys: 1 });
  const { rows } = await target.execute<{ id: number }>(
    sql`insert into participants (share_token, created_at) values ('new', now()) returning id`,
  );
  expect(rows[0]?.id).toBeGreaterThan(2);
});

test('restores a ledger of several entries with its closed months, in any order of its rows', async () => {
  await writeSampleRows();
  await site.database.transaction(async (transaction) => {
    // Without checks of references, so that a reversal lies before its use, in another entry of the file.
    await transaction.execute(sql`select set_config('session_replication_role', 'replica', true)`);
    await transaction.execute(sql`
      insert into code_redemptions (id, at, code_id, code, partner_id, kind, reverses) overriding system value
      values (10000, '2026-10-30T18:00:00Z', 1, 'RR-ABC234', 1, 'reversed', 9999)`);
    await transaction.execute(sql`
      insert into code_redemptions (id, at, code_id, code, partner_id, kind) overriding system value
      select number, '2026-10-20T18:00:00Z', 1, 'RR-ABC234', 1, 'redeemed' from generate_series(5000, 9999) number`);
  });
  site.now = new Date('2026-12-04T18:00:00Z');
  await closeMonths(site.site);
  const before = await rowsOf(site.database);
  await writeBackup({ path }, tarOf(entries()));
  const target = await open(openBlankDatabase());
  expect((await restore(target)).rows).toMatchObject({ code_redemptions: 5002, statements: 2 });
  expect(await rowsOf(target)).toEqual(before);
  expect(await wrongStatements(target)).toEqual([]);
});

test('restores the row of the key, unless the site gets another key', async () => {
  const secrets = await openSecrets(site.database, settings());
  const { about } = await writeBackup({ path }, tarOf(entries()));
  expect(about.keyFingerprint).toBe(secrets.fingerprint());
  const [same, other] = [await open(openTestDatabase()), await open(openTestDatabase())];
  await loadBackup(same, storage, { path }, about);
  expect(await same.select().from(siteKey)).toEqual(await site.database.select().from(siteKey));
  await loadBackup(other, storage, { path }, about, true);
  expect(await other.select().from(siteKey)).toEqual([]);
});

test('joins the open alerts of a bin of version 1.0, where each report opened one', async () => {
  const source = await open(openTestDatabase());
  await source.execute(sql`drop index overflow_alerts_open_key`);
  await source.execute(sql`
    insert into drop_bins (name, location, bin_code, created_at)
    select code, 'Hall', code, '2026-11-01' from unnest(array['A', 'B']) code`);
  await source.execute(sql`
    insert into overflow_alerts (bin_id, reported_by, reported_at, status, resolved_at, notes) values
      (1, null, '2026-11-01T10:00:00Z', 'resolved', '2026-11-02', 'Done'),
      (1, 'Lena', '2026-11-03T11:00:00Z', 'pending', null, 'Later'),
      (1, 'Sam', '2026-11-03T10:00:00Z', 'acknowledged', null, 'First'),
      (2, null, '2026-11-03T10:00:00Z', 'pending', null, null)`);
  const { about } = await writeBackup({ path }, tarOf(siteEntries(source, settings())));
  const tables = about.tables.map(({ name, columns }) => ({
    name,
    columns: name === 'site_key' ? [...columns, 'sealed_pin_key'] : columns,
  }));
  const target = await open(openTestDatabase());
  await loadBackup(target, storage, { path }, { ...about, tables });
  expect(await target.select().from(overflowAlerts).orderBy(overflowAlerts.id)).toMatchObject([
    { binId: 1, status: 'resolved', notes: 'Done' },
    { binId: 1, status: 'acknowledged', reportedBy: 'Sam', notes: 'First' },
    { binId: 2, status: 'pending' },
  ]);
  const reportedAt = new Date('2026-11-03T11:00:00Z');
  expect(await target.select().from(overflowReports)).toMatchObject([
    { alertId: 3, reportedBy: 'Lena', reportedAt, notes: 'Later' },
  ]);
  const secondAlert = target.insert(overflowAlerts).values({ binId: 2, reportedAt });
  await expect(secondAlert).rejects.toMatchObject({ cause: { constraint: 'overflow_alerts_open_key' } });
});

test('restores all photos, even unattached ones, and counts a missing one', async () => {
  const [attached, unattached, missing] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(24)}.webp`) as [
    string,
    string,
    string,
  ];
  await storage.save(attached, Buffer.from('shown'));
  await storage.save(unattached, Buffer.from('waiting'));
  const id = await loggedDonation(site);
  await site.database.execute(
    sql`update donations set photo_url = ${`/uploads/${attached}`} where id = ${id}`,
  );
  for (const name of [unattached, missing]) {
    await site.database.execute(
      sql`insert into photos (file, uploaded_at, uploaded_by) values (${name}, now(), 'alex')`,
    );
  }
  const { counts } = await writeBackup({ path }, tarOf(entries()));
  expect(counts).toMatchObject({ photos: 2, missingPhotos: 1 });
  // The second restore finds the photos already there, as after an interrupted one.
  for (const database of [await open(openTestDatabase()), await open(openTestDatabase())]) {
    expect(await restore(database)).toMatchObject({ photos: 2 });
  }
  const restored = new FolderStorage(join(folder, 'restored'));
  expect(await restored.read(attached)).toEqual(Buffer.from('shown'));
  expect(await restored.read(unattached)).toEqual(Buffer.from('waiting'));
});

/** The site's entries, with their description changed. */
async function* changeDescription(change: (about: About) => unknown): AsyncGenerator<NewEntry> {
  for await (const [name, bytes] of entries()) {
    if (name !== 'reround-backup.json') yield [name, bytes];
    else {
      const about = JSON.parse(bytes.toString()) as About;
      change(about);
      yield [name, Buffer.from(JSON.stringify(about))];
    }
  }
}

test('skips tables, columns and sequences that this version lacks', async () => {
  await writeSampleRows();
  const before = await rowsOf(site.database);
  await writeBackup(
    { path },
    tarOf(
      changeDescription(({ tables, sequences }) => {
        tables.push({ name: 'pg_class', columns: ['relname'] }, { name: 'seals', columns: ['day'] });
        sequences.push({ name: 'seals_id_seq', last: '7' });
        // An unknown column, and one that this version generates.
        for (const { name, columns } of tables) if (name === 'donations') columns.push('gone', 'kilograms');
      }),
    ),
  );
  const target = await open(openTestDatabase());
  const { rows } = await restore(target);
  expect(await rowsOf(target)).toEqual(before);
  expect(Object.keys(rows)).not.toContain('pg_class');
});

test('stops a backup that would fill its disk, and leaves no file', async () => {
  await expect(writeBackup({ path }, tarOf(entries()), 1e18)).rejects.toThrow(
    `The disk of ${folder} has less than 1000000000000 MB free. Make room.`,
  );
  expect(await readdir(folder)).toEqual([]);
});

describe('refuses without any change', () => {
  test('a database with rows', async () => {
    await writeSampleRows();
    await writeBackup({ path }, tarOf(entries()));
    const before = await rowsOf(site.database);
    await expect(restore(site.database)).rejects.toThrow(
      'The database is not empty: there are rows in admins. Restore into an empty one.',
    );
    expect(await rowsOf(site.database)).toEqual(before);
  });

  test('a file that was cut off or altered anywhere', async () => {
    await writeSampleRows();
    await writeBackup({ path }, tarOf(entries()));
    const original = await readFile(path);
    const damaged = `${path} is damaged: it was cut off or altered after it was made.`;
    for (const length of [600, 4096, original.length - 1024, original.length - 1]) {
      await writeFile(path, original.subarray(0, length));
      await expect(examineBackup({ path })).rejects.toThrow(damaged);
    }
    for (const at of [
      520,
      4096,
      Math.floor(original.length / 2),
      original.length - 1500,
      original.length - 1,
    ]) {
      const altered = Buffer.from(original);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await writeFile(path, altered);
      await expect(examineBackup({ path })).rejects.toThrow(damaged);
    }
  });

  test('another file, or a backup of a newer version', async () => {
    for (const text of ['', 'short', 'not a backup at all'.repeat(1000)]) {
      await writeFile(path, text);
      await expect(examineBackup({ path })).rejects.toThrow(`${path} is not a backup of ReRound.`);
    }
    await expect(examineBackup({ path: join(folder, 'nowhere') })).rejects.toThrow(/^ENOENT: .*nowhere/);
    await rm(path);
    const newer = changeDescription((about) => (about.migration = 4_102_444_800_000));
    await expect(writeBackup({ path }, tarOf(newer))).rejects.toThrow(
      'was made by a newer version of ReRound. Restore it with that version.',
    );
    // A file that cannot be read back is not kept.
    expect(await readdir(folder)).toEqual([]);
  });

  test('rows that break a reference', async () => {
    await writeSampleRows();
    const withoutPartners = async function* (): AsyncGenerator<NewEntry> {
      for await (const entry of entries()) if (!entry[0].startsWith('tables/partners/')) yield entry;
    };
    await writeBackup({ path }, tarOf(withoutPartners()));
    const target = await open(openTestDatabase());
    const empty = await rowsOf(target);
    await expect(restore(target)).rejects.toThrow(/foreign key/);
    expect(await rowsOf(target)).toEqual(empty);
    await rm(path);
    await writeBackup({ path }, tarOf(entries()));
    expect((await restore(target)).rows).toMatchObject({ partners: 1 });
  });
});

describe('with a passphrase', () => {
  const passphrase = 'correct horse battery staple';

  test('encrypts a backup, and restores it whole', async () => {
    await writeSampleRows();
    const { bytes } = await writeBackup({ path, passphrase }, tarOf(entries()));
    expect(await stat(path)).toMatchObject({ size: bytes });
    const text = await readFile(path, 'latin1');
    expect(text).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
    expect(text).not.toMatch(/reround-backup|donations/);
    const target = await open(openTestDatabase());
    await restore(target, passphrase);
    expect(await rowsOf(target)).toEqual(await rowsOf(site.database));
    await expect(examineBackup({ path })).rejects.toThrow(
      `${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
    await expect(examineBackup({ path, passphrase: 'another' })).rejects.toThrow(
      `BACKUP_PASSPHRASE does not open ${path}. Set the one that it was made with.`,
    );
  });

  test('refuses a file that is not encrypted before reading it', async () => {
    await writeFile(path, 'reround-backup.json');
    await expect(examineBackup({ path, passphrase })).rejects.toThrow(
      `${path} is not encrypted, so anybody may have written it. To restore it all the same, leave BACKUP_PASSPHRASE unset.`,
    );
  });

  test('refuses a file that was cut off or altered', async () => {
    await storage.save(`${'a'.repeat(24)}.webp`, Buffer.alloc(200_000, 'picture'));
    const id = await loggedDonation(site);
    await site.database.execute(
      sql`update donations set photo_url = ${`/uploads/${'a'.repeat(24)}.webp`} where id = ${id}`,
    );
    await writeBackup({ path, passphrase }, tarOf(entries()));
    const original = await readFile(path);
    const altered = Buffer.from(original);
    altered[100_000] = (altered[100_000] ?? 0) ^ 1;
    for (const bytes of [altered, ...[100, 70_000, -1].map((end) => original.subarray(0, end))]) {
      await writeFile(path, bytes);
      await expect(examineBackup({ path, passphrase })).rejects.toThrow(`${path} is damaged`);
    }
  });

  test('writes files that the age program opens', async ({ skip }) => {
    const missing = ['age', 'script'].filter((program) => spawnSync(program, ['--version']).error);
    skip(missing.length > 0, `There is no ${missing.join(' and no ')} on this machine.`);
    await writeBackup({ path, passphrase }, tarOf(entries()));
    const tar = join(folder, 'opened.tar');
    // age reads a passphrase only from a terminal, which `script` provides.
    const age = spawn('script', ['-qec', `age -d -o ${tar} ${path}`, '/dev/null']);
    age.stdin.write(`${passphrase}\n`);
    expect(await once(age, 'close')).toEqual([0, null]);
    const names = spawnSync('tar', ['-tf', tar], { encoding: 'utf8' }).stdout.trimEnd().split('\n');
    expect([names[0], ...names.slice(-2)]).toEqual(['reround-backup.json', 'counts.json', 'sha256']);
  });
});
