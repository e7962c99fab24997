import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide } from '#server/testing/races.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { openSecrets } from './siteKey.ts';

const site = useTestSite();

test('of two first starts at once with different keys one has its way and the other is refused', async () => {
  const start = (secretKey: string) => async () => {
    try {
      const secrets = await openSecrets(site.database, { secretKey, dataDirectory: tmpdir() });
      return secrets.hash('partner-pin', '12345678');
    } catch (error) {
      return (error as Error).message;
    }
  };
  // Both find no row, for nobody may store one before both wait to.
  const [first, second, third] = await collide(site, sql`lock table site_key in exclusive mode`, [
    start('the key of the first'),
    start('the key of the second'),
    start('the key of the first'),
  ]);
  expect(second).toMatch(/^SECRET_KEY is not the key that the database belongs to/);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(third).toBe(first);
});
