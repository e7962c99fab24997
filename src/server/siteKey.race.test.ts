import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { openSecrets } from './siteKey.ts';

const site = useTestSite({ on: 'races' });

test('of simultaneous first starts with two keys only one key is accepted', async () => {
  const start = (secretKey: string) => async () => {
    try {
      const secrets = await openSecrets(site.database, { secretKey, dataDirectory: tmpdir() });
      return secrets.hash('partner-pin', '12345678');
    } catch (error) {
      return (error as Error).message;
    }
  };
  // All find no row, because none may store one before all of them wait.
  const [first, second, third] = await collide(site, sql`lock table site_key in exclusive mode`, [
    start('the key of the first'),
    start('the key of the second'),
    start('the key of the first'),
  ]);
  const refused = /^SECRET_KEY is not the key that the database belongs to/;
  const hashed = /^[\w-]{43}$/;
  // Any of the three may win, because the lock is released for all at once.
  const hasFirst = hashed.test(first ?? '');
  expect(third).toMatch(hasFirst ? hashed : refused);
  expect(second).toMatch(hasFirst ? refused : hashed);
  expect(first).toBe(third);
});
