import { sql } from 'drizzle-orm';
import { tierRules } from '#words/tiers.ts';
import { furnish } from '#e2e/furnish.ts';
import { expect, signInDonor, test } from '#e2e/fixtures.ts';

test('a donor sees what each code is good for, how to use it and where, and what comes next', async ({
  page,
  site,
}) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const code = page.getByText(/^RR-[A-Z2-9]{6}$/).first();
  await expect(code).toBeVisible();
  await expect(page.getByRole('img', { name: `QR code for ${await code.innerText()}` })).toBeVisible();
  await expect(page.getByText('2 of 2 uses left')).toBeVisible();
  await expect(page.getByText('30 days left').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'How to use a code' }).getByRole('listitem')).toHaveCount(2);

  const tier = page.getByRole('region', { name: 'Reward tier' });
  await expect(tier).toContainText('Green Giver');
  await expect(tier.getByRole('img', { name: /^1 of 6 donations/ })).toBeVisible();
  await expect(tier.getByText(tierRules['Gold Giver'])).toBeHidden();
  await tier.getByText('How the tiers work').click();
  for (const rule of Object.values(tierRules)) await expect(tier.getByText(rule)).toBeVisible();

  const badges = page.getByRole('region', { name: 'Badges' });
  await expect(badges).toContainText('Next: Green Contributor, 2 more donations.');
  await expect(badges.getByText('Earned with 1 donation')).toBeVisible();
  await expect(page.getByRole('img', { name: /percent of the goal/ })).toBeVisible();

  await page.getByRole('link', { name: 'Where to use them' }).click();
  await expect(page).toHaveURL(/\/discounts$/);
  await expect(page.getByRole('heading', { name: 'Main Street Thrift' })).toBeVisible();
});

test('every code that can be used opens large, to be shown, copied and printed', async ({ page, site }) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const codes = page.getByRole('region', { name: 'Reward codes' });
  const large = codes.getByRole('group', { name: /^Reward code RR-/ });
  const first = await large.getByText(/^RR-/).innerText();
  const other = codes.getByRole('list', { name: 'More codes' }).getByRole('listitem').first();
  const second = await other.getByText(/^RR-/).innerText();
  await other.getByRole('button', { name: `Show large ${second}` }).click();
  await expect(large.getByText(second)).toBeVisible();
  await expect(large).toBeFocused();
  await expect(large.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await large.getByRole('button', { name: 'Copy code' }).click();
  await expect(large.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second);
  await codes.getByRole('button', { name: `Show large ${first}` }).click();
  await expect(large.getByText(first)).toBeVisible();
});

test('a donor reads what was measured otherwise than claimed', async ({ page, site }) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const donations = page.getByRole('region', { name: 'Recent donations' }).getByRole('listitem');
  await expect(donations.filter({ hasText: '3kg+ claimed, measured 1-2kg' })).toContainText(
    '3kg+ claimed, measured 1-2kg: it does not count toward Gold Giver.',
  );
  await expect(donations.filter({ hasText: 'measured' })).toHaveCount(1);
});

test('a donor reads that a place is not known', async ({ page, site }) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const donations = page.getByRole('region', { name: 'Recent donations' }).getByRole('listitem');
  await expect(donations.filter({ hasText: 'UC East' })).toHaveCount(1);
  await expect(donations.filter({ hasText: 'No bin' })).toHaveCount(2);
  await expect(page.getByText('Manual entry')).toHaveCount(0);
});

test('the community goal is reached at its last half kilogram', async ({ page, site }) => {
  await furnish(site);
  const setGoal = (kilograms: number) =>
    site.database.execute(sql`update settings set monthly_goal_kilograms = ${kilograms}`);
  // Confirmed are 2.5, 0.5 and 1.5 kg.
  await setGoal(4.6);
  await signInDonor(page, 'AOKAFOR');
  await expect(page.getByRole('img', { name: '97 percent of the goal' })).toBeVisible();
  await setGoal(4.5);
  // A change that no call made is shown once the kept answer is a second old.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('img', { name: 'Goal reached' })).toHaveText('Goal reached', {
      timeout: 2000,
    });
  }).toPass();
});

test('a dashboard that cannot be loaded says so, and loads at the next try', async ({ browser, site }) => {
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await signInDonor(page, 'NEWCOMER');
  await expect(page.getByText('No active rewards yet.')).toBeVisible();
  await expect(page.getByText('No donations yet.')).toBeVisible();
  await site.database.execute(sql`alter table discount_codes rename to discount_codes_away`);
  try {
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load dashboard');
  } finally {
    await site.database.execute(sql`alter table discount_codes_away rename to discount_codes`);
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No donations yet.')).toBeVisible();
  await page.close();
});

test('terms that did not come at one screen are asked for at the next', async ({ browser, site }) => {
  await site.database.execute(sql`update settings set uses_per_code = 3`);
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await page.route('**/api/public/site', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await signInDonor(page, 'NEWCOMER');
  await failed;
  await page.unroute('**/api/public/site');
  await page.getByRole('link', { name: 'Discounts' }).first().click();
  await expect(page.getByText('Each code can be used 3 times within 30 days.')).toBeVisible();
  await page.close();
});
