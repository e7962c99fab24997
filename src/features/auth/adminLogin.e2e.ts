import type { Page } from '@playwright/test';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
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
  // The cookie is another from here on, and the first tab's token is of the session before.
  const otherTab = await context.newPage();
  await signInAdmin(otherTab, site);
  await confirm.click();
  const confirmed = async () =>
    (await site.audit()).filter(({ action }) => action === 'donation.confirmed').length;
  await expect.poll(confirmed).toBe(2);
});

const CONSOLE = '/reround-admin-843';

async function logIn(page: Page) {
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** What the address bar shows. */
const shown = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search);

test.describe('logging in leads to the address that was asked for:', () => {
  for (const [address, heading] of [
    [CONSOLE, 'Pending donations'],
    [`${CONSOLE}?tab=search&status=rejected&q=jo%20t`, 'Search donations'],
    [`${CONSOLE}/photos?photo=all&q=wool`, 'Donation photos'],
    [`${CONSOLE}/bins?tab=alerts`, 'Drop bin management'],
    [`${CONSOLE}/bins/print?bins=1`, 'Print bin sheets'],
    [`${CONSOLE}/password`, 'Change your password'],
    [`${CONSOLE}/intake`, 'Quick intake'],
  ] as const) {
    test(address, async ({ page, site }) => {
      await site.admin();
      await page.goto(address);
      // The intake says first what it is that one has to log in for.
      if (address.endsWith('/intake')) await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page).toHaveURL(/\/admin-login/);
      await logIn(page);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      expect(await shown(page)).toBe(address);
    });
  }

  test('and to the console from a link that names another place', async ({ page, site, context }) => {
    for (const elsewhere of [
      'https://example.com/',
      '//example.com/reround-admin-843',
      '/\\example.com',
      '/reround-admin-843/../log',
      '/reround-admin-843-other',
      'javascript:alert(1)',
      'http://[',
    ]) {
      await context.clearCookies();
      await site.admin();
      await page.goto(`/admin-login?returnTo=${encodeURIComponent(elsewhere)}`);
      await logIn(page);
      await expect(page.getByRole('heading', { name: 'Pending donations' }), elsewhere).toBeVisible();
      expect(await shown(page)).toBe(CONSOLE);
    }
  });

  test('after a session that ended while one worked', async ({ page, site, context }) => {
    await signInAdmin(page, site);
    const address = `${CONSOLE}?tab=activity&actor=alex`;
    await page.goto(address);
    await expect(page.getByRole('row', { name: /alex signed in/ }).first()).toBeVisible();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
    await logIn(page);
    await expect(page.getByRole('row', { name: /alex signed in/ }).first()).toBeVisible();
    expect(await shown(page)).toBe(address);
  });
});

test('the login page leads an admin who is logged in on to the console', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto('/admin-login');
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  expect(await shown(page)).toBe(CONSOLE);
});

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
