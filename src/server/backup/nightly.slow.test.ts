import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { connectEmbedded, migrateDatabase, type OpenDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { readEnvironment } from '#server/env.ts';
import { preparedImage } from '#server/preparedImage.ts';
import { backups } from '#server/schema.ts';
import { type BucketService, startBucketService } from '#server/testing/bucketService.ts';
import { runCommand } from '#server/testing/process.ts';
import { openTestDatabase } from '#server/testing/testDatabase.ts';
import { ImageLender } from './image.ts';
import { examineBackup, loadDatabase } from './load.ts';
import { NightlyBackups } from './nightly.ts';
import { newestGoodBackup } from './nights.ts';

/** Each backup takes two processes, and on the embedded database an image of it. */
const MINUTES = { timeout: 180_000 };
const PASSPHRASE = 'correct horse battery staple';
const NAME = /^reround-2026-03-05-[\da-f]{8}\.tar$/;

let directory: string;
let data: string;
let folder: string;
let opened: OpenDatabase;
let now: Date;
let log: { level: string; message: string; details: Record<string, unknown> }[];
let started: NightlyBackups[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-nightly-'));
  data = join(directory, 'data');
  folder = join(directory, 'deep', 'backups');
  // A real one: an image is taken of files.
  opened = connectEmbedded(await openEmbeddedDatabase(data, await preparedImage()));
  await migrateDatabase(opened.database, async () => {});
  await mkdir(data, { recursive: true });
}, MINUTES.timeout);
afterAll(async () => {
  await opened.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  now = new Date('2026-03-05T09:10:00Z');
  log = [];
  started = [];
  await opened.database.delete(backups);
  await rm(join(directory, 'deep'), { recursive: true, force: true });
});
afterEach(() => Promise.all(started.map((one) => one.stop())));

/** A site's nightly backups, by the settings of an environment. */
function nightly(settings: Record<string, string>, placeMilliseconds?: number): NightlyBackups {
  const environment = readEnvironment({ DATA_DIR: data, SECRET_KEY: 'k'.repeat(32), ...settings });
  const { backups: place } = environment;
  if (!place) throw new Error('These settings name no place.');
  const note =
    (level: string) =>
    (...[details, message]: unknown[]) =>
      void log.push({ level, message: String(message), details: details as Record<string, unknown> });
  const options = {
    site: { database: opened.database, clock: () => now, timeZone: environment.timeZone },
    settings: { ...environment, databaseUrl: undefined, backups: place },
    images: new ImageLender(opened.database, data),
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  };
  const one = new NightlyBackups(options, placeMilliseconds);
  started.push(one);
  return one;
}

const rows = () => opened.database.select().from(backups).orderBy(backups.night, backups.attempt);
const filesIn = async (path: string) => (existsSync(path) ? (await readdir(path)).toSorted() : []);
const subscribe = (email: string) =>
  opened.database.execute(
    sql`insert into newsletter_subscribers (email, created_at) values (${email}, ${now.toISOString()})`,
  );

test('a night’s backup is made once, read back whole, and restores what the site had', MINUTES, async () => {
  await subscribe('reader@example.ca');
  await nightly({ BACKUP_DIR: folder }).run();
  await nightly({ BACKUP_DIR: folder }).run();
  const [name = '', mark] = await filesIn(folder);
  expect(name).toMatch(NAME);
  expect(mark).toBe(`${name}.verified`);
  expect(await readFile(join(folder, `${name}.verified`), 'utf8')).toBe(now.toISOString());
  const { size, mode } = await stat(join(folder, name));
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await rows()).toMatchObject([
    { night: '2026-03-05', attempt: 1, place: 'folder', name, bytes: size, verifiedAt: now, failure: null },
  ]);
  expect(await newestGoodBackup(opened.database, now)).toMatchObject({ name, ageMilliseconds: 0 });
  expect(log).toEqual([
    { level: 'info', message: 'a backup was made and read back whole', details: { name, bytes: size } },
  ]);

  const path = join(folder, name);
  const { about, secretKey } = await examineBackup({ path });
  expect(secretKey).toBeNull();
  // A copy of the site begins a list of its own.
  expect(about.tables.map((table) => table.name)).not.toContain('backups');
  const target = await openTestDatabase();
  expect(await loadDatabase(target.database, { path }, about)).toMatchObject({ newsletter_subscribers: 1 });
  expect(await target.database.select().from(backups)).toEqual([]);
  await target.close();
});

test('a missed night is made up, and the older ones but so many go with their marks', MINUTES, async () => {
  const own = { BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_PASSPHRASE: PASSPHRASE };
  const kept: string[] = [];
  for (const days of [0, 1, 4]) {
    now = addDays(new Date('2026-03-05T20:00:00Z'), days);
    await nightly(own).run();
    kept.push((await newestGoodBackup(opened.database, now))?.name ?? '');
    // Neither another program's files nor another site's.
    await writeFile(join(folder, 'reround-2020-01-01-0123abcd.tar'), 'another site');
    await writeFile(join(folder, 'notes.txt'), 'mine');
  }
  const [, second = '', third = ''] = kept;
  expect(third).toMatch(/^reround-2026-03-09-[\da-f]{8}\.tar\.age$/);
  expect(await filesIn(folder)).toEqual(
    [
      second,
      `${second}.verified`,
      third,
      `${third}.verified`,
      'notes.txt',
      'reround-2020-01-01-0123abcd.tar',
    ].toSorted(),
  );
  expect((await rows()).map(({ night }) => night)).toEqual(['2026-03-06', '2026-03-09']);
  const path = join(folder, third);
  await expect(examineBackup({ path })).rejects.toThrow('is encrypted');
  expect((await examineBackup({ path, passphrase: PASSPHRASE })).about.madeAt).not.toBe('');
});

test('the first backup tells of those that the site did not make, and no other does', MINUTES, async () => {
  await mkdir(folder, { recursive: true });
  for (const name of ['reround-2026-03-03-0123abcd.tar', 'reround-2026-03-04-0123abcd.tar', 'notes.txt']) {
    await writeFile(join(folder, name), 'of before');
  }
  const own = nightly({ BACKUP_DIR: folder });
  await own.run();
  expect(log).toMatchObject([
    {
      level: 'warn',
      message: expect.stringContaining('if its data was lost, restore the newest'),
      details: { newest: 'reround-2026-03-04-0123abcd.tar', count: 2 },
    },
    { level: 'info' },
  ]);
  now = addDays(now, 1);
  await own.run();
  expect(log.map(({ level }) => level)).toEqual(['warn', 'info', 'info']);
});

test(
  'backups that are gone from their folder are told of, and count again once their disk is mounted',
  MINUTES,
  async () => {
    const own = nightly({ BACKUP_DIR: folder, BACKUP_KEEP: '1' });
    await own.run();
    const [first = '', mark] = await filesIn(folder);
    await rename(folder, `${folder} elsewhere`);
    now = addDays(now, 1);
    await own.run();
    expect(log.slice(1)).toMatchObject([
      { level: 'error', details: { gone: [first] }, message: expect.stringContaining('not mounted') },
      { level: 'info' },
    ]);
    // It is not taken for one that has served its time.
    expect(await rows()).toMatchObject([{ name: first, goneAt: now }, { goneAt: null }]);
    await rm(folder, { recursive: true });
    await rename(`${folder} elsewhere`, folder);
    now = addDays(now, 1);
    await own.run();
    expect(log.slice(3).map(({ level }) => level)).toEqual(['info']);
    expect(await filesIn(folder)).not.toContain(mark);
    expect(await rows()).toMatchObject([{ night: '2026-03-07', goneAt: null }]);
  },
);

test('a backup that is taken away after its night is told of within the hour', MINUTES, async () => {
  await nightly({ BACKUP_DIR: folder }).run();
  const [name = ''] = await filesIn(folder);
  await rm(join(folder, name));
  now = new Date(now.getTime() + 60 * 60_000);
  const restarted = nightly({ BACKUP_DIR: folder });
  await restarted.run();
  await restarted.run();
  expect(log.slice(1)).toMatchObject([{ level: 'error', details: { gone: [name] } }]);
  expect(await rows()).toMatchObject([{ name, goneAt: now }]);
});

test('a backup without the photos removes none that has them', MINUTES, async () => {
  const uploads = join(data, 'uploads');
  await mkdir(uploads, { recursive: true });
  const photo = `${'p'.repeat(24)}.webp`;
  await writeFile(join(uploads, photo), 'a photo');
  await opened.database.execute(
    sql`insert into partners (name, pin_hash, logo, created_at) values ('A store', 'x', ${`/uploads/${photo}`}, now())`,
  );
  const own = nightly({ BACKUP_DIR: folder, BACKUP_KEEP: '1' });
  await own.run();
  const [whole = ''] = await filesIn(folder);
  await rm(join(uploads, photo));
  now = addDays(now, 1);
  await own.run();
  expect(await rows()).toMatchObject([
    { name: whole, missingPhotos: 0 },
    { night: '2026-03-06', missingPhotos: 1 },
  ]);
  expect(await filesIn(folder)).toContain(whole);
  await writeFile(join(uploads, photo), 'a photo');
  now = addDays(now, 1);
  await own.run();
  expect(await rows()).toMatchObject([{ night: '2026-03-07', missingPhotos: 0 }]);
  expect(await filesIn(folder)).toHaveLength(2);
});

test('what cannot be removed keeps nothing else from it, and no later backup', MINUTES, async () => {
  const own = nightly({ BACKUP_DIR: folder, BACKUP_KEEP: '1' });
  const began = new Date('2026-03-01T09:00:00Z');
  const verified = { finishedAt: began, verifiedAt: began, bytes: 1 };
  const failed = { finishedAt: began, failure: 'The disk is full.' };
  const [stuck, old, left] = ['01', '02', '04'].map((day) => `reround-2026-03-${day}-0123abcd.tar`);
  const known = { attempt: 1, place: 'folder', startedAt: began } as const;
  await opened.database.insert(backups).values([
    { ...known, ...verified, night: '2026-03-01', name: stuck ?? '' },
    { ...known, ...verified, night: '2026-03-02', name: old ?? '' },
    { ...known, ...failed, night: '2026-03-04', name: left ?? '' },
  ]);
  await mkdir(folder, { recursive: true });
  // What is a folder no file's removal removes.
  for (const name of [stuck, left]) await mkdir(join(folder, name ?? ''));
  await writeFile(join(folder, old ?? ''), 'old');
  await own.run();
  const errors = log.filter(({ level }) => level === 'error');
  expect(errors).toMatchObject([
    { message: 'a backup could not be removed', details: { name: left } },
    { message: 'a backup could not be removed', details: { name: stuck } },
  ]);
  expect(await filesIn(folder)).not.toContain(old);
  expect((await rows()).map(({ name }) => name)).toMatchObject([stuck, left, expect.stringMatching(NAME)]);
  await rm(join(folder, left ?? ''), { recursive: true });
});

test(
  'a folder that cannot be made is a row and an error, and the next hour tries again',
  MINUTES,
  async () => {
    await mkdir(join(directory, 'deep'));
    await writeFile(folder, 'a file in the way');
    const own = nightly({ BACKUP_DIR: folder });
    await own.run();
    expect(await rows()).toMatchObject([
      { attempt: 1, verifiedAt: null, heldUntil: null, failure: expect.stringContaining('ENOTDIR') },
    ]);
    expect(log).toMatchObject([{ level: 'warn' }, { level: 'error', message: 'a backup failed' }]);
    expect(await newestGoodBackup(opened.database, now)).toBeNull();
    await rm(folder);
    await own.run();
    expect(await rows()).toMatchObject([{ attempt: 1 }, { attempt: 2, verifiedAt: now }]);
    expect(await filesIn(folder)).toHaveLength(2);
  },
);

test(
  'stopping breaks a backup off at once and leaves nothing half, and the next start makes it up',
  MINUTES,
  async () => {
    const first = nightly({ BACKUP_DIR: folder });
    const running = first.run();
    await vi.waitUntil(async () => (await filesIn(folder)).length > 0, { timeout: 60_000, interval: 5 });
    await first.stop();
    await running;
    expect(await filesIn(folder)).toEqual([]);
    expect(existsSync(join(data, 'backup.image'))).toBe(false);
    expect(await rows()).toMatchObject([
      { heldUntil: null, failure: 'The site was stopped before it was done.', clearedAt: now },
    ]);
    expect(log).toMatchObject([{ level: 'warn', message: 'a backup was broken off' }]);
    await first.run();
    expect(await rows()).toHaveLength(1);
    await nightly({ BACKUP_DIR: folder }).run();
    expect(await rows()).toMatchObject([{ attempt: 1 }, { attempt: 2, verifiedAt: now }]);
  },
);

test('one that hangs is broken off after half a day, and the next hour tries again', MINUTES, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const own = nightly({ BACKUP_DIR: folder });
    const running = own.run();
    await vi.waitUntil(async () => (await filesIn(folder)).length > 0, { timeout: 60_000, interval: 5 });
    now = new Date('2026-03-05T21:11:00Z');
    await vi.advanceTimersByTimeAsync(60_000);
    await running;
    expect(await filesIn(folder)).toEqual([]);
    expect(await rows()).toMatchObject([{ heldUntil: null, failure: 'It took longer than 12 hours.' }]);
    expect(log).toMatchObject([{ level: 'error', message: 'a backup failed' }]);
    await own.run();
    expect(await rows()).toMatchObject([{ attempt: 1 }, { attempt: 2, verifiedAt: now }]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [
    'that counts stays, whatever was heard of it',
    sql`bytes = 1, verified_at = started_at`,
    { failure: null, clearedAt: null },
    2,
  ],
  [
    'of an attempt that another process took over goes',
    sql`failure = 'Taken over.'`,
    { failure: 'Taken over.', clearedAt: new Date('2026-03-05T09:10:00Z') },
    0,
  ],
])('a file %s', MINUTES, async (_which, change, row, files) => {
  const running = nightly({ BACKUP_DIR: folder }).run();
  await vi.waitUntil(async () => (await filesIn(folder)).length > 0, { timeout: 60_000, interval: 5 });
  await opened.database.execute(
    sql`update backups set held_until = null, finished_at = ${now.toISOString()}, ${change}`,
  );
  await running;
  expect(await rows()).toMatchObject([row]);
  expect(await filesIn(folder)).toHaveLength(files);
});

test(
  'while the database refuses to note anything the log says why, and the file stays for the next attempt',
  MINUTES,
  async () => {
    await opened.database.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room for rows'; end $$`);
    await opened.database.execute(sql`
      create trigger refuse before update on backups for each row when (new.held_until is null) execute function refuse()`);
    try {
      await expect(nightly({ BACKUP_DIR: folder }).run()).rejects.toThrow('Failed query');
      expect(log).toEqual([
        {
          level: 'error',
          message: 'a backup failed',
          details: { name: expect.stringMatching(NAME), failure: 'no room for rows.' },
        },
      ]);
      expect(await filesIn(folder)).toHaveLength(2);
    } finally {
      await opened.database.execute(sql`drop function refuse cascade`);
    }
    now = new Date('2026-03-05T10:10:00Z');
    await nightly({ BACKUP_DIR: folder }).run();
    expect(await rows()).toMatchObject([{ clearedAt: now }, { verifiedAt: now }]);
    expect(await filesIn(folder)).toHaveLength(2);
  },
);

test('an image that would leave the site too little room is not begun', MINUTES, async () => {
  const large = join(data, 'database', 'large');
  const { bavail, bsize } = await statfs(data);
  await writeFile(large, '');
  try {
    // Of a file with nothing in it the disk keeps the length alone; a copy would be as long as that, and there is no room for
    // it either when other tests' files go meanwhile.
    await truncate(large, bavail * bsize + 2 ** 40);
    await nightly({ BACKUP_DIR: folder }).run();
    expect(await rows()).toMatchObject([
      { failure: expect.stringMatching(/^The disk of .* of which 256 MB stay free\. Make room\.$/) },
    ]);
    expect(existsSync(join(data, 'backup.image'))).toBe(false);
  } finally {
    await rm(large);
  }
});

describe('a folder that hangs', () => {
  const pipe = () => join(folder, 'reround-2026-03-04-0123abcd.tar.verified');

  beforeEach(async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no named pipes in folders.');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'reround-2026-03-04-0123abcd.tar'), 'of before');
    execFileSync('mkfifo', [pipe()]);
  });
  afterEach(answer);

  /** Lets whoever waits at the pipe find nothing in it. */
  async function answer(): Promise<void> {
    if (!existsSync(pipe())) return;
    const end = await open(pipe(), constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
      // Nobody waits.
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    });
    await rm(pipe());
    await end?.close();
  }

  test('keeps no later night from its backup', MINUTES, async () => {
    const own = nightly({ BACKUP_DIR: folder }, 2_000);
    await own.run();
    const failure = 'The place for backups does not answer.';
    expect(log).toMatchObject([
      { level: 'warn', message: 'it is not known which backups there are' },
      { level: 'error', details: { failure } },
    ]);
    expect(await rows()).toMatchObject([{ failure, clearedAt: null }]);
    await answer();
    await own.run();
    expect(await rows()).toMatchObject([{ clearedAt: now }, { verifiedAt: now }]);
    expect(await filesIn(folder)).toHaveLength(3);
  });

  test('keeps no site from its stop', MINUTES, async () => {
    const own = nightly({ BACKUP_DIR: folder });
    const running = own.run();
    await vi.waitUntil(async () => (await rows()).length > 0, { timeout: 60_000 });
    const began = performance.now();
    await own.stop();
    expect(performance.now() - began).toBeLessThan(10_000);
    await running;
    expect(await rows()).toMatchObject([{ failure: 'The site was stopped before it was done.' }]);
    expect(log).toMatchObject([{ level: 'warn', message: 'a backup was broken off' }]);
  });
});

describe('in a bucket', () => {
  let service: BucketService;
  let proxy: Server;
  let bucket: Record<string, string>;
  let isDown = false;
  /** Of a backup on its way back a byte is another. */
  let isDamaged = false;
  /** From the first backup that comes on it takes all and says nothing. */
  let silence: 'never' | 'to come' | 'now' = 'never';

  beforeAll(async () => {
    service = await startBucketService('backups');
    const { endpoint, name, accessKeyId, secretAccessKey } = service.bucket;
    const { port } = new URL(endpoint);
    proxy = createServer((incoming, outgoing) => {
      if (isDown) return void incoming.socket.destroy();
      const { method, url, headers } = incoming;
      if (silence === 'to come' && method === 'PUT') silence = 'now';
      if (silence === 'now') return void incoming.resume();
      const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        void buffer(answer).then((bytes) => {
          if (isDamaged && method === 'GET' && bytes.length > 0) {
            const middle = bytes.length >> 1;
            bytes[middle] = (bytes[middle] ?? 0) ^ 1;
          }
          outgoing.end(bytes);
        });
      });
      incoming.pipe(passed);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    bucket = {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      BACKUP_S3_BUCKET: name,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  });
  afterAll(async () => {
    proxy.close();
    await service.close();
  });
  beforeEach(() => {
    [isDown, isDamaged, silence] = [false, false, 'never'];
  });

  const command = async (...words: string[]) => {
    const settings = { DATA_DIR: join(directory, 'elsewhere'), ...bucket };
    return await runCommand('backup', words, settings).ended;
  };

  test.each([{}, { BACKUP_PASSPHRASE: PASSPHRASE }])(
    'it is read back whole, and listed and fetched without a database: %j',
    MINUTES,
    async (form) => {
      await nightly({ ...bucket, ...form }).run();
      const { name = '', bytes = 0 } = (await newestGoodBackup(opened.database, now)) ?? {};
      expect(await rows()).toMatchObject([{ place: 'bucket', name, verifiedAt: now }]);
      expect(existsSync(join(data, 'backup.outgoing'))).toBe(false);
      const listed = await command('list');
      expect(listed.output).toContain(
        `${name}${bytes.toLocaleString('en-CA').padStart(16)} bytes   read back whole ${now.toISOString()}`,
      );
      const path = join(directory, `fetched ${name}`);
      expect(await command('fetch', name, path)).toMatchObject({ code: 0 });
      expect((await stat(path)).size).toBe(bytes);
      await examineBackup({ path, passphrase: form.BACKUP_PASSPHRASE });
      expect(await command('fetch', name, path)).toMatchObject({ code: 1 });
      const stranger = await command('fetch', '../secret', join(directory, 'stranger'));
      expect(stranger).toEqual({ code: 1, output: 'The site makes no backup of the name "../secret".\n' });
    },
  );

  test(
    'one that falls silent keeps no site from its stop, and is cleared by the next start',
    MINUTES,
    async () => {
      silence = 'to come';
      const own = nightly(bucket);
      const running = own.run();
      await vi.waitUntil(() => silence === 'now', { timeout: 60_000 });
      const began = performance.now();
      await own.stop();
      expect(performance.now() - began).toBeLessThan(10_000);
      await running;
      expect(await rows()).toMatchObject([
        { failure: 'The site was stopped before it was done.', clearedAt: null },
      ]);
      silence = 'never';
      await nightly(bucket).run();
      expect(await rows()).toMatchObject([{ clearedAt: now }, { verifiedAt: now }]);
    },
  );

  test('one that comes back otherwise than it went does not count', MINUTES, async () => {
    isDamaged = true;
    const own = nightly(bucket);
    await own.run();
    expect(await newestGoodBackup(opened.database, now)).toBeNull();
    expect(await rows()).toMatchObject([{ failure: expect.stringContaining('is damaged'), clearedAt: now }]);
    expect([...service.objects.keys()]).not.toContain((await rows())[0]?.name);
    isDamaged = false;
    await own.run();
    expect(await rows()).toMatchObject([{ attempt: 1 }, { attempt: 2, verifiedAt: now }]);
  });

  test(
    'while the bucket is down it fails with a sentence, and what may be left there goes with the next',
    MINUTES,
    async () => {
      isDown = true;
      const own = nightly(bucket);
      await own.run();
      expect(await rows()).toMatchObject([
        { failure: expect.stringMatching(/^The bucket for backups cannot be reached: /), clearedAt: null },
      ]);
      isDown = false;
      await own.run();
      expect(await rows()).toMatchObject([{ clearedAt: now }, { verifiedAt: now }]);
    },
  );
});
