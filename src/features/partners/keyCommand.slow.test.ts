import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
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
const NEW_KEY = 'a new secret key that is long enough';

let dataDirectory: string;
let keyFile: string;
const runningProcesses: Running[] = [];

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'reround-key-'));
  keyFile = join(dataDirectory, 'secret.key');
  await withSite(async (database, secrets) => {
    const pinHash = secrets.hash('partner-pin', PIN);
    await database.insert(partners).values({ name: 'Main Street Thrift', pinHash, createdAt: new Date() });
    const [secondFactorSecret, now] = [secrets.sealSecondFactor(SECOND_FACTOR), new Date()];
    const account = { username: 'alex', passwordHash: 'none', createdAt: now };
    await database.insert(admins).values({ ...account, secondFactorSecret, secondFactorSince: now });
  });
}, MINUTES);
afterEach(async () => {
  for (const { child } of runningProcesses) child.kill('SIGKILL');
  await Promise.all(runningProcesses.splice(0).map(({ ended }) => ended));
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Opens the site as a start does, with the given key or else that of its directory. */
async function withSite<Result>(
  work: (database: Database, secrets: Secrets) => Promise<Result>,
  secretKey?: string,
): Promise<Result> {
  const { database, close } = connectEmbedded(
    await openEmbeddedDatabase(dataDirectory, await ensurePreparedImage()),
  );
  try {
    const settings = { secretKey, dataDirectory };
    return await work(database, await migrateDatabase(database, (locked) => openSecrets(locked, settings)));
  } finally {
    await close();
  }
}

async function run(parameters: string[], settings: Record<string, string> = {}) {
  const running = runCommand('key', parameters, { DATA_DIR: dataDirectory, ...settings });
  runningProcesses.push(running);
  return await running.ended;
}

/** Reads the store of the PIN, the admin's second factor and the audit log. */
const readState = (secretKey?: string) =>
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

const KEY_ROTATED = { actor: 'shell', action: 'key.rotated', details: { newPins: true } };

const expectedOutput = (keyLocation: string) =>
  `The site has a new key: ${keyLocation}. Start all of its processes with it, and make a new backup.
These partners need a new PIN:
Main Street Thrift
These admins have no second factor any more:
alex
`;

test(
  'replaces a lost key in DATA_DIR, and lists who needs a new PIN or second factor',
  { timeout: 4 * MINUTES },
  async () => {
    await rm(keyFile);
    await expect(readState()).rejects.toThrow(/secret\.key is missing, .*npm run key -- new/);
    expect(await run(['new'])).toEqual({ code: 0, output: expectedOutput(`in ${keyFile}`) });
    expect((await readdir(dataDirectory)).toSorted()).toEqual(['database', 'lock', 'secret.key']);
    expect(await readState()).toEqual({ partner: undefined, secondFactor: null, audit: [KEY_ROTATED] });
  },
);

test(
  'replaces a leaked key by SECRET_KEY, and the old one opens nothing any more',
  { timeout: 4 * MINUTES },
  async () => {
    expect((await readState()).partner).toBe('Main Street Thrift');
    expect(await run(['new'], { SECRET_KEY: NEW_KEY })).toEqual({
      code: 0,
      output: expectedOutput('SECRET_KEY'),
    });
    expect(await readState(NEW_KEY)).toEqual({
      partner: undefined,
      secondFactor: null,
      audit: [KEY_ROTATED],
    });
    await expect(readState()).rejects.toThrow(`${keyFile} is not the key that the database belongs to`);
  },
);

test('explains a wrong call or key, and changes nothing', { timeout: 4 * MINUTES }, async () => {
  const readKeyRows = () => withSite((database) => database.select().from(siteKey));
  const before = await readKeyRows();
  for (const parameters of [[], ['turn'], ['new', '--fast'], ['new', 'twice']]) {
    expect((await run(parameters)).output).toMatch(/^npm run key -- new/m);
  }
  expect(await run(['new'], { SECRET_KEY: 'short' })).toEqual({
    code: 1,
    output: 'The new SECRET_KEY has fewer than 32 characters. Make one with `openssl rand -base64 48`.\n',
  });
  const presentKey = { SECRET_KEY: await readFile(keyFile, 'utf8') };
  expect(await run(['new'], presentKey)).toEqual({
    code: 1,
    output: 'SECRET_KEY is the key that the site has already. Set another one first.\n',
  });
  expect(await readKeyRows()).toEqual(before);
  expect((await readState()).secondFactor).toBe(SECOND_FACTOR);
});
