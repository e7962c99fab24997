import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { addAdmin } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const MADE_UP = 'made up by the site';
const CHOSEN = 'a mug for the long winter';

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const addMadeUp = (site: ServedSite) =>
  addAdmin(site, { username: 'robin', password: MADE_UP, mustChangePassword: true });

async function choose(page: Page, current: string, next: string) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('an admin whose password was made up chooses one, and only then sees the console', async ({
  page,
  site,
}) => {
  await addMadeUp(site);
  await page.goto('/reround-admin-843/intake');
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, 'robin', MADE_UP);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await expect(page).toHaveURL(/\/reround-admin-843\/password\?returnTo=/);
  await expect(page.getByText('15 characters or more.')).toBeVisible();

  for (const screen of ['', '/bins', '/intake']) {
    await page.goto(`/reround-admin-843${screen}`);
    await expect(page).toHaveURL(/\/reround-admin-843\/password(\?returnTo=.*)?$/);
  }

  await choose(page, 'not this one', CHOSEN);
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('That is not your password.');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await choose(page, MADE_UP, 'too short');
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 15 characters/);
  await choose(page, MADE_UP, 'passwordpassword');
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Many people use this password/);

  await choose(page, MADE_UP, CHOSEN);
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  // Where the way there led to last.
  await expect(page.getByRole('heading', { name: 'Quick intake' })).toBeVisible();
  await page.goto('/reround-admin-843');
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
});

test('logging out is the other way on from there', async ({ page, site }) => {
  await addMadeUp(site);
  await page.goto('/admin-login');
  await logIn(page, 'robin', MADE_UP);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/admin-login$/);
});

test('an admin changes their password by a command, which ends their other sessions', async ({
  page,
  site,
  newVisitor,
}) => {
  await signInAdmin(page, site);
  const elsewhere = await newVisitor();
  await signInAdmin(elsewhere, site);
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.keyboard.type('change pass');
  await page.getByRole('option', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  await choose(page, ADMIN.password, CHOSEN);
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();

  await elsewhere.getByRole('button', { name: 'Refresh' }).click();
  await expect(elsewhere.getByText('Your session has ended.')).toBeVisible();
});

test('whoever logs in after a session that ended there is not asked for a password', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/password');
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  await page.route('**/api/admin/password', async (route) => {
    await site.database.execute(sql`delete from sessions`);
    await route.continue();
  });
  await choose(page, ADMIN.password, CHOSEN);
  await expect(page).toHaveURL(/\/admin-login$/);
  await logIn(page, ADMIN.username, ADMIN.password);
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
});

test('the console gives way as soon as it hears that the password must be changed', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await site.database.execute(sql`update admins set must_change_password = true`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await choose(page, ADMIN.password, CHOSEN);
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
});
