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

async function choose(page: Page, current: string, next: string) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** What the address bar shows. */
const shown = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search);

test('logging in leads to the address that was asked for, and to none outside the console', async ({
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
      // The intake says first what it is that one has to log in for.
      if (address.endsWith('/intake')) await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page).toHaveURL(/\/admin-login/);
      await logIn(page, ADMIN.username, 'not the password');
      await expect(page.getByText('Wrong username or password.')).toBeVisible();
      await logIn(page);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      expect(await shown(page)).toBe(address);
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
      // Who is logged in already is led on at once.
      await page.goto(`/admin-login?returnTo=${encodeURIComponent(elsewhere)}`);
      await expect(page.getByRole('heading', { name: 'Pending donations' }), elsewhere).toBeVisible();
      expect(await shown(page)).toBe(CONSOLE);
    }
  });
});

test('a session that is replaced goes on, one that ended leads back, and a failed check of it offers to retry', async ({
  browser,
  site,
}) => {
  await loggedDonation(site);
  await loggedDonation(site);
  // Not the watched page: Chromium reports the failure of a call as an error.
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await signInAdmin(page, site);

  await test.step('whoever logs in anew in another tab goes on with what is open in the first', async () => {
    const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
    await confirm.first().click();
    await expect(confirm).toHaveCount(1);
    // The cookie is another from here on, and the first tab's token is of the session before.
    const otherTab = await context.newPage();
    await signInAdmin(otherTab, site);
    await otherTab.close();
    await confirm.click();
    const confirmed = async () =>
      (await site.audit()).filter(({ action }) => action === 'donation.confirmed').length;
    await expect.poll(confirmed).toBe(2);
  });

  await test.step('a session that ended', async () => {
    const address = `${CONSOLE}?tab=activity&actor=alex`;
    const entry = page.getByRole('row', { name: /alex signed in/ }).first();
    await page.goto(address);
    await expect(entry).toBeVisible();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
    await logIn(page);
    await expect(entry).toBeVisible();
    expect(await shown(page)).toBe(address);
  });

  await test.step('a check that fails is made once more, and then offers to retry', async () => {
    let failures = 1;
    let asked = 0;
    await page.route('**/api/admin/me', async (route) => {
      asked += 1;
      failures -= 1;
      if (failures < 0) await route.continue();
      else if (failures % 2 === 0) await route.fulfill({ status: 500, body: 'Internal Server Error' });
      else await route.abort();
    });
    const opened = page.getByRole('heading', { name: 'Quick intake' });
    await page.goto(`${CONSOLE}/intake`);
    await expect(opened).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect.poll(() => asked).toBeGreaterThan(1);

    failures = 4;
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Admin login required')).toHaveCount(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => failures).toBe(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(opened).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await context.close();
});

test('an admin with a generated password chooses one, and only then sees the console', async ({
  page,
  site,
}) => {
  const madeUp = 'made up by the site';
  await addAdmin(site, { username: 'robin', password: madeUp, mustChangePassword: true });

  await test.step('logging out is one way on', async () => {
    await page.goto('/admin-login');
    await logIn(page, 'robin', madeUp);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/admin-login$/);
  });

  await test.step('no other screen opens', async () => {
    await logIn(page, 'robin', madeUp);
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    await page.goto(`${CONSOLE}/intake`);
    await expect(page).toHaveURL(/\/reround-admin-843\/password\?returnTo=/);
  });

  await test.step('what is wrong stands at its field', async () => {
    await choose(page, 'not this one', CHOSEN);
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'That is not your password.',
    );
    await expect(page.getByLabel('Current password')).toBeFocused();
    await choose(page, madeUp, 'too short');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 15 characters/);
    await choose(page, madeUp, 'passwordpassword');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
      /Many people use this password/,
    );
  });

  await test.step('the chosen one opens where the way there led to last', async () => {
    await choose(page, madeUp, CHOSEN);
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quick intake' })).toBeVisible();
  });

  await test.step('an open console gives way as soon as the password must be changed', async () => {
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await site.database.execute(sql`update admins set must_change_password = true`);
    const given = page.getByRole('heading', { name: 'Choose your own password' });
    // The console may have asked by itself meanwhile.
    await page.getByRole('button', { name: 'Refresh' }).or(given).click();
    await expect(given).toBeVisible();
  });
});
