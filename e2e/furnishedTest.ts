import type { Page } from '@playwright/test';
import { furnishedSites, type ServedSite, test } from './fixtures.ts';
import { furnish } from './furnish.ts';

/** One furnished site for all who only look: what they do on it adds a report or a request at most. */
export const furnishedTest = test.extend({
  site: [
    async ({ server }, use) => {
      if (!furnishedSites.has(server)) {
        await server.reset();
        await furnish(server);
        furnishedSites.add(server);
      }
      await use(server);
    },
    { auto: true, timeout: 300_000 },
  ],
});

/** Signs in Amara Okafor, or an admin. */
export async function signIn(page: Page, site: ServedSite, as: 'donor' | 'admin' | undefined): Promise<void> {
  if (as === undefined) return;
  const client = as === 'admin' ? await site.admin() : await site.donor('AOKAFOR');
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: site.url })));
}
