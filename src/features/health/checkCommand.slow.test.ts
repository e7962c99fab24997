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
let data: string;
const started: Running[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-check-'));
  data = join(directory, 'data');
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  for (const close of closing.splice(0)) await close();
  await rm(directory, { recursive: true, force: true });
});

async function withSite<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data, await ensurePreparedImage()));
  try {
    const settings = { secretKey: undefined, dataDirectory: data };
    await migrateDatabase(database, (locked) => openSecrets(locked, settings));
    return await work(database);
  } finally {
    await close();
  }
}

/** What a run prints, by the names of its lines. */
async function check(settings: Record<string, string> = {}, ...parameters: string[]) {
  const running = runCommand('check', parameters, { DATA_DIR: data, PORT: '0', ...settings });
  started.push(running);
  const { code, output } = await running.ended;
  const lines = [...output.matchAll(/^(good|warning|bad) +(\w+) +(.*)$/gm)];
  const states = Object.fromEntries(lines.map(([, state, name]) => [name, state]));
  const sentences = Object.fromEntries(lines.map(([, , name, sentence]) => [name, sentence]));
  return { code, output, states, sentences };
}

/** A port on which whoever connects hears nothing, ever. */
async function silentPort(): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => server.close());
  server.unref();
  return (server.address() as AddressInfo).port;
}

test(
  'a site is checked while it runs and while it does not, and is as it was afterwards',
  { timeout: 4 * MINUTES },
  async () => {
    const server = await startServer({ DATA_DIR: data });
    started.push(server);
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
  },
);

test('a check makes no site where there is none', { timeout: MINUTES }, async () => {
  const { code, sentences } = await check();
  expect(code).toBe(0);
  expect(sentences['database']).toBe(`There is no database in ${data} yet: the first start makes one.`);
  expect(await readdir(directory)).toEqual([]);
  const refused = await check({ ADMIN_PASSWORD: 'seven77', PUBLIC_URL: 'https://reround.example' });
  expect(refused).toMatchObject({ code: 1, states: { database: 'bad' } });
  expect(refused.sentences['database']).toMatch(/^ADMIN_PASSWORD: must have at least 8 characters\./);
});

test(
  'folders that cannot be made are bad, those for data as those for backups',
  { timeout: MINUTES },
  async () => {
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
  },
);

test(
  'a database that the next start brings to this version is a warning',
  { timeout: 2 * MINUTES },
  async () => {
    await withSite((database) =>
      database.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`),
    );
    const { code, states, sentences } = await check();
    expect({ code, states }).toMatchObject({ code: 0, states: { database: 'warning', DATA_DIR: 'good' } });
    expect(sentences['database']).toMatch(/older version of ReRound\. Start the site with this version/);
    expect(states).not.toHaveProperty('key');
  },
);

test(
  'settings that cannot be used are named line by line, and nothing else is',
  { timeout: MINUTES },
  async () => {
    const { code, states, sentences } = await check({ PORT: 'eighty', SITE_TIME_ZONE: 'Mars' });
    expect({ code, states }).toEqual({ code: 1, states: { settings: 'bad' } });
    expect(sentences['settings']).toMatch(/PORT: .*SITE_TIME_ZONE: /);
    expect(await check({}, '--loudly')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^npm run check /m) as string,
    });
  },
);

test('a database of a newer version and another key are bad', { timeout: 2 * MINUTES }, async () => {
  await withSite((database) => database.update(siteKey).set({ fingerprint: 'of another' }));
  const other = await check();
  expect(other).toMatchObject({ code: 1, states: { database: 'good', key: 'bad' } });
  expect(other.sentences['key']).toMatch(/secret\.key is not the key that the database belongs to/);
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data));
  await database.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
  );
  await close();
  const newer = await check();
  expect(newer).toMatchObject({ code: 1, states: { database: 'bad' } });
  expect(newer.sentences['database']).toMatch(/that of a newer version/);
});

test(
  'a nightly backup that is too old keeps no stopped site from starting',
  { timeout: 3 * MINUTES },
  async () => {
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
    const old = await check(nightly);
    expect(old).toMatchObject({ code: 0, states: { backups: 'warning' } });
    expect(old.sentences['backups']).toBe('The newest nightly backup is 48 hours old.');
  },
);

test('a PostgreSQL server that is not there, or says nothing, is bad', { timeout: 2 * MINUTES }, async () => {
  const at = (port: number) => ({
    DATABASE_URL: `postgres://someone:swordfish@127.0.0.1:${port}/reround`,
    SECRET_KEY: 'k'.repeat(32),
  });
  const [gone, silent] = await Promise.all([check(at(1)), check(at(await silentPort()))]);
  expect(gone.sentences['database']).toMatch(/^The PostgreSQL server at 127\.0\.0\.1:1 cannot be reached/);
  expect([gone, silent]).toMatchObject([
    { code: 1, states: { database: 'bad' } },
    { code: 1, states: { database: 'bad' } },
  ]);
  expect(gone.output + silent.output).not.toContain('swordfish');
});

test(
  'a bucket and a mail server are good where they work, and bad where they say nothing',
  { timeout: 2 * MINUTES },
  async () => {
    const service = await startBucketService('photos');
    const mailbox = new Mailbox();
    await mailbox.open();
    closing.push(
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
    const port = await silentPort();
    const silent = await check({
      ...settings,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    expect(silent).toMatchObject({ code: 1, states: { photos: 'bad', mail: 'bad' } });
    expect(silent.sentences['mail']).toMatch(/takes no sign-in: .*Correct SMTP_URL/);
  },
);
