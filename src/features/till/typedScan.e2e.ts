import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scanByKeys } from '#e2e/typingScanner.ts';
import { codeAndStore, confirmedCode } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';

/** Creates two codes with two uses each, and a store. */
async function createCodesAndStore(site: SiteUnderTest) {
  const admin = await site.admin();
  const { code: nextCode } = await confirmedCode(site, admin, { studentId: 'KFRIESEN' });
  return { ...(await codeAndStore(site, admin)), nextCode };
}

const address = (code: string) => `https://reround.example/redeem?code=${code}`;
const codeField = (page: Page) => page.getByLabel('Reward code');
const pinField = (page: Page) => page.getByLabel('Partner PIN');
const clerkField = (page: Page) => page.getByLabel('Clerk');
const valid = (page: Page) => page.getByRole('heading', { name: 'Valid Code' });
const newCode = (page: Page) => page.getByRole('button', { name: 'New code' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

test('a code from a scanner that types is checked by its Enter, wherever the focus is, and not redeemed', async ({
  page,
  site,
}) => {
  const { code, nextCode, pin } = await createCodesAndStore(site);
  await page.goto('/redeem');
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeEnabled();

  await test.step('in the code field it waits for its Enter, and a second scan replaces the first', async () => {
    await codeField(page).focus();
    await scanByKeys(page, address(code), { end: 'none' });
    await expect(valid(page)).toBeHidden();
    await scanByKeys(page, address(nextCode));
    await expect(valid(page)).toBeVisible();
    await expect(shown(page, nextCode)).toBeVisible();
    await newCode(page).click();
    await expect(codeField(page)).toHaveValue('');
    for (const scannedCode of ['RR-ZZZZZZ', 'RR-YYYYYY']) {
      await scanByKeys(page, address(scannedCode));
      await expect(shown(page, scannedCode)).toBeVisible();
      await expect(codeField(page)).toHaveValue(scannedCode);
    }
    await codeField(page).fill('');
  });

  await test.step('in the PIN and clerk fields the earlier text stays', async () => {
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

  await test.step('with the focus on a button the button is not pressed, and it works without a focus, too', async () => {
    await page.getByRole('button', { name: 'Use camera' }).focus();
    await scanByKeys(page, address(code));
    await expect(valid(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await newCode(page).click();
    await page.locator('body').click({ position: { x: 4, y: 400 } });
    await scanByKeys(page, address(nextCode));
    await expect(shown(page, nextCode)).toBeVisible();
  });

  await test.step('after a verdict another code is the next customer’s, and the typed PIN is cleared', async () => {
    await pinField(page).fill(pin);
    await newCode(page).focus();
    // The same code, scanned again by mistake, changes nothing.
    await scanByKeys(page, address(nextCode));
    await expect(valid(page)).toBeVisible();
    await expect(pinField(page)).toHaveValue(pin);
    await newCode(page).focus();
    await scanByKeys(page, address(code));
    await expect(shown(page, code)).toBeVisible();
    await expect(pinField(page)).toHaveValue('');
    await expect(pinField(page)).toBeFocused();
  });

  await test.step('a name that contains a code by chance stays in its field', async () => {
    await clerkField(page).fill('');
    await clerkField(page).pressSequentially('Harry-Peters');
    await page.keyboard.press('Enter');
    await expect(pinField(page)).toHaveAccessibleDescription(/Please enter your Partner PIN/);
    await expect(clerkField(page)).toHaveValue('Harry-Peters');
  });

  await test.step('with a remembered PIN neither a scan nor a price label takes a use, but a separate Enter does', async () => {
    await pinField(page).fill(pin);
    await page.getByLabel('Keep the PIN for the next customer').check();
    for (const scanned of [address(code), address(nextCode), address(nextCode), '5012345678900']) {
      await scanByKeys(page, scanned);
      await expect(page.getByText('2 uses left')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeEnabled();
    }
    await expect(shown(page, nextCode)).toBeVisible();
    await page.getByRole('button', { name: 'Redeem Now' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    await scanByKeys(page, address(code));
    await expect(shown(page, code)).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
  });
});

test('neither a late answer nor a scan during a redemption changes the verdict', async ({ page, site }) => {
  const { code, nextCode, pin } = await createCodesAndStore(site);
  await page.goto('/redeem');
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeEnabled();

  await test.step('a late answer does not replace the verdict on the next customer’s code', async () => {
    const nextAnswered = Promise.withResolvers<void>();
    await page.route(`**/api/redeem/${code}`, async (route) => {
      await nextAnswered.promise;
      await route.continue();
    });
    await scanByKeys(page, address(code));
    await scanByKeys(page, address(nextCode));
    await expect(valid(page)).toBeVisible();
    const lateResponse = page.waitForResponse(`**/api/redeem/${code}`);
    nextAnswered.resolve();
    await (await lateResponse).finished();
    // By then the page has rendered the answer.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(valid(page)).toBeVisible();
    await expect(shown(page, nextCode)).toBeVisible();
    await page.unroute(`**/api/redeem/${code}`);
  });

  await test.step('a scan during a redemption changes nothing', async () => {
    const isScanned = Promise.withResolvers<void>();
    await page.route('**/api/redeem/*', async (route) => {
      if (route.request().method() === 'POST') await isScanned.promise;
      await route.continue();
    });
    await pinField(page).fill(pin);
    await clerkField(page).fill('MK');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByRole('button', { name: 'Redeeming…' })).toBeVisible();
    await clerkField(page).focus();
    await scanByKeys(page, address(code));
    await expect(clerkField(page)).toHaveValue('MK');
    isScanned.resolve();
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(shown(page, nextCode)).toBeVisible();
  });
});
