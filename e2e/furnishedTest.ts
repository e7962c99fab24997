import type { Page } from '@playwright/test';
import { type ServedSite, test } from './fixtures.ts';
import { type Screen, screens } from '#shared/screens.ts';
import { furnish, SHARE_TOKEN, STATEMENT_TOKEN } from './furnish.ts';

/** One furnished site for all who only look: what they do on it adds a report or a request at most. */
export const furnishedTest = test.extend<object, { furnished: ServedSite }>({
  furnished: [
    async ({ server }, use) => {
      await server.reset();
      await furnish(server);
      await use(server);
    },
    { scope: 'worker' },
  ],
  site: async ({ furnished }, use) => use(furnished),
});

/** Signs in Amara Okafor, or an admin. */
export async function signIn(page: Page, site: ServedSite, as: 'donor' | 'admin' | undefined): Promise<void> {
  if (as === undefined) return;
  const client = as === 'admin' ? await site.admin() : await site.donor('AOKAFOR');
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: site.url })));
}

/** An address of every screen that has both languages, and one that none has. */
export const publicAddresses: readonly string[] = [
  ...Object.values<Screen>(screens)
    .filter(({ isInEnglishOnly }) => !isInEnglishOnly)
    .map(({ path }) => path.replace(':shareToken', SHARE_TOKEN).replace(':token', STATEMENT_TOKEN)),
  '/nothing-here',
];

const ofDonors = new Set<string>([screens.dashboard.path, screens.status.path]);

/** Signs in Amara Okafor where an address is for donors. */
export async function signInWhereNeeded(page: Page, site: ServedSite, address: string): Promise<void> {
  await signIn(page, site, ofDonors.has(address) ? 'donor' : undefined);
}
