import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { addAdmin, loggedDonation } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';

const CONSOLE = '/reround-admin-843';
const CHOSEN = 'a mug for the long winter';

async function logIn(page: Page, username = ADMIN.username, password = ADMIN.password) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function choosePassword(page: Page, current: string, next: string) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** The path and query in the address bar. */
const shownAddress = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search);

test('logging in leads to the address that was asked for, but never outside the console', async ({
  page,
  site,
  context,
}) => {
  await site.admin();
  for (const [address, heading] of [
    [`${CONSOLE}?tab=search&status=rejected&q=jo%20t`, 'Search donations'],
    [`${CONSOLE}/intake`, 'Quick intake'],
  ] as const) {
    await test.step(address, async () => {
      await context.clearCookies();
      await page.goto(address);
      // The intake first explains why a login is needed.
      if (address.endsWith('/intake')) await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page).toHaveURL(/\/admin-login/);
      await logIn(page, ADMIN.username, 'not the password');
      await expect(page.getByText('Wrong username or password.')).toBeVisible();
      await logIn(page);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      expect(await shownAddress(page)).toBe(address);
    });
  }

  await test.step('a link that names another place leads to the console', async () => {
    for (const elsewhere of [
      'https://example.com/',
      '//example.com/reround-admin-843',
      '/\\example.com',
      '/reround-admin-843/../log',
      '/reround-admin-843-other',
      'javascript:alert(1)',
    ]) {
      // An admin who is logged in already is redirected at once.
      await page.goto(`/admin-login?returnTo=${encodeURIComponent(elsewhere)}`);
      await expect(page.getByRole('heading', { name: 'Pending donations' }), elsewhere).toBeVisible();
      expect(await shownAddress(page)).toBe(CONSOLE);
    }
  });
});

test('an open page survives a new login, an ended session, and a failed session check', async ({
  browser,
  site,
}) => {
  await loggedDonation(site);
  await loggedDonation(site);
  // Opens its own page, because the fixture's page fails on errors, and Chromium reports a failed call as one.
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAdmin(page, site);

  await test.step('after a new login in another tab the first tab still works', async () => {
    const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
    await confirm.first().click();
    await expect(confirm).toHaveCount(1);
    // From here on the cookie is new, and the first tab still has the anti-forgery token of the old session.
    const otherTab = await context.newPage();
    await signInAdmin(otherTab, site);
    await otherTab.close();
    await confirm.click();
    const confirmed = async () =>
      (await site.audit()).filter(({ action }) => action === 'donation.confirmed').length;
    await expect.poll(confirmed).toBe(2);
  });

  await test.step('an ended session leads to the login and back', async () => {
    const address = `${CONSOLE}?tab=activity&actor=alex`;
    const entry = page.getByRole('row', { name: /alex signed in/ }).first();
    await page.goto(address);
    await expect(entry).toBeVisible();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
    await logIn(page);
    await expect(entry).toBeVisible();
    expect(await shownAddress(page)).toBe(address);
  });

  await test.step('one that ended before a new password was sent, too', async () => {
    await page.goto(`${CONSOLE}/password`);
    await page.getByLabel('Current password').fill(ADMIN.password);
    await page.getByLabel('New password').fill('a new one that is long enough');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
    await logIn(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('a failed session check is repeated once, and then offers to retry', async () => {
    let failuresLeft = 1;
    let requests = 0;
    await page.route('**/api/admin/me', async (route) => {
      requests += 1;
      failuresLeft -= 1;
      if (failuresLeft < 0) await route.continue();
      else if (failuresLeft % 2 === 0) await route.fulfill({ status: 500, body: 'Internal Server Error' });
      else await route.abort();
    });
    const intakeHeading = page.getByRole('heading', { name: 'Quick intake' });
    await page.goto(`${CONSOLE}/intake`);
    await expect(intakeHeading).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect.poll(() => requests).toBeGreaterThan(1);

    // Each check is two requests, so the page load and the first retry fail.
    failuresLeft = 4;
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Admin login required')).toHaveCount(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => failuresLeft).toBe(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(intakeHeading).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await context.close();
});

test('an admin with a generated password chooses one, and only then sees the console', async ({
  page,
  site,
}) => {
  const generated = 'generated by the site';
  await addAdmin(site, { username: 'robin', password: generated, mustChangePassword: true });

  await test.step('the admin may log out instead', async () => {
    await page.goto('/admin-login');
    await logIn(page, 'robin', generated);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/admin-login$/);
  });

  await test.step('no other screen opens', async () => {
    await logIn(page, 'robin', generated);
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    await page.goto(`${CONSOLE}/intake`);
    await expect(page).toHaveURL(/\/reround-admin-843\/password\?returnTo=/);
  });

  await test.step('errors show at their fields', async () => {
    await choosePassword(page, 'not this one', CHOSEN);
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'That is not your password.',
    );
    await expect(page.getByLabel('Current password')).toBeFocused();
    await choosePassword(page, generated, 'too short');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 15 characters/);
    await choosePassword(page, generated, 'passwordpassword');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      /Many people use this password/,
    );
  });

  await test.step('the new password opens the page that was asked for last', async () => {
    await choosePassword(page, generated, CHOSEN);
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quick intake' })).toBeVisible();
  });

  await test.step('an open console asks for a new password as soon as one is required', async () => {
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await site.database.execute(sql`update admins set must_change_password = true`);
    const heading = page.getByRole('heading', { name: 'Choose your own password' });
    // The console may have reloaded by itself meanwhile.
    await page.getByRole('button', { name: 'Refresh' }).or(heading).click();
    await expect(heading).toBeVisible();
  });
});
