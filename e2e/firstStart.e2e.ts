import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { freePort } from '#server/testing/postgres.ts';
import { runNpmStart, waitForOutput } from '#server/testing/process.ts';
import { appCode } from '#server/testing/scenarios.ts';
import { signInDonor, useVisitors } from './fixtures.ts';

/** A site just started for the first time, and its first admin. */
interface FirstStart {
  url: string;
  username: string;
  password: string;
}

const test = base.extend<{ started: FirstStart; newPerson: () => Promise<Page> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  started: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'reround-first-start-'));
    const port = await freePort();
    const server = runNpmStart({ DATA_DIR: directory, PORT: String(port) });
    await Promise.all([
      waitForOutput(server, 'ReRound is ready'),
      waitForOutput(server, 'Server listening at'),
    ]);
    const [, username = '', password = ''] =
      /First admin: (\S+) {2}password: (\S+)/.exec(server.output) ?? [];
    await use({ url: `http://localhost:${port}`, username, password });
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(directory, { recursive: true });
  },
  newPerson: async ({ browser, started }, use) => await useVisitors(browser, started.url, use),
});

test('a new organisation sets up its name, people and second factor in the browser', async ({
  started,
  newPerson,
}) => {
  test.slow();
  const admin = await newPerson();

  await test.step('the first admin chooses a password of their own', async () => {
    await logIn(admin, started.username, started.password);
    await choosePassword(admin, started.password, 'a mug for the long winter');
    await expect(admin.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  });

  await test.step('the admin enters the organisation, its goal and the terms of codes', async () => {
    await admin.getByRole('link', { name: /^Settings/ }).click();
    await admin.getByLabel('Monthly goal').fill('300');
    await admin.getByLabel('Uses of a code').fill('3');
    await admin.getByLabel('Days valid').fill('45');
    await admin.getByLabel('Name', { exact: true }).fill('Loop Collective');
    await admin.getByLabel('Email').fill('hello@loop.example');
    await admin.getByLabel(/^Address/).fill('9 Bannatyne Avenue\nBrandon, Manitoba');
    await admin.getByRole('button', { name: 'Save changes' }).click();
    await expect(admin.getByText('Settings saved', { exact: true })).toBeVisible();
  });

  const donor = await newPerson();
  await test.step('visitors see them after a reload', async () => {
    await donor.goto('/');
    await expect(donor.getByRole('contentinfo')).toContainText('Loop Collective');
    await expect(donor.getByText('9 Bannatyne Avenue').first()).toBeVisible();
    await expect(donor.getByText('123 Example Street')).toHaveCount(0);
    await expect(donor.getByText(/At 300 kg (a month )?the loop closes\./)).toBeVisible();
    await expect(donor.getByText('3 uses, 45 days')).toBeVisible();
  });

  const issued = await test.step('the admin adds a volunteer and another admin', async () => {
    await admin.getByRole('link', { name: 'Admins' }).click();
    return {
      vera: await addAdmin(admin, 'vera', 'Volunteer'),
      robin: await addAdmin(admin, 'robin', 'Admin'),
    };
  });

  const vera = await newPerson();
  await test.step('the volunteer sees the daily work', async () => {
    await logIn(vera, 'vera', issued.vera);
    await choosePassword(vera, issued.vera, 'two bags by the north door');
    await expect(tabNames(vera)).toHaveText([
      /^Pending/,
      'Rejected',
      'Confirmed',
      'Search',
      'Bins',
      'Pickups',
    ]);
    await vera.goto('/reround-admin-843?tab=admins');
    await expect(vera.getByText('Admins is for admins', { exact: true })).toBeVisible();
  });

  await test.step('the volunteer confirms a donation, whose code has these terms', async () => {
    await donor.goto('/log');
    await donor.getByLabel('Student ID').fill('JTHIESSEN');
    await donor.getByRole('button', { name: 'Log Donation' }).click();
    await expect(donor.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
    await vera.getByRole('button', { name: 'Refresh' }).click();
    const row = vera.getByRole('row', { name: /JTHIESSEN/ });
    await row.getByRole('button', { name: 'Confirm' }).click();
    await expect(vera.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await signInDonor(donor, 'JTHIESSEN');
    await expect(donor.getByText('3 of 3 uses left')).toBeVisible();
  });

  await test.step('the other admin sees everything', async () => {
    const robin = await newPerson();
    await logIn(robin, 'robin', issued.robin);
    await choosePassword(robin, issued.robin, 'eleven kettles in a row');
    await robin.getByRole('link', { name: 'Admins' }).click();
    await expect(robin.getByRole('row', { name: /^vera/ })).toBeVisible();
  });

  await test.step('the first admin requires a second factor and sets up their own', async () => {
    await admin.getByLabel('Everyone needs a second factor').click();
    await admin.getByRole('button', { name: 'Set up mine' }).click();
    await expect(admin.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await admin.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = await readSecret(admin);
    await admin.getByLabel('Code from the app').fill(appCode(secret, new Date()));
    await admin.getByLabel('I keep them apart from my phone').check();
    await admin.getByRole('button', { name: 'Done' }).click();
    await expect(admin.getByRole('row', { name: /^admin/ })).toContainText('On');
    await expect(admin.getByRole('row', { name: /^vera/ })).toContainText('Asked at next sign-in');

    await admin.getByRole('button', { name: 'Logout' }).click();
    await expect(admin.getByRole('heading', { name: 'Admin login' })).toBeVisible();
    await logIn(admin, started.username, 'a mug for the long winter');
    // A code counts once, so this is the app's next one.
    await admin.getByLabel('Code from the app').fill(appCode(secret, new Date(), 1));
    await expect(admin.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  });

  await test.step('the volunteer has to set one up', async () => {
    await vera.getByRole('link', { name: 'Rejected' }).click();
    await expect(vera.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  });
});

async function logIn(page: Page, username: string, password: string) {
  await page.goto('/admin-login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Replaces a generated password, which the console demands first. */
async function choosePassword(page: Page, current: string, next: string) {
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** Adds an admin or volunteer. Returns the password that the console shows. */
async function addAdmin(page: Page, username: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Add admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add admin' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Add admin' }).click();
  const slab = page.getByRole('region', { name: `Password of ${username}` });
  const password = await slab.getByRole('code').innerText();
  await slab.getByRole('button', { name: 'I have passed it on' }).click();
  return password;
}

const tabNames = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link');

/** The secret as text, for people who cannot scan its QR code. */
async function readSecret(page: Page): Promise<string> {
  const region = page.getByRole('region', { name: 'Scan with your app' });
  return (await region.getByRole('paragraph').last().innerText()).replaceAll(/\s/g, '');
}
