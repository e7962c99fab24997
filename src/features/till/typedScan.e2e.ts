import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scanByKeys } from '#e2e/typingScanner.ts';
import { codeAndStore, confirmedCode } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';

/** Two codes with two uses each, and the PIN of a store that takes them. */
async function codesAndStore(site: SiteUnderTest) {
  const admin = await site.admin();
  const { code: next } = await confirmedCode(site, admin, { studentId: 'KFRIESEN' });
  return { ...(await codeAndStore(site, admin)), next };
}

const address = (code: string) => `https://reround.example/redeem?code=${code}`;
const codeField = (page: Page) => page.getByLabel('Reward code');
const pinField = (page: Page) => page.getByLabel('Partner PIN');
const clerkField = (page: Page) => page.getByLabel('Clerk');
const valid = (page: Page) => page.getByRole('heading', { name: 'Valid Code' });
const newCode = (page: Page) => page.getByRole('button', { name: 'New code' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

test('a scanner that types is checked by its Enter, wherever the focus is, and redeems nothing', async ({
  page,
  site,
}) => {
  const { code, next, pin } = await codesAndStore(site);
  await page.goto('/redeem');
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeEnabled();

  await test.step('in the code’s field it waits for its Enter, and a second scan replaces the first', async () => {
    await codeField(page).focus();
    await scanByKeys(page, address(code), { end: 'none' });
    await expect(valid(page)).toBeHidden();
    await scanByKeys(page, address(next));
    await expect(valid(page)).toBeVisible();
    await expect(shown(page, next)).toBeVisible();
    await newCode(page).click();
    await expect(codeField(page)).toHaveValue('');
    for (const scanned of ['RR-ZZZZZZ', 'RR-YYYYYY']) {
      await scanByKeys(page, address(scanned));
      await expect(shown(page, scanned)).toBeVisible();
      await expect(codeField(page)).toHaveValue(scanned);
    }
    await codeField(page).fill('');
  });

  await test.step('in the fields of PIN and clerk it leaves what stood there', async () => {
    for (const field of [clerkField(page), pinField(page)]) {
      await field.fill('48');
      await codeField(page).focus();
      await field.focus();
      await page.keyboard.press('End');
      await scanByKeys(page, address(code));
      await expect(shown(page, code)).toBeVisible();
      await expect(field).toHaveValue('48');
      await newCode(page).click();
    }
    await expect(clerkField(page)).toHaveValue('48');
    await expect(pinField(page)).toHaveValue('');
  });

  await test.step('from a button, which is not pressed, and from nowhere', async () => {
    await page.getByRole('button', { name: 'Use camera' }).focus();
    await scanByKeys(page, address(code));
    await expect(valid(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await newCode(page).click();
    await page.locator('body').click({ position: { x: 4, y: 400 } });
    await scanByKeys(page, address(next));
    await expect(shown(page, next)).toBeVisible();
  });

  await test.step('after a verdict it is the next customer’s, who gives no PIN that was typed for the one before', async () => {
    await pinField(page).fill(pin);
    await newCode(page).focus();
    // The same once more, by a hand that slipped, changes nothing.
    await scanByKeys(page, address(next));
    await expect(valid(page)).toBeVisible();
    await expect(pinField(page)).toHaveValue(pin);
    await newCode(page).focus();
    await scanByKeys(page, address(code));
    await expect(shown(page, code)).toBeVisible();
    await expect(pinField(page)).toHaveValue('');
    await expect(pinField(page)).toBeFocused();
  });

  await test.step('names that hold a code by chance stay where they are', async () => {
    await clerkField(page).fill('');
    await clerkField(page).pressSequentially('Harry-Peters');
    await page.keyboard.press('Enter');
    await expect(pinField(page)).toHaveAccessibleDescription(/Please enter your Partner PIN/);
    await expect(clerkField(page)).toHaveValue('Harry-Peters');
  });

  await test.step('with a kept PIN neither a scan nor a price label takes a use, and an Enter of its own does', async () => {
    await pinField(page).fill(pin);
    await page.getByLabel('Keep the PIN for the next customer').check();
    for (const scanned of [address(code), address(next), address(next), '5012345678900']) {
      await scanByKeys(page, scanned);
      await expect(page.getByText('2 uses left')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeEnabled();
    }
    await expect(shown(page, next)).toBeVisible();
    await page.getByRole('button', { name: 'Redeem Now' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    await scanByKeys(page, address(code));
    await expect(shown(page, code)).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
  });
});

test('a scan neither comes late, nor between a use', async ({ page, site }) => {
  const { code, next, pin } = await codesAndStore(site);
  await page.goto('/redeem');
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeEnabled();

  await test.step('an answer that comes late leaves the verdict on the next customer’s code as it is', async () => {
    const nextAnswered = Promise.withResolvers<void>();
    await page.route(`**/api/redeem/${code}`, async (route) => {
      await nextAnswered.promise;
      await route.continue();
    });
    await scanByKeys(page, address(code));
    await scanByKeys(page, address(next));
    await expect(valid(page)).toBeVisible();
    const late = page.waitForResponse(`**/api/redeem/${code}`);
    nextAnswered.resolve();
    await (await late).finished();
    // What the answer brings about is drawn by then.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(valid(page)).toBeVisible();
    await expect(shown(page, next)).toBeVisible();
    await page.unroute(`**/api/redeem/${code}`);
  });

  await test.step('while a use is being taken a scan changes nothing', async () => {
    const scanned = Promise.withResolvers<void>();
    await page.route('**/api/redeem/*', async (route) => {
      if (route.request().method() === 'POST') await scanned.promise;
      await route.continue();
    });
    await pinField(page).fill(pin);
    await clerkField(page).fill('MK');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByRole('button', { name: 'Redeeming…' })).toBeVisible();
    await clerkField(page).focus();
    await scanByKeys(page, address(code));
    await expect(clerkField(page)).toHaveValue('MK');
    scanned.resolve();
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(shown(page, next)).toBeVisible();
  });
});
