import { expect, test } from '#e2e/fixtures.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';

/** A code with two uses, and the PIN of a store that takes it. */
async function codeAndStore(site: SiteUnderTest) {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  return { code, pin: (await partnerStore(admin)).pin };
}

test('a scanned code is checked as the page opens, once, and redeemed', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/redeem/')) checks.push(request.url());
  });
  await page.goto(`/redeem?code=${code.toLowerCase()}`);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page).toHaveURL(/\/redeem$/);
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Reward code')).toBeHidden();
  await expect(page.getByLabel('Partner PIN')).toBeFocused();
  expect(checks).toHaveLength(1);

  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 use left')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Reward code')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Redeem a code' })).toBeVisible();
});

for (const field of ['Reward code', 'Partner PIN', 'Clerk']) {
  test(`with all typed, the first Enter in "${field}" checks and the second redeems`, async ({
    page,
    site,
  }) => {
    const { code, pin } = await codeAndStore(site);
    await page.goto('/redeem');
    await page.getByLabel('Reward code').fill(code);
    await page.getByLabel('Partner PIN').fill(pin);
    await page.getByLabel(field).press('Enter');
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await expect(page.getByLabel('Partner PIN')).toHaveValue(pin);
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
  });
}

test('Enter before a code is typed says so at its field, wherever it is pressed', async ({ page }) => {
  for (const field of ['Reward code', 'Partner PIN', 'Clerk']) {
    await page.goto('/redeem');
    await page.getByLabel(field).click();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Reward code'), field).toHaveAccessibleDescription(
      /Enter a reward code first\./,
    );
    await expect(page.getByLabel('Reward code'), field).toBeFocused();
  }
  await page.keyboard.type('R');
  await expect(page.getByLabel('Reward code')).not.toHaveAccessibleDescription(/Enter a reward code first/);
});

test('an Enter that is held down checks, and takes no use', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  await page.goto('/redeem');
  await page.getByLabel('Reward code').fill(code);
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Partner PIN').focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.goto(`/redeem?code=${code}`);
  await expect(page.getByText('2 uses left')).toBeVisible();
});

test('the clerk’s name outlives a reload, whatever was done before it; the PIN does not', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  const clerk = page.getByLabel('Clerk');
  await page.goto('/redeem');
  await clerk.fill('MK');
  await page.reload();
  await expect(clerk).toHaveValue('MK');

  await clerk.fill('Robin');
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Keep the PIN for the next customer').check();
  await page.getByLabel('Reward code').fill(code);
  await page.getByRole('button', { name: 'Check Code' }).click();
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(page.getByLabel('Partner PIN')).toHaveValue(pin);
  await page.reload();
  await expect(clerk).toHaveValue('Robin');
  await expect(page.getByLabel('Partner PIN')).toHaveValue('');
  await expect(page.getByLabel('Keep the PIN for the next customer')).not.toBeChecked();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain(pin);

  await clerk.fill('');
  await page.reload();
  await expect(clerk).toHaveValue('');
});
