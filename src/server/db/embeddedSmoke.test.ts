import { expect, test } from 'vitest';
import { exercises, perform } from '#server/testing/exercises.ts';
import { furnish } from '#server/testing/furnish.ts';
import { useTestSite } from '#server/testing/testSite.ts';

const site = useTestSite({ on: 'embedded' });

test('every endpoint answers on the embedded database, too', async () => {
  const pin = await furnish(site);
  const browser = await site.admin();
  await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
  const answered: [address: string, status: number][] = [];
  const declared: typeof answered = [];
  for (const exercise of exercises(pin)) {
    const { method, path, status = 200 } = exercise.endpoint;
    declared.push([`${method} ${path}`, status]);
    answered.push([`${method} ${path}`, (await perform(browser, exercise)).status]);
  }
  expect(answered).toEqual(declared);
});
