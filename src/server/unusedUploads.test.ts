import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { addDays } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { useTestStores } from '#server/testing/testStores.ts';
import { BucketStorage, FolderStorage, type PhotoStorage } from './storage.ts';
import { removeUnusedUploads } from './unusedUploads.ts';

const site = useTestSite();

const stores = useTestStores();

const storages: [string, () => PhotoStorage][] = [
  ['a folder', () => new FolderStorage(stores.directory)],
  ['a bucket', () => new BucketStorage(stores.bucket)],
];

const photo = (letter: string) => `${letter.repeat(24)}.webp`;

describe.each(storages)('uploads in %s', (_, open) => {
  beforeEach(async () => {
    site.site.storage = open();
    for await (const { name } of site.site.storage.list()) await site.site.storage.remove(name);
  });

  async function kept(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of site.site.storage.list()) names.push(name);
    return names.toSorted();
  }

  test('go once they are a day old, but for those that something shows, and for other files', async () => {
    const { storage } = site.site;
    const names = [...['a', 'b', 'c', 'd', 'e'].map(photo), 'notes.webp'];
    for (const name of names) await storage.save(name, Buffer.from(name));
    const admin = await site.admin();
    for (const photoUrl of [`/uploads/${photo('a')}`, `http://localhost:3000/uploads/${photo('b')}`]) {
      const id = await loggedDonation(site);
      await admin.call(donations.confirmDonation, { body: { id } });
      const body = { photoUrl, actualWeight: '1-2kg' } as const;
      await admin.call(donations.attachPhoto, { params: { id }, body });
    }
    const logo = `/uploads/${photo('c')}`;
    await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift', discount: '5%', logo } });

    await removeUnusedUploads(site.database, storage, addDays(new Date(), 0.9));
    expect(await kept()).toEqual(names);

    await removeUnusedUploads(site.database, storage, addDays(new Date(), 1.1));
    expect(await kept()).toEqual([photo('a'), photo('b'), photo('c'), 'notes.webp']);
  });

  test('that are gone cannot be attached, and whoever tries is told', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    await admin.call(donations.confirmDonation, { body: { id } });
    const body = { photoUrl: `/uploads/${photo('g')}`, actualWeight: '1-2kg' };
    const answer = await admin.refused(donations.attachPhoto, { params: { id }, body });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'That photo is no longer stored. Please upload it again.' },
    });
  });
});
