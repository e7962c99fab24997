import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as participants } from '#features/donors/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';

const CONSOLE = '/reround-admin-843';
const tabLinks = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link');
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a new volunteer chooses a password, and finds the daily work and nothing else', async ({
  page,
  newVisitor,
  site,
}) => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin, { studentId: 'AMARA' });
  await loggedDonation(site, { studentId: 'AMARA' });
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: { displayName: 'Amara' } });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Admins' }).click();
  await page.getByRole('button', { name: 'Add admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add admin' });
  await dialog.getByLabel('Username').fill('ALEX');
  await dialog.getByRole('button', { name: 'Add admin' }).click();
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription(/Another admin has this name/);
  await dialog.getByLabel('Username').fill('vera');
  await dialog.getByRole('button', { name: 'Add admin' }).click();
  const slab = page.getByRole('region', { name: 'Password of vera' });
  const password = await slab.getByRole('code').innerText();
  await expect(rowOf(page, 'vera')).toContainText('New');
  await expect(page.getByLabel('Role of vera')).toHaveValue('volunteer');
  await slab.getByRole('button', { name: 'I have passed it on' }).click();
  await expect(slab).toBeHidden();
  expect(await page.content()).not.toContain(password);
  await expect(page.getByRole('button', { name: 'Add admin' })).toBeFocused();

  const vera = await newVisitor();
  // A link to a tab that only admins see.
  await vera.goto(`${CONSOLE}?tab=codes`);
  await logIn(vera, 'vera', password);
  await vera.getByLabel('Current password').fill(password);
  await vera.getByLabel('New password').fill('a mug for the long winter');
  await vera.getByRole('button', { name: 'Change password' }).click();
  await expect(vera.getByText('Codes is for admins', { exact: true })).toBeVisible();
  await expect(vera.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  await expect(tabLinks(vera)).toHaveText([/^Pending/, 'Rejected', 'Confirmed', 'Search', 'Bins', 'Pickups']);
  await vera.goto(`${CONSOLE}/people/1`);
  const person = vera.getByRole('main');
  const masked = `${code.slice(0, 6)}•••`;
  await expect(person.getByText(masked)).toBeVisible();
  await expect(person.getByRole('button', { name: 'Confirm' })).toBeVisible();
  for (const name of ['Merge', 'Edit', 'Add code', 'Revoke', 'Extend']) {
    await expect(person.getByRole('button', { name })).toHaveCount(0);
  }
  await vera.goto(`${CONSOLE}?tab=search`);
  await expect(vera.getByRole('link', { name: 'Search', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(vera.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await vera.keyboard.press('Control+k');
  const options = vera.getByRole('dialog', { name: 'Commands' }).getByRole('option');
  await expect(options.filter({ hasText: 'Pickups' })).toHaveCount(1);
  await expect(options.filter({ hasText: /Codes|Partners|Add partner|Admins|Activity/ })).toHaveCount(0);
});

test('an admin changes, switches off and resets others, and has everyone set up a second factor', async ({
  page,
  newVisitor,
  site,
}) => {
  await site.admin('sam');
  await signInAdmin(page, site);
  await page.goto(`${CONSOLE}?tab=admins`);

  await test.step('a role is saved at once and can be undone', async () => {
    await expect(rowOf(page, 'alex')).not.toContainText('The last admin stays');
    await page.getByLabel('Role of sam').selectOption('Volunteer');
    await expect(page.getByText('sam is a volunteer from now on.', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'alex')).toContainText('The last admin stays');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Role changed back', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Role of sam')).toHaveValue('admin');
  });

  await test.step('switching off and resetting ask first', async () => {
    await page.getByRole('button', { name: 'Switch off sam' }).click();
    const question = page.getByRole('alertdialog', { name: 'Switch off sam?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Switch off sam' }).click();
    await question.getByRole('button', { name: 'Switch off' }).click();
    await expect(rowOf(page, 'sam')).toContainText('Switched off');
    await expect(page.getByLabel('Role of sam')).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch on sam' }).click();
    await expect(rowOf(page, 'sam')).toContainText('Active');

    await page.getByRole('button', { name: 'Reset password of sam' }).click();
    await page
      .getByRole('alertdialog', { name: 'Reset the password of sam?' })
      .getByRole('button', { name: 'Reset password' })
      .click();
    await expect(page.getByRole('region', { name: 'Password of sam' })).toContainText(
      'sam has a new password',
    );
  });

  const rule = page.getByLabel('Everyone needs a second factor');
  await test.step('an admin without a second factor who requires one must set up their own', async () => {
    const question = page.getByRole('alertdialog', { name: 'Require a second factor from everyone?' });
    await rule.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rule).not.toBeChecked();
    await rule.click();
    await question.getByRole('button', { name: 'Set up mine' }).click();
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await expect(page).toHaveURL(/account\?returnTo=.*admins/);
  });

  await test.step('the rule stays as it was if it could not be saved', async () => {
    await site.database.execute(
      sql`update admins set second_factor_secret = 'sealed', second_factor_step = 1, second_factor_since = now() where username = 'alex'`,
    );
    await page.goto(`${CONSOLE}?tab=admins`);
    await expect(rule).toHaveAccessibleDescription(/if they are signed in now/);
    await expect(rule).toBeChecked();
    await page.context().setOffline(true);
    await rule.click();
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(rule).toBeChecked();
    await page.context().setOffline(false);
    await rule.click();
    await expect(page.getByText('Nobody needs a second factor', { exact: true })).toBeVisible();
    await expect(rule).not.toBeChecked();
  });

  await test.step('the saved rule also holds for those who are signed in', async () => {
    const vera = await newVisitor();
    await site.volunteer('vera');
    await vera.goto('/admin-login');
    await logIn(vera, 'vera', ADMIN.password);
    await expect(vera.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await rule.click();
    await expect(page.getByText('Everyone needs a second factor', { exact: true }).last()).toBeVisible();
    await expect(rule).toBeChecked();
    await expect(rowOf(page, 'sam')).toContainText('Asked at next sign-in');
    await expect(rowOf(page, 'alex')).toContainText('On');
    await vera.getByRole('link', { name: 'Rejected' }).click();
    await expect(vera.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  });
});
