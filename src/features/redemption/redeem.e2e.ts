import { expect, test } from '#e2e/fixtures.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';

test('a scanned code is checked as the page opens, once, and redeemed', async ({ page, site }) => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
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

  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByRole('button', { name: 'Redeem Now' }).click();
  await expect(page.getByText('1 use left')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Reward code')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Redeem a code' })).toBeVisible();
});
