import { sql } from 'drizzle-orm';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import type { Page } from '@playwright/test';
import { paths } from '#web/paths.ts';
import { contract, type Settings } from './contract.ts';

test('every page says what the settings say, from its first byte on', async ({ page, site }) => {
  const admin = await site.admin();
  const { organization } = (await admin.call(contract.settings, {})).body.settings;
  await admin.call(contract.changeSettings, {
    body: {
      organization: {
        ...organization,
        name: 'Loop <Collective>',
        addressLines: ['9 Bannatyne Avenue', 'Brandon, Manitoba'],
        hours: [],
        testimonials: [],
      },
      isRegisteredNonprofit: false,
      monthlyGoal: 300,
      usesPerCode: 3,
    },
  });
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('9 Bannatyne Avenue');
  expect(html).not.toMatch(/123 Example Street|registered nonprofit|Testimonials/);
  expect(html).toContain('Loop &lt;Collective&gt;');

  // Nothing is put right afterwards: what comes over the wire later is what stood there.
  await page.route('**/api/public/site', () => {});
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('Loop <Collective>');
  await expect(page.getByText('At 300 kg a month the loop closes.')).toBeVisible();
  await expect(page.getByText('3 uses, 30 days')).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('contentinfo')).toContainText('Loop <Collective>');
  await expect(page.getByText('9 Bannatyne Avenue, Brandon, Manitoba')).toBeVisible();
});

test('a page follows a change that another process made', async ({ page, site }) => {
  await site.database.execute(
    sql`update settings set organization = jsonb_set(organization, '{name}', '"Another Name"')`,
  );
  await expect
    .poll(async () => await (await page.request.get('/discounts')).text())
    .toContain('Another Name');
  await page.goto('/discounts');
  await expect(page.getByRole('contentinfo')).toContainText('Another Name');
});

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'not saved' });

async function openSettings(page: Page): Promise<void> {
  await page.goto(paths.consoleTab('settings'));
  await expect(page.getByRole('heading', { name: 'Reward rules' })).toBeVisible();
}

test('an admin changes what the organisation decides, and sees before what comes of it', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Settings/ }).click();
  await expect(page.getByText('Your site still says 123 Example Street')).toBeVisible();
  await page.getByRole('button', { name: 'Write the address' }).click();
  await expect(page.getByLabel(/^Address/)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('9 Bannatyne Avenue\nBrandon, Manitoba');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview).toContainText('not yet public');
  await expect(preview).toContainText('9 Bannatyne Avenue');
  await expect(bar(page)).toContainText(
    'address 123 Example Street, Winnipeg, Manitoba to 9 Bannatyne Avenue, Brandon, Manitoba',
  );

  await page.getByLabel('Monthly goal').fill('300');
  await expect(page.getByText('Was 250 kg')).toBeVisible();
  await expect(preview).toContainText('of 300 kg');
  await expect(bar(page)).toHaveText('2 changes not saved monthly goal, address');

  await page.getByRole('button', { name: 'Remove testimonial 2' }).click();
  await page.getByRole('button', { name: 'Remove testimonial 1' }).click();
  await page.getByRole('button', { name: 'Add a line' }).click();
  await page.keyboard.type('Sun');
  await page.getByLabel('Time, line 3').fill('12PM-3PM');
  await page.getByLabel('Email').fill('hello@loop.ca');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText(/Your site still/)).toBeHidden();
  await expect(preview).toContainText('as it is now');

  const { settings } = (await (await page.request.get('/api/admin/settings')).json()) as {
    settings: Settings;
  };
  expect(settings).toMatchObject({
    monthlyGoal: 300,
    milestones: [5, 10, 25],
    organization: {
      name: 'ReRound',
      email: 'hello@loop.ca',
      addressLines: ['9 Bannatyne Avenue', 'Brandon, Manitoba'],
      hours: [{}, {}, { days: 'Sun', time: '12PM-3PM' }],
      testimonials: [],
    },
  });
});

test('what would break a page is refused at its field, and nothing is saved', async ({ page, site }) => {
  await signInAdmin(page, site);
  await openSettings(page);
  await page.getByLabel('Monthly goal').fill('0');
  await page.getByLabel('Second milestone').fill('5');
  await page.getByLabel('Name', { exact: true }).fill(' ');
  await page.getByLabel(/^Address/).fill('');
  await page.getByLabel('Pickup requests').fill('a year');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Monthly goal')).toBeFocused();
  const sentences = [
    'Please give a goal above 0 and up to 1,000,000 kg, with at most one decimal',
    'Please give three whole numbers up to 10,000, each higher than the one before',
    'The organisation needs a name',
    'Please give the address',
    'Please give 1 to 600 months, or nothing to keep it for ever',
  ];
  for (const sentence of sentences) await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel('Second milestone')).toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Monthly goal')).toHaveValue('250');
  for (const sentence of sentences) await expect(page.getByText(sentence)).toBeHidden();
});

test('of two admins who edit at once the second is told, and chooses value by value', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await openSettings(page);
  await page.getByLabel('Monthly goal').fill('300');
  await page.getByLabel('Days valid').fill('45');
  await page.getByLabel('Current term').fill('2027-1');

  const other = await site.admin();
  await other.call(contract.changeSettings, { body: { monthlyGoal: 275, daysValid: 60, usesPerCode: 3 } });
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByText(/saved other settings, /)).toBeVisible();
  await expect(page.getByText('Monthly goal: saved 275 kg, yours 300 kg')).toBeVisible();
  await expect(page.getByText('Days valid: saved 60, yours 45')).toBeVisible();
  await expect(page.getByLabel('Uses of a code')).toHaveValue('3');
  await expect(page.getByLabel('Monthly goal')).toHaveValue('300');
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

test('leaving what is not saved asks first', async ({ page, site }) => {
  await signInAdmin(page, site);
  await openSettings(page);
  await page.getByLabel('Monthly goal').fill('300');
  await page.getByRole('link', { name: 'Codes' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(asked).toContainText('Not saved: monthly goal 250 to 300 kg.');
  await asked.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Monthly goal')).toHaveValue('300');

  const reloading = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const question = await reloading;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.getByRole('link', { name: 'Codes' }).click();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Codes' })).toBeVisible();
  await page.getByRole('link', { name: /^Settings/ }).click();
  await expect(page.getByLabel('Monthly goal')).toHaveValue('250');
});
