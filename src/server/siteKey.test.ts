import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admins, partners, siteKey } from '#server/db/schema.ts';
import { Secrets } from './secrets.ts';
import { openSecrets } from './siteKey.ts';
import { useTestSite } from '#server/testing/harness.ts';

const IF_LOST =
  'if it is lost, `npm run key -- new` makes another, after which every partner needs a new PIN';
const KEY = 'the key that the site has had since';
const PIN = '12345678';

const site = useTestSite();
let dataDirectory: string;
let path: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'reround-site-key-'));
  path = join(dataDirectory, 'secret.key');
});
afterEach(() => rm(dataDirectory, { recursive: true }));

const open = (secretKey?: string) => openSecrets(site.database, { secretKey, dataDirectory });
const hash = (secrets: Secrets) => secrets.hash('partner-pin', PIN);
const rows = () => site.database.select().from(siteKey);

async function addAdmin(): Promise<void> {
  await site.database.insert(admins).values({ username: 'alex', passwordHash: '', createdAt: site.now });
}

async function addPartner(): Promise<void> {
  const partner = { name: 'Main Street Thrift', pinHash: 'kept', createdAt: site.now };
  await site.database.insert(partners).values(partner);
}

describe('the key in the data directory', () => {
  test('is made at the first start, private, and then stays the same', async () => {
    const made = await open();
    const key = await readFile(path, 'utf8');
    expect(key).toMatch(/^[\w-]{64}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDirectory)).toEqual(['secret.key']);
    expect(hash(await open())).toBe(hash(made));
    expect(hash(await open(key))).toBe(hash(made));
    expect(await rows()).toMatchObject([{ id: 1, fingerprint: made.fingerprint() }]);
  });

  test('is read from an existing file, which becomes private', async () => {
    await writeFile(path, `${'k'.repeat(40)}\n`);
    await chmod(path, 0o644);
    expect((await open()).fingerprint()).toBe(new Secrets('k'.repeat(40)).fingerprint());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test.each(['', 'short\n'])('is neither replaced nor used if it is unusable: %j', async (content) => {
    await writeFile(path, content);
    const unusable = `${path} holds no usable key: it has fewer than 32 characters. `;
    await expect(open()).rejects.toThrow(`${unusable}Remove it, and the site makes one.`);
    await open(KEY);
    await expect(open()).rejects.toThrow(`${unusable}Put the site's key back into it; ${IF_LOST}.`);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  test('is not made again once it is lost', async () => {
    const missing = `${path} is missing, without which no partner's PIN is known. Put it back, or set SECRET_KEY to what it held; ${IF_LOST}.`;
    await addAdmin();
    await addPartner();
    await expect(open()).rejects.toThrow(missing);
    await open(KEY);
    await expect(open()).rejects.toThrow(missing);
    expect(await readdir(dataDirectory)).toEqual([]);
  });
});

test('a database accepts only its first key', async () => {
  const first = await open(KEY);
  const refusal = (where: string) =>
    `${where} is not the key that the database belongs to, without which no partner's PIN is known. Put the right one there; ${IF_LOST}.`;
  await expect(open('quite another key')).rejects.toThrow(refusal('SECRET_KEY'));
  await writeFile(path, 'k'.repeat(40));
  await expect(open()).rejects.toThrow(refusal(path));
  expect(hash(await open(KEY))).toBe(hash(first));
});
