import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as intake } from '#features/donations/console/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { auditLog, photos } from '#server/db/schema.ts';
import { DONATION, createDonor, PHOTO } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { deleteUnusedPhotos } from './server.ts';

const site = useTestSite();

const file = PHOTO.slice('/uploads/'.length);

test('a photo of a donation taken in at the table goes with its person, at once', async () => {
  const admin = await site.admin();
  const { storage } = site.site;
  await storage.save(file, Buffer.from('a photo'));
  const id = await createDonor(site, 'JTHIESSEN');
  await admin.call(intake.createDonation, {
    body: { participantId: id, weight: '1-2kg', date: DONATION.date, photoUrl: PHOTO },
  });
  expect(await site.database.select().from(photos)).toEqual([
    { file, uploadedAt: site.now, uploadedBy: 'alex', attachedAt: site.now },
  ]);
  await deleteUnusedPhotos(site.site, site.app.log);
  expect(await storage.read(file)).not.toBeNull();
  await admin.call(people.removePerson, { params: { id }, body: { reason: 'Asked' } });
  expect(await storage.read(file)).toBeNull();
  expect(await site.database.$count(photos)).toBe(0);
});

test('what a crash left of a deletion is finished by the next run, and recorded once', async () => {
  await site.database
    .insert(photos)
    .values({ file, uploadedAt: site.now, uploadedBy: 'alex', attachedAt: site.now });
  await Promise.all([1, 2].map(() => deleteUnusedPhotos(site.site, site.app.log)));
  expect(await site.database.$count(photos)).toBe(0);
  expect(await site.database.$count(auditLog, eq(auditLog.action, 'photo.deleted'))).toBe(1);
});
