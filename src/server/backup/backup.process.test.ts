import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeMonths, wrongStatements } from '#features/statements/serverClosing.ts';
import { holdMigrationLock, migrateUntil, migrations, type OpenDatabase } from '#server/database.ts';
import { siteKey } from '#server/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { FolderStorage } from '#server/storage.ts';
import { confirmedCode, everyRow, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openBlankDatabase, openTestDatabase } from '#server/testing/testDatabase.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { wrongTotals } from '#server/totals/checkTotals.ts';
import { ArchiveWriter, entriesOf, readArchive } from './archive.ts';
import { ABOUT_NAME, photoEntry, tableEntry, tablesLeftOut } from './contents.ts';
import { dumpDatabase, dumpPhotos } from './dump.ts';
import { examineBackup, loadDatabase, loadPhotos } from './load.ts';

/** Making an embedded database from nothing takes seconds. */
const MINUTE = { timeout: 60_000 };

const site = useTestSite({ rateLimits: true });
let folder: string;
let file: string;
const opened: OpenDatabase[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-backup-'));
  file = join(folder, 'backup.tar');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
  await rm(folder, { recursive: true });
});

async function open(database: Promise<OpenDatabase>): Promise<OpenDatabase['database']> {
  opened.push(await database);
  return (await database).database;
}

async function backUp(database = site.database): Promise<void> {
  const archive = await ArchiveWriter.create({ path: file });
  const client = await database.$client.connect();
  const { named } = await dumpDatabase(client, archive, { madeAt: '', keyFingerprint: '' });
  client.release();
  await dumpPhotos(site.site.storage, archive, named);
  await archive.finish();
}

async function restore(database: OpenDatabase['database']): Promise<Record<string, number>> {
  const { about } = await examineBackup({ path: file });
  return await loadDatabase(database, { path: file }, about);
}

/** Every row but those of totals, which are counted anew. */
async function rowsOf(database: OpenDatabase['database']): Promise<Record<string, unknown[]>> {
  const rows = Object.entries(await everyRow({ database } as SiteUnderTest));
  return Object.fromEntries(rows.filter(([table]) => !tablesLeftOut.includes(table)));
}

/** Something in most tables, with texts that a careless format would spoil. */
async function someWork(): Promise<void> {
  const admin = await site.admin();
  const { pin } = await partnerStore(admin, 'Zoë’s "Thrift", \\N');
  const { code } = await confirmedCode(site, admin, { studentId: 'D1', binLocation: 'tab\there' });
  await loggedDonation(site, { studentId: 'D2', binLocation: '\\N\r\n{"[null]"} 🧺' });
  const body = { pin, clerk: 'NULL' };
  const headers = { 'idempotency-key': 'one-redemption' };
  expect((await site.visitor().send('POST', `/api/redeem/${code}`, { body, headers })).status).toBe(200);
  await site.donor('D1');
  await site.database.execute(
    sql`update settings set milestones = '{3, 6, 9}', monthly_goal_kilograms = 99.5`,
  );
}

test('every row of every table comes back as it was, and new ones get new numbers', async () => {
  await someWork();
  const before = await rowsOf(site.database);
  await backUp();
  await loggedDonation(site);
  const target = await open(openTestDatabase());
  const counts = await restore(target);
  expect(await rowsOf(target)).toEqual(before);
  expect(counts).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, rows]) => [table, rows.length])),
  );
  expect(await wrongTotals(target)).toEqual([]);
  expect(counts).toMatchObject({ donations: 2, code_redemptions: 1, sessions: 2, idempotency_keys: 1 });

  const { rows } = await target.execute<{ id: number }>(
    sql`insert into participants (share_token, created_at) values ('new', now()) returning id`,
  );
  expect(rows[0]?.id).toBeGreaterThan(2);
});

test('a ledger comes back with its closed months, wherever its rows lie in the table', async () => {
  await someWork();
  await site.database.transaction(async (transaction) => {
    // Past the reference: what is given back lies before its use, in another piece of the file.
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
  await backUp();
  const target = await open(openTestDatabase());
  expect(await restore(target)).toMatchObject({ code_redemptions: 5002, statements: 2 });
  expect(await rowsOf(target)).toEqual(before);
  expect(await wrongStatements(target)).toEqual([]);
  const late = target.execute(sql`
    insert into code_redemptions (at, code_id, code, partner_id)
    values ('2026-11-30T18:00:00Z', 1, 'RR-ABC234', 1)`);
  await expect(late).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringContaining('is closed') }),
    }),
  );
});

test('a piece of the file holds some megabytes at most, whatever rows weigh', async () => {
  await site.database.execute(
    sql`insert into audit_log (actor, action, entity_type, details, created_at)
        select 'alex', 'settings.updated', 'system',
               jsonb_build_object('text', repeat('x', case when number < 100 then 100 else 100000 end)), now()
        from generate_series(1, 500) number`,
  );
  await backUp();
  const sizes: number[] = [];
  for await (const { of: table, bytes } of entriesOf({ path: file }, 'table')) {
    if (table === 'audit_log') sizes.push(gunzipSync(bytes).length);
  }
  // Four are meant; a piece whose rows weigh more than those before them goes beyond that.
  expect(Math.max(...sizes)).toBeLessThan(10_000_000);
  const target = await open(openTestDatabase());
  expect(await restore(target)).toMatchObject({ audit_log: 500 });
});

test('more rows than one piece of the file holds all come back', async () => {
  await site.database.execute(
    sql`insert into newsletter_subscribers (email, created_at)
        select 'reader' || number || '@example.ca', now() from generate_series(1, 4001) number`,
  );
  await backUp();
  const target = await open(openTestDatabase());
  expect(await restore(target)).toMatchObject({ newsletter_subscribers: 4001 });
  expect((await rowsOf(target))['newsletter_subscribers']).toEqual(
    (await rowsOf(site.database))['newsletter_subscribers'],
  );
});

test(
  'a backup of an older version is restored as that version had it, then brought to this one',
  MINUTE,
  async () => {
    const older = await open(openBlankDatabase());
    const beforeLast = migrations.at(-2) ?? 0;
    await holdMigrationLock(older, (_client, single) => migrateUntil(single, beforeLast));
    await older.execute(sql`insert into participants (share_token, created_at) values ('kept', now())`);
    await backUp(older);
    expect((await examineBackup({ path: file })).about.migration).toBe(beforeLast);

    const target = await open(openBlankDatabase());
    expect(await restore(target)).toMatchObject({ participants: 1, settings: 1 });
    expect(await wrongTotals(target)).toEqual([]);
    const { rows } = await target.execute(
      sql`select max(created_at)::float as newest from drizzle.__drizzle_migrations`,
    );
    expect(rows).toEqual([{ newest: migrations.at(-1) }]);

    const current = await open(openTestDatabase());
    await expect(restore(current)).rejects.toThrow(
      'The database has the tables of a newer version than the backup.',
    );
  },
);

test(
  'the key that the rows belong to comes back too, unless the site will have another',
  MINUTE,
  async () => {
    const settings = { secretKey: 'the key that the site has had', dataDirectory: folder };
    const secrets = await openSecrets(site.database, settings);
    await backUp();
    const { about } = await examineBackup({ path: file });
    expect(about.keyFingerprint).toBe(secrets.fingerprint());
    const [same, other] = [await open(openTestDatabase()), await open(openTestDatabase())];
    await loadDatabase(same, { path: file }, about);
    expect(await same.select().from(siteKey)).toEqual(await site.database.select().from(siteKey));
    await loadDatabase(other, { path: file }, about, true);
    expect(await other.select().from(siteKey)).toEqual([]);
  },
);

test('photos come back, also those that no row shows yet; one that is gone is counted as missing', async () => {
  const [shown, waiting, gone] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(24)}.webp`) as [
    string,
    string,
    string,
  ];
  await site.site.storage.save(shown, Buffer.from('shown'));
  await site.site.storage.save(waiting, Buffer.from('waiting'));
  const id = await loggedDonation(site);
  await site.database.execute(sql`update donations set photo_url = ${`/uploads/${shown}`} where id = ${id}`);
  for (const name of [waiting, gone]) {
    await site.database.execute(
      sql`insert into audit_log (actor, action, entity_type, details, created_at)
          values ('alex', 'photo.uploaded', 'system', ${JSON.stringify({ name })}, now())`,
    );
  }
  await backUp();
  const storage = new FolderStorage(folder);
  expect(await loadPhotos(storage, { path: file })).toBe(2);
  expect(await storage.read(shown)).toEqual(Buffer.from('shown'));
  expect(await storage.read(waiting)).toEqual(Buffer.from('waiting'));
  // A restore that was cut off is simply done again.
  expect(await loadPhotos(storage, { path: file })).toBe(2);
});

describe('refused, with nothing changed', () => {
  test('into a database with rows', async () => {
    await someWork();
    await backUp();
    const before = await rowsOf(site.database);
    await expect(restore(site.database)).rejects.toThrow(
      'The database is not empty: there are rows in admins. Restore into an empty one.',
    );
    expect(await rowsOf(site.database)).toEqual(before);
  });

  test('a file that was cut off or altered anywhere', async () => {
    await someWork();
    await backUp();
    const whole = await readFile(file);
    const damaged = `${file} is damaged: it was cut off or altered after it was made.`;
    for (const length of [600, 4096, whole.length - 1024, whole.length - 1]) {
      await writeFile(file, whole.subarray(0, length));
      await expect(examineBackup({ path: file })).rejects.toThrow(damaged);
    }
    for (const at of [520, 1 << 12, whole.length >> 1, whole.length - 1500, whole.length - 1]) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await writeFile(file, altered);
      await expect(examineBackup({ path: file })).rejects.toThrow(damaged);
    }
  });

  test('a file that is something else, or of a version to come', async () => {
    await writeFile(file, 'not a backup at all'.repeat(1000));
    await expect(examineBackup({ path: file })).rejects.toThrow(`${file} is not a backup of ReRound.`);
    await expect(examineBackup({ path: join(folder, 'nowhere') })).rejects.toThrow(
      /nowhere cannot be read: ENOENT/,
    );
    await rm(file);
    const archive = await ArchiveWriter.create({ path: file });
    await archive.add(ABOUT_NAME, Buffer.from(JSON.stringify({ format: 1, migration: 4_102_444_800_000 })));
    await archive.finish();
    await expect(examineBackup({ path: file })).rejects.toThrow('was made by a newer version of ReRound');
  });

  test('rows that the tables will not take, whole', async () => {
    await someWork();
    await backUp();
    const spoilt = join(folder, 'spoilt.tar');
    const archive = await ArchiveWriter.create({ path: spoilt });
    // Without the partner that a redemption names.
    for await (const { name, bytes } of readArchive({ path: file }, ['about', 'table'])) {
      if (!name.startsWith('tables/partners/')) await archive.add(name, bytes);
    }
    await archive.finish();
    const target = await open(openTestDatabase());
    const empty = await rowsOf(target);
    const { about } = await examineBackup({ path: spoilt });
    await expect(loadDatabase(target, { path: spoilt }, about)).rejects.toThrow(/foreign key/);
    expect(await rowsOf(target)).toEqual(empty);
    expect(await restore(target)).toMatchObject({ partners: 1 });
  });
});

test('a database without the tables of ReRound is not backed up', MINUTE, async () => {
  const blank = await open(openBlankDatabase());
  const archive = await ArchiveWriter.create({ path: file });
  const client = await blank.$client.connect();
  await expect(dumpDatabase(client, archive, { madeAt: '', keyFingerprint: '' })).rejects.toThrow(
    'The database holds nothing of ReRound yet: there is nothing to back up.',
  );
  client.release(true);
  await archive.discard();
});

test('entries of one kind are read from a long file too, without the rest', async () => {
  const archive = await ArchiveWriter.create({ path: file });
  await archive.add(ABOUT_NAME, Buffer.from('{}'));
  for (let part = 1; part <= 40; part += 1) {
    await archive.add(tableEntry('t', part), Buffer.alloc(part * 2_500));
  }
  await archive.add(photoEntry(`${'a'.repeat(24)}.webp`), Buffer.from('last'));
  await archive.finish();
  // Again and again: a reader that is broken off may hang now and then only.
  for (let round = 0; round < 20; round += 1) {
    const found: string[] = [];
    for (const kind of ['about', 'photo'] as const) {
      for await (const { bytes } of entriesOf({ path: file }, kind)) {
        found.push(bytes.toString());
        break;
      }
    }
    expect(found).toEqual(['{}', 'last']);
  }
});
