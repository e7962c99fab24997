import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { backups } from '#server/db/schema.ts';
import { paths } from '#web/paths.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

async function openSettings(page: Page): Promise<void> {
  await page.goto(paths.consoleTab('settings'));
  await expect(page.getByRole('heading', { name: 'Reward rules' })).toBeVisible();
}

test('an admin changes the settings, and every page shows them', async ({ page, site, newVisitor }) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Settings/ }).click();

  await test.step('invalid values are refused at their fields, and nothing is saved', async () => {
    await page.getByLabel('Monthly goal').fill('0');
    await page.getByLabel('Second milestone').fill('5');
    await page.getByLabel('Name', { exact: true }).fill(' ');
    await page.getByLabel('Pickup requests').fill('a year');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Monthly goal')).toBeFocused();
    const sentences = [
      'Please give a goal above 0 and up to 1,000,000 kg, with at most one decimal',
      'Please give three whole numbers up to 10,000, each higher than the one before',
      'The organisation needs a name',
      'Please give 1 to 600 months, or nothing to keep it for ever',
    ];
    for (const sentence of sentences) await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('Second milestone')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Monthly goal')).toHaveValue('250');
    for (const sentence of sentences) await expect(page.getByText(sentence)).toBeHidden();
  });

  await test.step('placeholders that nobody replaced are named', async () => {
    await expect(page.getByText('Your site still says 123 Example Street.')).toBeVisible();
    await expect(page.getByText('Your site still shows example testimonials.')).toBeVisible();
    await page.getByLabel('Address').fill('9 Bannatyne Avenue\nBrandon, Manitoba');
    await page.getByLabel('Monthly goal').fill('300');
  });

  await test.step('lists grow and shrink', async () => {
    await page.getByRole('button', { name: 'Remove testimonial 2' }).click();
    await page.getByRole('button', { name: 'Remove testimonial 1' }).click();
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.keyboard.type('Sun');
    await page.getByLabel('Time, line 3').fill('12PM-3PM');
    await page.getByLabel('Name', { exact: true }).fill('Loop <Collective>');
    await page.getByLabel('Email').fill('hello@loop.ca');
    await page.getByLabel('Uses of a code').fill('3');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(page.getByText(/Your site still/)).toBeHidden();
    await expect(page.getByText(/^Last saved .* by /)).toBeVisible();
    const admin = await site.admin();
    expect((await admin.call(contract.settings, {})).body.settings).toMatchObject({
      monthlyGoal: 300,
      organization: {
        addressLines: ['9 Bannatyne Avenue', 'Brandon, Manitoba'],
        hours: [{}, {}, { days: 'Sun', time: '12PM-3PM' }],
        testimonials: [],
      },
    });
  });

  await test.step('a school’s network is saved, and an invalid one is refused', async () => {
    await page.getByRole('button', { name: 'Add a network' }).click();
    await page.getByLabel('Address or network').fill('203.0.113.0/33');
    await page.getByLabel('Digits of a number').fill('7');
    await page.getByLabel('Donations in a day').fill('5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Please give an address such as/)).toBeVisible();
    await page.getByLabel('Address or network').fill('203.0.113.0/24');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Please give an address such as/)).toBeHidden();
    const saved = async () => (await (await site.admin()).call(contract.settings, {})).body.settings;
    await expect.poll(saved).toMatchObject({
      donorId: { hint: null, digits: 7 },
      maxLoggedPerDay: 5,
      networks: [{ network: '203.0.113.0/24', factor: 10 }],
    });
  });

  await test.step('pages already arrive with the settings', async () => {
    const visitor = await newVisitor();
    await visitor.route('**/api/public/site', () => {});
    await visitor.goto('/');
    await expect(visitor.getByRole('contentinfo')).toContainText('Loop <Collective>');
    await expect(visitor.getByText('At 300 kg a month the loop closes.')).toBeVisible();
    await expect(visitor.getByText('3 uses, 30 days')).toBeVisible();
    await visitor.goto('/privacy');
    await expect(visitor.getByText('9 Bannatyne Avenue, Brandon, Manitoba')).toBeVisible();
    await visitor.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('a page follows a change that another process made', async () => {
    await site.database.execute(
      sql`update settings set updated_at = now(), organization = jsonb_set(organization, '{name}', '"Another Name"')`,
    );
    await expect
      .poll(async () => await (await page.request.get('/discounts')).text())
      .toContain('Another Name');
  });
});

test('if two admins edit at once, the second reloads and keeps what they typed', async ({ page, site }) => {
  await signInAdmin(page, site);
  await openSettings(page);
  const goal = page.getByLabel('Monthly goal');
  const otherAdmin = await site.admin();

  await test.step('the settings of the first are not overwritten', async () => {
    await goal.fill('300');
    await page.getByLabel('Days, line 1').fill('Mon-Thu');
    await page.getByRole('button', { name: 'Remove testimonial 1' }).click();
    await otherAdmin.call(contract.changeSettings, { body: { monthlyGoal: 275, usesPerCode: 3 } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Someone else saved: reload.')).toBeVisible();
    await expect(goal).toHaveValue('300');
    expect((await otherAdmin.call(contract.settings, {})).body.settings.monthlyGoal).toBe(275);
  });

  await test.step('a reload without a connection says so, and still offers to reload', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(page.getByText('Someone else saved: reload.')).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('after the reload the form has the changes of both', async () => {
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Someone else saved: reload.')).toBeHidden();
    await expect(page.getByLabel('Uses of a code')).toHaveValue('3');
    await expect(goal).toHaveValue('300');
    await expect(page.getByLabel('Days, line 1')).toHaveValue('Mon-Thu');
    await expect(page.getByLabel('Who said it')).toHaveCount(1);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    expect((await otherAdmin.call(contract.settings, {})).body.settings).toMatchObject({
      monthlyGoal: 300,
      usesPerCode: 3,
      organization: { hours: [{ days: 'Mon-Thu' }, {}], testimonials: [{}] },
    });
  });

  await test.step('a reload of the page asks while something is not saved', async () => {
    await goal.fill('310');
    const dialogEvent = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
  });

  await test.step('another tab asks as well, and the bar disappears if nothing is unsaved', async () => {
    await expect(page.getByText('1 change not saved')).toBeVisible();
    await page.getByRole('link', { name: 'Partners' }).click();
    const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(goal).toHaveValue('310');
    await page.getByRole('link', { name: 'Partners' }).click();
    await leaveDialog.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Partners' })).toBeVisible();
    await openSettings(page);
    await expect(goal).toHaveValue('300');
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await goal.fill('310');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(goal).toHaveValue('300');
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a red line above the form reports a failed backup', async () => {
    const line = page.getByRole('alert').filter({ hasText: 'backup' });
    await expect(line).toHaveCount(0);
    const finishedAt = site.site.clock();
    await site.database
      .insert(backups)
      .values({ name: 'one.tar', finishedAt, failure: 'The folder is full.' });
    site.site.makesBackups = true;
    await page.reload();
    await expect(line).toHaveText('The last nightly backup failed: The folder is full.');
  });
});
