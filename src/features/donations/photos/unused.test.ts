import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as intake } from '#features/donations/console/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { auditLog, photos } from '#server/db/schema.ts';
import { DONATION, createDonor, PHOTO } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { deleteUnusedPhotos } from './server.ts';

const site = useTestSite();

const fileName = PHOTO.slice('/uploads/'.length);

test('the photo of a donation is deleted at once when its donor is removed', async () => {
  const admin = await site.admin();
  const { storage } = site.site;
  await storage.save(fileName, Buffer.from('a photo'));
  const id = await createDonor(site, 'JTHIESSEN');
  await admin.call(intake.createDonation, {
    body: { participantId: id, weight: '1-2kg', date: DONATION.date, photoUrl: PHOTO },
  });
  expect(await site.database.select().from(photos)).toEqual([
    { file: fileName, uploadedAt: site.now, uploadedBy: 'alex', attachedAt: site.now },
  ]);
  await deleteUnusedPhotos(site.site, site.app.log);
  expect(await storage.read(fileName)).not.toBeNull();
  await admin.call(people.removePerson, { params: { id }, body: { reason: 'Asked' } });
  expect(await storage.read(fileName)).toBeNull();
  expect(await site.database.$count(photos)).toBe(0);
});

test('a deletion that a crash interrupted is completed and recorded once', async () => {
  await site.database
    .insert(photos)
    .values({ file: fileName, uploadedAt: site.now, uploadedBy: 'alex', attachedAt: site.now });
  await Promise.all([1, 2].map(() => deleteUnusedPhotos(site.site, site.app.log)));
  expect(await site.database.$count(photos)).toBe(0);
  expect(await site.database.$count(auditLog, eq(auditLog.action, 'photo.deleted'))).toBe(1);
});
