import type { Locator, Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { partnerStore } from '#server/testing/scenarios.ts';
import { codeOn, expect, test } from './fixtures.ts';

test('a donor, a clerk and a visitor do everything without a mouse', async ({ page, site }) => {
  test.slow();
  const admin = await site.admin();

  await test.step('a donor logs only one donation by pressing Enter twice', async () => {
    await page.goto('/');
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Log Donation' }));
    await page.keyboard.press('Enter');
    await type(page, 'Student ID', 'JTHIESSEN');
    await tabTo(page, page.getByRole('radio', { name: /^1-2kg/ }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('button', { name: 'Log Donation' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
    const { body } = await admin.call(deciding.searchDonations, { query: {} });
    expect(body.items).toMatchObject([{ student_id: 'JTHIESSEN', weight: '2-3kg' }]);
    await admin.call(deciding.confirmDonation, { body: { id: body.items[0]?.id ?? 0 } });
  });

  let code = '';
  await test.step('the donor signs in and finds the code', async () => {
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'View Dashboard' }));
    await page.keyboard.press('Enter');
    await type(page, 'Donor ID or email', 'JTHIESSEN');
    await page.keyboard.press('Enter');
    code = await codeOn(page);
  });

  await test.step('a clerk checks and redeems it', async () => {
    const store = await partnerStore(admin, 'Main Street Thrift');
    await page.goto('/redeem');
    await type(page, 'Reward code', code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await type(page, 'Partner PIN', store.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 use left')).toBeVisible();
  });

  await test.step('a visitor asks for a pickup', async () => {
    await page.goto('/bric-a-brac');
    await tabTo(page, page.getByRole('link', { name: 'Call for Pickup' }));
    await page.keyboard.press('Enter');
    await type(page, 'Name', 'Noah Reimer');
    await type(page, 'Phone optional', '204 555 0122');
    await type(page, 'Address', '12 Osborne Street');
    await type(page, 'Items', 'Two boxes of books');
    await tabTo(page, page.getByRole('button', { name: 'Request Pickup' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeVisible();
  });

  await test.step('the visitor reports a bin, and the focus returns to the opener', async () => {
    const east = { name: 'UC East', location: 'University Centre', binCode: 'UC_EAST' };
    await admin.call(bins.createBin, { body: east });
    await page.goto('/bric-a-brac');
    const opener = page.getByRole('button', { name: 'Report a Full / Damaged Bin' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Bin', { exact: true }));
    await page.keyboard.type('UC');
    await tabTo(page, page.getByRole('button', { name: 'Send' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you. We will look after the bin.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

const MOST_TABS = 60;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}
