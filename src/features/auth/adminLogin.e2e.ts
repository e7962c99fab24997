import type { Page } from '@playwright/test';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';

test('an admin who logs in anew in another tab goes on with what is open in the first', async ({
  page,
  context,
  site,
}) => {
  await loggedDonation(site);
  await loggedDonation(site);
  await signInAdmin(page, site);
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await confirm.first().click();
  await expect(confirm).toHaveCount(1);
  const otherTab = await context.newPage();
  await signInAdmin(otherTab, site);
  await confirm.click();
  const confirmed = async () =>
    (await site.audit()).filter(({ action }) => action === 'donation.confirmed').length;
  await expect.poll(confirmed).toBe(2);
});

const CONSOLE = '/reround-admin-843';

/** What the address bar shows. */
const shown = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search);

test.describe('a check of the session that fails', () => {
  for (const address of [CONSOLE, `${CONSOLE}/photos`, `${CONSOLE}/password`, `${CONSOLE}/intake`]) {
    test(`is made once more, and then told with a way to retry: ${address}`, async ({ browser, site }) => {
      // Not the watched page: Chromium reports the failure of the call as an error.
      const page = await browser.newPage({ baseURL: site.url });
      await signInAdmin(page, site);
      let failures = 1;
      let asked = 0;
      await page.route('**/api/admin/me', async (route) => {
        asked += 1;
        failures -= 1;
        if (failures < 0) await route.continue();
        else if (failures % 2 === 0) await route.fulfill({ status: 500, body: 'Internal Server Error' });
        else await route.abort();
      });
      const opened = page.getByRole('heading', {
        name: /Pending donations|Donation photos|Change your password|Quick intake/,
      });
      await page.goto(address);
      await expect(opened.first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect.poll(() => asked).toBeGreaterThan(1);

      failures = 4;
      await page.reload();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByText('Admin login required')).toHaveCount(0);
      await expect(page.getByText('Console', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => failures).toBe(0);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(opened.first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await shown(page)).toBe(address);
      await page.close();
    });
  }
});
