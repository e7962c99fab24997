import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { backups } from '#server/schema.ts';
import { paths } from '#web/paths.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'not saved' });

async function openSettings(page: Page): Promise<void> {
  await page.goto(paths.consoleTab('settings'));
  await expect(page.getByRole('heading', { name: 'Reward rules' })).toBeVisible();
}

test('an admin changes what the organisation decides, sees before what comes of it, and every page says so', async ({
  page,
  site,
  newVisitor,
}) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Settings/ }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });

  await test.step('what would break a page is refused at its field, and nothing is saved', async () => {
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

  await test.step('the preview shows what is not saved yet', async () => {
    await expect(page.getByText('Your site still says 123 Example Street')).toBeVisible();
    await page.getByRole('button', { name: 'Write the address' }).click();
    await expect(page.getByLabel(/^Address/)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('9 Bannatyne Avenue\nBrandon, Manitoba');
    await expect(preview).toContainText('not yet public');
    await expect(preview).toContainText('9 Bannatyne Avenue');
    await expect(bar(page)).toContainText(
      'address 123 Example Street, Winnipeg, Manitoba to 9 Bannatyne Avenue, Brandon, Manitoba',
    );
    await page.getByLabel('Monthly goal').fill('300');
    await expect(page.getByText('Was 250 kg')).toBeVisible();
    await expect(preview).toContainText('of 300 kg');
    await expect(bar(page)).toHaveText('2 changes not saved monthly goal, address');
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
    await expect(bar(page)).toBeHidden();
    await expect(page.getByText(/Your site still/)).toBeHidden();
    await expect(preview).toContainText('as it is now');
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

  await test.step('nothing on a page is put right afterwards: it comes so over the wire', async () => {
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
      sql`update settings set organization = jsonb_set(organization, '{name}', '"Another Name"')`,
    );
    await expect
      .poll(async () => await (await page.request.get('/discounts')).text())
      .toContain('Another Name');
  });
});

test('of two admins who edit at once the second is told, and leaving what is not saved asks first', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await openSettings(page);
  const goal = page.getByLabel('Monthly goal');
  const other = await site.admin();

  await test.step('the second chooses value by value', async () => {
    await goal.fill('300');
    await page.getByLabel('Days valid').fill('45');
    await page.getByLabel('Current term').fill('2027-1');
    await other.call(contract.changeSettings, { body: { monthlyGoal: 275, daysValid: 60, usesPerCode: 3 } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/saved other settings, /)).toBeVisible();
    await expect(page.getByText('Monthly goal: saved 275 kg, yours 300 kg')).toBeVisible();
    await expect(page.getByText('Days valid: saved 60, yours 45')).toBeVisible();
    await expect(page.getByLabel('Uses of a code')).toHaveValue('3');
    await expect(goal).toHaveValue('300');
    expect((await other.call(contract.settings, {})).body.settings.term).toBe('2025-1');
    await page.getByRole('button', { name: 'Use theirs for days valid' }).click();
    await expect(page.getByLabel('Days valid')).toHaveValue('60');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
    await expect(page.getByText(/saved other settings/)).toBeHidden();
    expect((await other.call(contract.settings, {})).body.settings).toMatchObject({
      monthlyGoal: 300,
      daysValid: 60,
      usesPerCode: 3,
      term: '2027-1',
    });
  });

  await test.step('leaving asks, by a link and by a reload', async () => {
    await goal.fill('310');
    await page.getByRole('link', { name: 'Codes' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect(asked).toContainText('Not saved: monthly goal 300 to 310 kg.');
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(goal).toHaveValue('310');
    const reloading = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const question = await reloading;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await page.getByRole('link', { name: 'Codes' }).click();
    await asked.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Codes' })).toBeVisible();
    await page.getByRole('link', { name: /^Settings/ }).click();
    await expect(goal).toHaveValue('300');
  });

  await test.step('above it stands one red line where nightly backups need somebody', async () => {
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
