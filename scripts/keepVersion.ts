// `npm run versions:keep`: makes a site of this version with a row in every table and keeps its backup as
// trials/versions/VERSION.tar, with what is known of it as VERSION.json. Done once for a release: trials/upgrade.trial.ts has each later version open it.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getTableName, sql } from 'drizzle-orm';
import { contract as account } from '#features/account/contract.ts';
import { sealDays } from '#features/audit/serverSeals.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as photos } from '#features/photos/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as tills } from '#features/tills/contract.ts';
import { connectEmbedded, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { openSecrets } from '#server/siteKey.ts';
import { FolderStorage } from '#server/storage.ts';
import { everyTable } from '#server/testing/emptyDatabase.ts';
import { exercises, perform } from '#server/testing/exercises.ts';
import { furnish } from '#server/testing/furnish.ts';
import { runCommand } from '#server/testing/process.ts';
import { addAdmin, confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type KeptVersion, listTotals } from '../trials/versions/keptVersion.ts';

const SECRET_KEY = 'the secret key of a site that was kept';
const KEEPER = { username: 'keeper', password: 'a password for later versions' };

/** Tables that have no rows all the same, and why. */
const emptyTables: Readonly<Record<string, string>> = {
  statements: 'a month closes on the 3rd of the next, which the version that opens the site does',
  rate_limits: 'they are forgotten within hours',
  pending_sign_ins: 'they end after ten minutes',
  sign_in_codes: 'they end after ten minutes',
  backups: 'a backup leaves them out',
  health_checks: 'a backup leaves them out',
};

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const fileOf = (form: string) =>
  fileURLToPath(new URL(`../trials/versions/${version}.${form}`, import.meta.url));
if (existsSync(fileOf('tar'))) throw new Error(`Version ${version} is kept already.`);
const directory = await mkdtemp(join(tmpdir(), 'reround-keep-'));
try {
  const known = await live();
  const settings = { DATA_DIR: directory, SECRET_KEY };
  const { code, output } = await runCommand('backup', [fileOf('tar')], settings).ended;
  if (code !== 0) throw new Error(output);
  await writeFile(fileOf('json'), `${JSON.stringify(known, null, 2)}\n`);
  console.log(`Kept version ${version}: ${output}`);
} finally {
  await rm(directory, { recursive: true });
}

/** A site on which every endpoint was called, on something of everything. */
async function live(): Promise<KeptVersion> {
  const opened = connectEmbedded(await openEmbeddedDatabase(directory));
  await migrateDatabase(opened.database, async () => {});
  const site = new SiteUnderTest();
  await site.open(opened);
  try {
    site.site.secrets = await openSecrets(opened.database, {
      secretKey: SECRET_KEY,
      dataDirectory: directory,
    });
    site.site.storage = new FolderStorage(directory);
    const pin = await furnish(site);
    const browser = await site.admin();
    await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
    for (const exercise of exercises(pin)) {
      const { status, body } = await perform(browser, exercise);
      if (status >= 300) throw new Error(`${exercise.endpoint.path}: ${status} ${JSON.stringify(body)}`);
    }
    await more(site);
    return await lastDay(site);
  } finally {
    await site.close();
  }
}

/** Rows of the tables that those calls leave empty, as the site makes them with mail on and over time. */
async function more(site: SiteUnderTest): Promise<void> {
  const admin = await site.admin('ada');
  await admin.call(participants.mergeParticipants, { body: { fromId: 3, toId: 1 } });
  for (const endpoint of [account.startSecondFactor, account.confirmSecondFactor]) {
    await perform(admin, { endpoint, parts: { body: { code: 'now' } } });
  }
  const body = { studentId: 'KEPT', weight: '1-2kg', date: '2026-11-20' };
  await site.visitor().send('POST', '/api/donations', { body, headers: { 'idempotency-key': 'kept' } });
  await site.database.execute(sql`
    insert into address_news_off (email, kind, since) values ('zoe@reround.example', 'pickup_moved', now())`);
  await site.database.execute(sql`
    insert into undeliverable_addresses (email, answer, since) values ('gone@reround.example', '550 No such user', now())`);
  await site.database.execute(sql`
    insert into trusted_browsers (token_hash, participant_id, created_at, expires_at) values ('a hash', 1, now(), now() + interval '30 days')`);
}

/** What the next version is to find: an admin, a photo, a code with a use left, and the lists as they are. */
async function lastDay(site: SiteUnderTest): Promise<KeptVersion> {
  site.pass({ days: 1 });
  await addAdmin(site, KEEPER);
  const admin = await signedIn(site);
  const { partner, pin } = await partnerStore(admin, 'The Kept Thrift');
  const { id, code } = await confirmedCode(site, admin, { studentId: 'KEPT' });
  const { body: upload } = await perform(admin, { endpoint: photos.uploadPhoto, parts: {} });
  const photoUrl = (upload as { url: string }).url;
  const proof = { photoUrl, actualWeight: '1-2kg' } as const;
  const { status } = await admin.call(photoProof.attachPhoto, { params: { id }, body: proof });
  if (status !== 200) throw new Error(`The photo was answered with ${status}.`);
  await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin, clerk: 'Kim' } });
  const found = await admin.call(rewards.codes, { query: { q: code } });
  const params = { id: found.body.items[0]?.id ?? 0 };
  await admin.call(rewards.extendCode, { params, body: { expiresAt: '2099-12-31' } });
  await admin.call(tills.createTillLink, { params: { id: partner.id } });
  // The day that the exercises were on is over, this one is not.
  await sealDays(site.database, site.now);
  await refuseEmptyTables(site);
  const photo = await site.site.storage.read(photoUrl.split('/').at(-1) ?? '');
  return {
    secretKey: SECRET_KEY,
    admin: KEEPER,
    code,
    pin,
    usesLeft: (found.body.items[0]?.max_uses ?? 0) - (found.body.items[0]?.use_count ?? 0),
    photo: { url: photoUrl, bytes: photo?.length ?? 0 },
    totals: await listTotals((path) => admin.send('GET', path)),
  };
}

async function signedIn(site: SiteUnderTest): Promise<Client> {
  const client = new Client(site);
  await client.send('POST', '/api/admin/login', { body: KEEPER });
  const { body } = await client.send<{ csrfToken: string }>('GET', '/api/csrf');
  client.csrfToken = body.csrfToken;
  return client;
}

async function refuseEmptyTables({ database }: SiteUnderTest): Promise<void> {
  const empty: string[] = [];
  for (const name of everyTable.map(getTableName)) {
    const { rows } = await database.execute(sql.raw(`select from ${name} limit 1`));
    if (rows.length === 0 && emptyTables[name] === undefined) empty.push(name);
  }
  if (empty.length > 0) throw new Error(`Nothing is in ${empty.join(', ')}.`);
}
