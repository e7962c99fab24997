import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded, type Database } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { auditLog, backups, siteKey } from '#server/db/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { startBucketService } from '#server/testing/bucketService.ts';
import { Mailbox } from '#server/testing/mailServer.ts';
import { type Running, runCommand, startServer } from '#server/testing/process.ts';

const MINUTES = 60_000;

let directory: string;
let dataDirectory: string;
const runningProcesses: Running[] = [];
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-check-'));
  dataDirectory = join(directory, 'data');
});
afterEach(async () => {
  for (const { child } of runningProcesses) child.kill('SIGKILL');
  await Promise.all(runningProcesses.splice(0).map(({ ended }) => ended));
  for (const close of closers.splice(0)) await close();
  await rm(directory, { recursive: true, force: true });
});

async function withSite<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database, close } = connectEmbedded(
    await openEmbeddedDatabase(dataDirectory, await ensurePreparedImage()),
  );
  try {
    const settings = { secretKey: undefined, dataDirectory };
    await migrateDatabase(database, (locked) => openSecrets(locked, settings));
    return await work(database);
  } finally {
    await close();
  }
}

/** Runs the command. The states and sentences it prints are keyed by the names of its lines. */
async function check(settings: Record<string, string> = {}, ...parameters: string[]) {
  const running = runCommand('check', parameters, { DATA_DIR: dataDirectory, PORT: '0', ...settings });
  runningProcesses.push(running);
  const { code, output } = await running.ended;
  const lines = [...output.matchAll(/^(good|warning|bad) +(\w+) +(.*)$/gm)];
  const states = Object.fromEntries(lines.map(([, state, name]) => [name, state]));
  const sentences = Object.fromEntries(lines.map(([, , name, sentence]) => [name, sentence]));
  return { code, output, states, sentences };
}

/** Opens a port that accepts connections and never answers. */
async function openSilentPort(): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => server.close());
  server.unref();
  return (server.address() as AddressInfo).port;
}

test('checks a running site and a stopped one, and changes nothing', { timeout: 4 * MINUTES }, async () => {
  const server = await startServer({ DATA_DIR: dataDirectory });
  runningProcesses.push(server);
  const { port } = new URL(server.url);
  expect(await check({ PORT: port })).toMatchObject({
    code: 0,
    states: { settings: 'good', database: 'good', DATA_DIR: 'good', mail: 'warning' },
  });
  const elsewhere = await check({ PORT: '1' });
  expect(elsewhere).toMatchObject({ code: 1, states: { database: 'bad' } });
  expect(elsewhere.sentences['database']).toMatch(/^A process has the database, and .* does not answer: /);

  server.child.kill('SIGKILL');
  await server.ended;
  const rows = () => withSite((database) => database.$count(auditLog));
  const before = await rows();
  const stopped = await check();
  expect(stopped).toMatchObject({
    code: 0,
    states: {
      settings: 'good',
      database: 'good',
      key: 'good',
      backups: 'warning',
      DATA_DIR: 'good',
      mail: 'warning',
    },
  });
  expect(stopped.output).toMatch(/\nThe site can run\.\n$/);
  expect(await rows()).toBe(before);
});

test('does not create a missing site', { timeout: MINUTES }, async () => {
  const { code, sentences } = await check();
  expect(code).toBe(0);
  expect(sentences['database']).toBe(
    `There is no database in ${dataDirectory} yet: the first start makes one.`,
  );
  expect(await readdir(directory)).toEqual([]);
  const refused = await check({ ADMIN_PASSWORD: 'seven77', PUBLIC_URL: 'https://reround.example' });
  expect(refused).toMatchObject({ code: 1, states: { database: 'bad' } });
  expect(refused.sentences['database']).toMatch(/^ADMIN_PASSWORD: must have at least 8 characters\./);
});

test('reports folders for data or backups that cannot be made as bad', { timeout: MINUTES }, async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  expect(await check({ DATA_DIR: join(file, 'data') })).toMatchObject({
    code: 1,
    states: { DATA_DIR: 'bad' },
  });
  expect(await check({ BACKUP_DIR: join(file, 'backups') })).toMatchObject({
    code: 1,
    states: { DATA_DIR: 'good', BACKUP_DIR: 'bad' },
  });
});

test('warns of a database that the next start will migrate', { timeout: 2 * MINUTES }, async () => {
  await withSite((database) => database.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`));
  const { code, states, sentences } = await check();
  expect({ code, states }).toMatchObject({ code: 0, states: { database: 'warning', DATA_DIR: 'good' } });
  expect(sentences['database']).toMatch(/older version of ReRound\. Start the site with this version/);
  expect(states).not.toHaveProperty('key');
});

test('names all settings that cannot be used, and then stops', { timeout: MINUTES }, async () => {
  const { code, states, sentences } = await check({ PORT: 'eighty', SITE_TIME_ZONE: 'Mars' });
  expect({ code, states }).toEqual({ code: 1, states: { settings: 'bad' } });
  expect(sentences['settings']).toMatch(/PORT: .*SITE_TIME_ZONE: /);
  expect(await check({}, '--loudly')).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^npm run check /m) as string,
  });
});

test('reports another key and a database of a newer version as bad', { timeout: 2 * MINUTES }, async () => {
  await withSite((database) => database.update(siteKey).set({ fingerprint: 'of another' }));
  const otherKey = await check();
  expect(otherKey).toMatchObject({ code: 1, states: { database: 'good', key: 'bad' } });
  expect(otherKey.sentences['key']).toMatch(/secret\.key is not the key that the database belongs to/);
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(dataDirectory));
  await database.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
  );
  await close();
  const newerVersion = await check();
  expect(newerVersion).toMatchObject({ code: 1, states: { database: 'bad' } });
  expect(newerVersion.sentences['database']).toMatch(/that of a newer version/);
});

test('only warns of an old nightly backup while the site is stopped', { timeout: 3 * MINUTES }, async () => {
  const nightly = { BACKUP_DIR: join(directory, 'backups') };
  await withSite(async () => {});
  expect((await check(nightly)).sentences['backups']).toBe('No nightly backup was made yet.');
  const startedAt = new Date(Date.now() - 48 * 60 * MINUTES);
  await withSite((database) =>
    database.insert(backups).values({
      name: 'one.tar',
      finishedAt: startedAt,
      verifiedAt: startedAt,
      bytes: 5,
    }),
  );
  const withOldBackup = await check(nightly);
  expect(withOldBackup).toMatchObject({ code: 0, states: { backups: 'warning' } });
  expect(withOldBackup.sentences['backups']).toBe('The newest nightly backup is 48 hours old.');
});

test(
  'reports a PostgreSQL server that is missing or never answers as bad',
  { timeout: 2 * MINUTES },
  async () => {
    const settingsFor = (port: number) => ({
      DATABASE_URL: `postgres://someone:swordfish@127.0.0.1:${port}/reround`,
      SECRET_KEY: 'k'.repeat(32),
    });
    const [missing, silent] = await Promise.all([
      check(settingsFor(1)),
      check(settingsFor(await openSilentPort())),
    ]);
    expect(missing.sentences['database']).toMatch(
      /^The PostgreSQL server at 127\.0\.0\.1:1 cannot be reached/,
    );
    expect([missing, silent]).toMatchObject([
      { code: 1, states: { database: 'bad' } },
      { code: 1, states: { database: 'bad' } },
    ]);
    expect(missing.output + silent.output).not.toContain('swordfish');
  },
);

test(
  'reports a bucket and a mail server as good if they work, and bad if they never answer',
  { timeout: 2 * MINUTES },
  async () => {
    const service = await startBucketService('photos');
    const mailbox = new Mailbox();
    await mailbox.open();
    closers.push(
      () => service.close(),
      () => mailbox.close(),
    );
    const settings = {
      S3_ENDPOINT: service.bucket.endpoint,
      S3_BUCKET: service.bucket.name,
      S3_ACCESS_KEY_ID: service.bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: service.bucket.secretAccessKey,
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: 'site@reround.example',
    };
    expect(await check(settings)).toMatchObject({ code: 0, states: { photos: 'good', mail: 'good' } });
    expect(mailbox.deliveries).toEqual([]);
    const port = await openSilentPort();
    const silent = await check({
      ...settings,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    expect(silent).toMatchObject({ code: 1, states: { photos: 'bad', mail: 'bad' } });
    expect(silent.sentences['mail']).toMatch(/takes no sign-in: .*Correct SMTP_URL/);
  },
);
