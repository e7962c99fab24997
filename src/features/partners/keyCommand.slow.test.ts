import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded, type Database, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { preparedImage } from '#server/preparedImage.ts';
import { admins, auditLog, partners, siteKey } from '#server/schema.ts';
import type { Secrets } from '#server/secrets.ts';
import { openSecrets } from '#server/siteKey.ts';
import { type Running, runCommand } from '#server/testing/process.ts';
import { findPartnerByPin } from './server.ts';

const MINUTES = 60_000;
const PIN = '12345678';
const SECOND_FACTOR = 'JBSWY3DPEHPK3PXP';
const NEW = 'a new secret key that is long enough';

let data: string;
let path: string;
const started: Running[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'reround-key-'));
  path = join(data, 'secret.key');
  await withSite(async (database, secrets) => {
    const pinHash = secrets.hash('partner-pin', PIN);
    await database.insert(partners).values({ name: 'Main Street Thrift', pinHash, createdAt: new Date() });
    const [secondFactorSecret, now] = [secrets.sealSecondFactor(SECOND_FACTOR), new Date()];
    const known = { username: 'alex', passwordHash: 'none', createdAt: now };
    await database.insert(admins).values({ ...known, secondFactorSecret, secondFactorSince: now });
  });
}, MINUTES);
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(data, { recursive: true, force: true });
});

/** Opens the site as a start does, with the key that is in its directory or the one that is set. */
async function withSite<Result>(
  work: (database: Database, secrets: Secrets) => Promise<Result>,
  secretKey?: string,
): Promise<Result> {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data, await preparedImage()));
  try {
    const settings = { secretKey, dataDirectory: data };
    return await work(database, await migrateDatabase(database, (locked) => openSecrets(locked, settings)));
  } finally {
    await close();
  }
}

async function run(parameters: string[], settings: Record<string, string> = {}) {
  const running = runCommand('key', parameters, { DATA_DIR: data, ...settings });
  started.push(running);
  return await running.ended;
}

/** What the site's PIN names, and what the audit log says of keys. */
const state = (secretKey?: string) =>
  withSite(async (database, secrets) => {
    const partner = await findPartnerByPin(database, secrets, PIN);
    const audit = await database.select().from(auditLog);
    const [admin] = await database.select().from(admins);
    const sealed = admin?.secondFactorSecret;
    return {
      partner: partner?.name,
      secondFactor: sealed && secrets.openSecondFactor(sealed),
      audit: audit.map(({ actor, action, details }) => ({ actor, action, details })),
    };
  }, secretKey);

const rotated = (newPins: boolean) => ({
  actor: 'shell',
  action: 'key.rotated',
  details: { newPins },
});

const saying = (where: string) =>
  `The site has a new key: ${where}. Start all of its processes with it, and make a new backup.\n`;

test(
  'a key in DATA_DIR is made anew and PINs stay as they are, as often as asked',
  { timeout: 4 * MINUTES },
  async () => {
    const keys = [await readFile(path, 'utf8')];
    for (let turn = 1; turn <= 2; turn += 1) {
      expect(await run(['rotate'])).toEqual({ code: 0, output: saying(`in ${path}`) });
      keys.push(await readFile(path, 'utf8'));
    }
    expect(new Set(keys).size).toBe(3);
    expect((await readdir(data)).toSorted()).toEqual(['database', 'lock', 'secret.key']);
    expect(await state()).toEqual({
      partner: 'Main Street Thrift',
      secondFactor: SECOND_FACTOR,
      audit: [rotated(false), rotated(false)],
    });
  },
);

test(
  'a key moves from DATA_DIR to SECRET_KEY and on to another, named once',
  { timeout: 4 * MINUTES },
  async () => {
    expect(await run(['rotate'], { SECRET_KEY: NEW })).toEqual({
      code: 0,
      output: `${saying('SECRET_KEY')}The one in ${path} opens the site no more. Move it to the backups of before, which may need it, or remove it.\n`,
    });
    const notThe = (where: string) => ({
      code: 1,
      output: `${where} is not the key that the database belongs to, without which no partner's PIN is known. Set OLD_SECRET_KEY to the key that the site has had; if it is lost, add --new-pins.\n`,
    });
    expect(await run(['rotate'], { SECRET_KEY: `${NEW} 2` })).toEqual(notThe(path));
    await rm(path);
    expect(await run(['rotate'], { SECRET_KEY: `${NEW} 2` })).toEqual({
      code: 1,
      output:
        'Set OLD_SECRET_KEY to the key that the site has had and SECRET_KEY to the new one; if the old one is lost, add --new-pins.\n',
    });
    const wrong = await run(['rotate'], { SECRET_KEY: `${NEW} 2`, OLD_SECRET_KEY: 'k'.repeat(40) });
    expect(wrong).toEqual(notThe('OLD_SECRET_KEY'));
    expect(await run(['rotate'], { SECRET_KEY: NEW, OLD_SECRET_KEY: NEW })).toEqual({
      code: 1,
      output: 'The site has this SECRET_KEY already. Set SECRET_KEY to the new key.\n',
    });
    expect(await run(['rotate'], { SECRET_KEY: `${NEW} 2`, OLD_SECRET_KEY: NEW })).toMatchObject({ code: 0 });
    expect((await state(`${NEW} 2`)).partner).toBe('Main Street Thrift');
    await expect(state(NEW)).rejects.toThrow('SECRET_KEY is not the key that the database belongs to');
  },
);

test(
  'a lost key is replaced, and the partners that need a new PIN are named',
  { timeout: 4 * MINUTES },
  async () => {
    await rm(path);
    const lost = await run(['rotate']);
    expect(lost.code).toBe(1);
    expect(lost.output).toMatch(/^.*secret\.key is missing, .*--new-pins/);
    expect(await run(['rotate', '--new-pins'])).toEqual({
      code: 0,
      output: `${saying(`in ${path}`)}These partners need a new PIN:\nMain Street Thrift\nThese admins have no second factor any more:\nalex\n`,
    });
    expect(await state()).toEqual({ partner: undefined, secondFactor: null, audit: [rotated(true)] });
  },
);

test(
  'a rotation that was cut off before or after its commit is made good by the next',
  { timeout: 4 * MINUTES },
  async () => {
    const before = await readFile(path, 'utf8');
    await writeFile(join(data, 'secret.key.new'), 'k'.repeat(40));
    expect((await state()).partner).toBe('Main Street Thrift');
    expect(await run(['rotate'])).toMatchObject({ code: 0 });
    // As if the process had died between the commit and the file's new name.
    await writeFile(join(data, 'secret.key.new'), await readFile(path, 'utf8'));
    await writeFile(path, before);
    expect(await run(['rotate'])).toMatchObject({ code: 0 });
    expect((await state()).partner).toBe('Main Street Thrift');
    expect((await readdir(data)).toSorted()).toEqual(['database', 'lock', 'secret.key']);
  },
);

test('what cannot be done is said in a sentence, and changes nothing', { timeout: 4 * MINUTES }, async () => {
  const kept = () => withSite((database) => database.select().from(siteKey));
  const before = await kept();
  for (const parameters of [[], ['turn'], ['rotate', '--fast'], ['rotate', 'twice']]) {
    expect((await run(parameters)).output).toMatch(/^npm run key -- rotate/m);
  }
  expect(await run(['rotate'], { SECRET_KEY: 'short' })).toEqual({
    code: 1,
    output: 'The new SECRET_KEY has fewer than 32 characters. Make one with `openssl rand -base64 48`.\n',
  });
  expect(await kept()).toEqual(before);
});
