import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { collide } from '#server/testing/races.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { removeUnusedUploads, UPLOADS_LOCK } from './unusedUploads.ts';

const site = useTestSite();

test('a photo that is attached at this moment stays', async () => {
  const { storage } = site.site;
  const name = `${'a'.repeat(24)}.webp`;
  const unused = `${'b'.repeat(24)}.webp`;
  for (const each of [name, unused]) await storage.save(each, Buffer.from(each));
  const id = await loggedDonation(site);

  await collide(
    site,
    sql`with held as (select pg_advisory_xact_lock_shared(${UPLOADS_LOCK}))
        update donations set photo_url = ${`/uploads/${name}`} from held where id = ${id}`,
    [() => removeUnusedUploads(site.database, storage, addDays(new Date(), 2))],
  );
  expect(await storage.has(name)).toBe(true);
  expect(await storage.has(unused)).toBe(false);
});
