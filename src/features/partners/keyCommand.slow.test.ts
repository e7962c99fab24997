import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded, type Database } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrations.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import { admins, auditLog, partners, siteKey } from '#server/db/schema.ts';
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
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data, await ensurePreparedImage()));
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

const RENEWED = { actor: 'shell', action: 'key.rotated', details: { newPins: true } };

const printed = (where: string) =>
  `The site has a new key: ${where}. Start all of its processes with it, and make a new backup.
These partners need a new PIN:
Main Street Thrift
These admins have no second factor any more:
alex
`;

test(
  'a key in DATA_DIR that is lost is replaced, and whoever needs a new PIN or second factor is named',
  { timeout: 4 * MINUTES },
  async () => {
    await rm(path);
    await expect(state()).rejects.toThrow(/secret\.key is missing, .*npm run key -- new/);
    expect(await run(['new'])).toEqual({ code: 0, output: printed(`in ${path}`) });
    expect((await readdir(data)).toSorted()).toEqual(['database', 'lock', 'secret.key']);
    expect(await state()).toEqual({ partner: undefined, secondFactor: null, audit: [RENEWED] });
  },
);

test(
  'a leaked key is replaced by SECRET_KEY, and opens nothing any more',
  { timeout: 4 * MINUTES },
  async () => {
    expect((await state()).partner).toBe('Main Street Thrift');
    expect(await run(['new'], { SECRET_KEY: NEW })).toEqual({ code: 0, output: printed('SECRET_KEY') });
    expect(await state(NEW)).toEqual({ partner: undefined, secondFactor: null, audit: [RENEWED] });
    await expect(state()).rejects.toThrow(`${path} is not the key that the database belongs to`);
  },
);

test('what cannot be done is said in a sentence, and changes nothing', { timeout: 4 * MINUTES }, async () => {
  const stored = () => withSite((database) => database.select().from(siteKey));
  const before = await stored();
  for (const parameters of [[], ['turn'], ['new', '--fast'], ['new', 'twice']]) {
    expect((await run(parameters)).output).toMatch(/^npm run key -- new/m);
  }
  expect(await run(['new'], { SECRET_KEY: 'short' })).toEqual({
    code: 1,
    output: 'The new SECRET_KEY has fewer than 32 characters. Make one with `openssl rand -base64 48`.\n',
  });
  expect(await stored()).toEqual(before);
});
