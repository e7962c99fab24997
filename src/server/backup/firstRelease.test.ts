import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { openSecrets } from '#server/siteKey.ts';
import { FolderStorage } from '#server/storage.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { examineBackup, loadBackup } from './load.ts';

const fileNamed = (name: string) => fileURLToPath(new URL(`../testing/${name}`, import.meta.url));
/** A backup that version 1.0.0 made. */
const path = fileNamed('backup-1.0.0.tar');

/** The known data of its site, from backup-1.0.0.json. */
interface KnownSite {
  secretKey: string;
  admin: { username: string; password: string };
  code: string;
  partnerId: number;
  usesLeft: number;
  photo: { url: string; bytes: number };
  totals: Record<'donations' | 'participants' | 'codes' | 'redemptions', number>;
}

describe.each(['server', 'embedded'] as const)('a backup of version 1.0.0 on the %s database', (on) => {
  const site = useTestSite({ on });
  let known: KnownSite;
  let folder: string;
  let original: Pick<typeof site.site, 'secrets' | 'storage'>;

  beforeEach(async () => {
    known = JSON.parse(await readFile(fileNamed('backup-1.0.0.json'), 'utf8')) as KnownSite;
    folder = await mkdtemp(join(tmpdir(), 'reround-1.0-'));
    const { secrets, storage } = site.site;
    original = { secrets, storage };
    site.site.storage = new FolderStorage(folder);
    const { about } = await examineBackup({ path });
    await loadBackup(site.database, site.site.storage, { path }, about);
    const { secretKey } = known;
    site.site.secrets = await openSecrets(site.database, { secretKey, dataDirectory: folder });
    site.now = new Date(about.madeAt);
  });
  afterEach(async () => {
    Object.assign(site.site, original);
    await rm(folder, { recursive: true });
  });

  test('signs in, shows totals and a photo, and redeems a code with a new PIN', async () => {
    const admin = site.visitor();
    const { body } = await admin.send('POST', '/api/admin/login', { body: known.admin });
    expect(body).toMatchObject({ ok: true });
    const totalOf = async (list: string) => (await admin.send('GET', `${list}?limit=1`)).body['total'];
    expect({
      donations: await totalOf('/api/admin/donations/search'),
      participants: await totalOf('/api/admin/participants'),
      codes: await totalOf('/api/admin/codes'),
      redemptions: await totalOf('/api/admin/redemptions'),
    }).toEqual(known.totals);
    const { rows: secondFactors } = await site.database.execute(
      sql`select username from admins where second_factor_secret is not null`,
    );
    expect(secondFactors).toEqual([]);
    const file = known.photo.url.split('/').at(-1);
    const { rows: registered } = await site.database.execute(
      sql`select attached_at is not null as attached from photos where file = ${file}`,
    );
    expect(registered).toEqual([{ attached: true }]);
    const photo = await site.app.inject({ url: known.photo.url });
    expect([photo.statusCode, photo.rawPayload.length]).toEqual([200, known.photo.bytes]);
    // PINs of 1.0 were hashed with a key that this version no longer has.
    const { body: csrf } = await admin.send<{ csrfToken: string }>('GET', '/api/csrf');
    admin.csrfToken = csrf.csrfToken;
    const { pin } = (await admin.call(partners.rotatePartnerPin, { params: { id: known.partnerId } })).body;
    const redeemed = await site.visitor().send('POST', `/api/redeem/${known.code}`, {
      body: { pin, clerk: 'Kim' },
      headers: { 'idempotency-key': 'after-the-restore' },
    });
    expect(redeemed.body).toMatchObject({ ok: true, remaining: known.usesLeft - 1 });
  });
});
