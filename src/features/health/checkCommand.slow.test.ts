import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectEmbedded, type Database, migrateDatabase, migrations } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { preparedImage } from '#server/preparedImage.ts';
import { auditLog, siteKey } from '#server/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { startBucketService } from '#server/testing/bucketService.ts';
import { Mailbox } from '#server/testing/mailServer.ts';
import { type Running, runCommand, startServer } from '#server/testing/process.ts';
import type { Check } from './rules.ts';

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
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data, await preparedImage()));
  try {
    const settings = { secretKey: undefined, dataDirectory: data };
    await migrateDatabase(database, (locked) => openSecrets(locked, settings));
    return await work(database);
  } finally {
    await close();
  }
}

async function run(settings: Record<string, string> = {}, ...parameters: string[]) {
  const running = runCommand('check', parameters, { DATA_DIR: data, PORT: '0', ...settings });
  started.push(running);
  return await running.ended;
}

/** Without the sentence that stands on standard error. */
const jsonOf = (output: string) => output.slice(0, output.lastIndexOf('}') + 1);

interface Told {
  ok: boolean;
  checks: Check[];
  answeredByRunningSite: string[];
}

/** What a run says, by the names of the parts. */
async function look(settings: Record<string, string> = {}) {
  const { code, output } = await run(settings, '--json');
  const { ok, checks, answeredByRunningSite } = JSON.parse(jsonOf(output)) as Told;
  expect(code).toBe(ok ? 0 : 1);
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  const sentences = Object.fromEntries(checks.map(({ name, sentence }) => [name, sentence]));
  return { code, states, sentences, answered: answeredByRunningSite };
}

/** A port on which whoever connects hears nothing, ever. */
async function silentPort(): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => server.close());
  server.unref();
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const wellButWithoutMail = {
  settings: 'good',
  database: 'good',
  key: 'good',
  clock: 'good',
  storage: 'good',
  disk: 'good',
  mail: 'warning',
  outbox: 'good',
};

test(
  'a site is looked at while it runs and while it does not, and is as it was afterwards',
  { timeout: 4 * MINUTES },
  async () => {
    const server = await startServer({ DATA_DIR: data });
    started.push(server);
    const running = await look();
    expect(running).toMatchObject({ code: 0, states: wellButWithoutMail });
    expect(running.answered).toEqual(expect.arrayContaining(['database', 'key', 'outbox']));
    expect((await stat(join(data, 'health.socket'))).mode & 0o777).toBe(0o600);

    // Killed, it leaves its socket behind, which nobody answers any more.
    server.child.kill('SIGKILL');
    await server.ended;
    const rows = () => withSite((database) => database.$count(auditLog));
    const before = await rows();
    const stopped = await look();
    expect(stopped).toMatchObject({ code: 0, states: wellButWithoutMail, answered: [] });
    expect(await rows()).toBe(before);
    expect(await readdir(join(data, 'uploads'))).toEqual([]);

    const words = await run();
    expect(words).toMatchObject({ code: 0 });
    expect(words.output).toMatch(/^good {5}settings {2}Every setting can be used\.$/m);
    expect(words.output).toMatch(/^warning {2}mail {6}Mail is off: .* SMTP_URL and MAIL_FROM/m);
    expect(words.output).toMatch(/\nThe site can run\.\n$/);
  },
);

test(
  'a running site answers by the settings that the look is given, and says where its own are others',
  { timeout: 2 * MINUTES },
  async () => {
    started.push(await startServer({ DATA_DIR: data }));
    const other = await look({
      SECRET_KEY: 'a key that the site was never given before',
      BACKUP_DIR: join(directory, 'backups'),
    });
    expect(other).toMatchObject({ code: 1, states: { key: 'bad', settings: 'warning' } });
    expect(other.sentences['key']).toMatch(/^SECRET_KEY is not the key that the database belongs to/);
    expect(other.sentences['backups']).toMatch(/^None was made yet: /);
    expect(other.sentences['settings']).toBe(
      "The running site has other settings than those given here for its key, backups. What is said goes by those given. If they are not meant to differ, check with the site's own settings (under systemd: sudo reround check).",
    );
    const same = await look();
    expect(same).toMatchObject({ code: 0, states: { key: 'good', settings: 'good' } });
    expect(same.sentences['backups']).toMatch(/^The site makes no backups by itself/);
  },
);

test('a look makes no site where there is none', { timeout: MINUTES }, async () => {
  const { code, output } = await run();
  expect(code).toBe(0);
  expect(output).toContain(`There is no database in ${data} yet: the first start makes one.`);
  expect(output).toMatch(/^warning {2}storage {3}.*data is not there yet: the first start makes it\./m);
  expect(output).toContain('Not looked at, since it takes what the next start makes: key, clock, outbox');
  expect(await readdir(directory)).toEqual([]);
});

test('a place where no site can be made is bad', { timeout: MINUTES }, async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  const { code, output } = await run({ DATA_DIR: join(file, 'data') });
  expect(code).toBe(1);
  expect(output).toMatch(/^bad {6}storage {3}.*file\/data is not there, and .*file lets nobody make it: /m);
});

test(
  'a folder that can keep no backups is bad, also before there is a site',
  { timeout: MINUTES },
  async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const { code, states, sentences } = await look({ BACKUP_DIR: join(file, 'backups') });
    expect({ code, states }).toMatchObject({ code: 1, states: { database: 'warning', backups: 'bad' } });
    expect(sentences['backups']).toMatch(/^Backups cannot be kept in .*backups \(BACKUP_DIR\): /);
  },
);

test(
  'a database that the next start brings to this version is a warning',
  { timeout: 2 * MINUTES },
  async () => {
    await withSite((database) =>
      database.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${migrations.at(-1)}`),
    );
    const { code, states, sentences } = await look();
    expect({ code, states }).toMatchObject({ code: 0, states: { database: 'warning', storage: 'good' } });
    expect(sentences['database']).toMatch(
      /older version of ReRound\. Start the site with this version first/,
    );
    expect(states).not.toHaveProperty('key');
  },
);

test(
  'settings that cannot be used are told line by line, and nothing else is',
  { timeout: MINUTES },
  async () => {
    expect(await run({ PORT: 'eighty', SITE_TIME_ZONE: 'Mars' })).toEqual({
      code: 1,
      output: expect.stringMatching(/^bad {6}settings {2}.*PORT: .*SITE_TIME_ZONE: /) as string,
    });
    expect(await run({}, '--loudly')).toEqual({
      code: 2,
      output: expect.stringMatching(/^npm run check /m) as string,
    });
  },
);

test(
  'a database of another version, and a key that is another, are bad',
  { timeout: 2 * MINUTES },
  async () => {
    await withSite(async (database) => {
      await database.update(siteKey).set({ fingerprint: 'of another' });
      await database.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
      );
    });
    const { code, states, sentences } = await look();
    expect(code).toBe(1);
    expect(states).toMatchObject({ database: 'bad', key: 'bad', storage: 'good' });
    expect(sentences['database']).toMatch(/that of a newer version/);
    expect(sentences['key']).toMatch(/secret\.key is not the key that the database belongs to.*npm run key/);
  },
);

describe('settings by which the next start refuses are bad', () => {
  test('a password that is too short for the first admin', { timeout: 2 * MINUTES }, async () => {
    const settings = { ADMIN_PASSWORD: 'seven77', PUBLIC_URL: 'https://reround.example' };
    const fresh = await look(settings);
    expect(fresh).toMatchObject({ code: 1, states: { settings: 'bad' } });
    expect(fresh.sentences['settings']).toMatch(/^ADMIN_PASSWORD: must have at least 8 characters\./);
    expect(await look({ ...settings, PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({ code: 0 });

    await withSite(async () => {});
    expect(await look(settings)).toMatchObject({ code: 1, states: { settings: 'bad', database: 'good' } });
    // What is set no longer matters once there is an admin.
    await withSite((database) =>
      database.execute(
        sql`insert into admins (username, password_hash, created_at) values ('robin', 'x', now())`,
      ),
    );
    expect(await look(settings)).toMatchObject({ code: 0, states: { settings: 'good' } });
  });

  test(
    'a port that is taken, and an address that is not this machine',
    { timeout: 2 * MINUTES },
    async () => {
      await withSite(async () => {});
      const taken = String(await silentPort());
      for (const setting of ['PORT', 'METRICS_PORT']) {
        const { code, sentences } = await look({ [setting]: taken });
        expect(code).toBe(1);
        expect(sentences['settings']).toMatch(
          new RegExp(
            `^${setting} cannot be used: .*EADDRINUSE.*:${taken}\\. Each process needs one of its own\\.$`,
          ),
        );
      }
      for (const host of ['nonsense.invalid', '192.0.2.1']) {
        const { code, sentences } = await look({ HOST: host });
        expect(code).toBe(1);
        expect(sentences['settings']).toMatch(
          /^HOST cannot be used: .*\. Name an address of this machine\.$/,
        );
      }
    },
  );

  test('beside the running site its own ports are taken by itself', { timeout: 2 * MINUTES }, async () => {
    const metrics = await freePort();
    const server = await startServer({ DATA_DIR: data, METRICS_PORT: metrics });
    started.push(server);
    const { port } = new URL(server.url);
    expect(await look({ PORT: port, METRICS_PORT: metrics })).toMatchObject({
      code: 0,
      states: { settings: 'good' },
    });
  });
});

describe('what is dead is bad, and is not waited for', () => {
  test('a PostgreSQL server that is not there, or says nothing', { timeout: 2 * MINUTES }, async () => {
    const at = (port: number) => ({
      DATABASE_URL: `postgres://someone:swordfish@127.0.0.1:${port}/reround`,
      SECRET_KEY: 'k'.repeat(32),
    });
    const [gone, silent] = await Promise.all([look(at(1)), look(at(await silentPort()))]);
    expect(gone.sentences['database']).toMatch(/^The PostgreSQL server at 127\.0\.0\.1:1 cannot be reached/);
    expect(silent.sentences['database']).toMatch(/cannot be reached: .*timeout/);
    expect(JSON.stringify([gone, silent])).not.toContain('swordfish');
    // Nothing else lies in DATA_DIR there.
    expect(gone.sentences['storage']).toBe(
      `${data} is not there yet: the first photo makes it. If there are photos already, DATA_DIR names another place.`,
    );
  });

  test(
    'a bucket and a mail server that say nothing, and a folder that takes nothing',
    { timeout: 2 * MINUTES },
    async () => {
      await withSite(async () => {});
      const port = await silentPort();
      const bucket = {
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_BUCKET: 'photos',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'key',
      };
      const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'site@reround.example' };
      const silent = await look({ ...bucket, ...mail });
      expect(silent.states).toMatchObject({ storage: 'bad', mail: 'bad', database: 'good' });
      expect(silent.sentences['mail']).toMatch(/does not take the sign-in: .*Correct SMTP_URL/);

      await rm(join(data, 'uploads'), { recursive: true, force: true });
      await writeFile(join(data, 'uploads'), 'a file, where there should be a folder');
      const taken = await look({});
      expect(taken.sentences['storage']).toMatch(
        /^A photo cannot be written to .*data, .*Look whether its disk is full/,
      );
    },
  );
});

test('a bucket and a mail server that work are good', { timeout: 2 * MINUTES }, async () => {
  await withSite(async () => {});
  const service = await startBucketService('photos');
  const mailbox = new Mailbox();
  await mailbox.open();
  closing.push(
    () => service.close(),
    () => mailbox.close(),
  );
  const { states, sentences } = await look({
    S3_ENDPOINT: service.bucket.endpoint,
    S3_BUCKET: service.bucket.name,
    S3_ACCESS_KEY_ID: service.bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: service.bucket.secretAccessKey,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'site@reround.example',
  });
  expect(states).toMatchObject({ storage: 'good', mail: 'good' });
  expect(sentences['storage']).toMatch(/^A photo can be written to the bucket photos at /);
  expect(mailbox.deliveries).toEqual([]);
});
