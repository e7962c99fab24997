import { sql } from 'drizzle-orm';
import { expect, test } from '#e2e/fixtures.ts';
import { scanByKeys } from '#e2e/typingScanner.ts';
import { french } from '#e2e/usKeyboard.ts';
import { codeAndStore, confirmedCode } from '#server/testing/scenarios.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import type { Page } from '@playwright/test';

/** Two codes with two uses each, and the PIN of a store that takes them. */
async function codesAndStore(site: SiteUnderTest) {
  const admin = await site.admin();
  const { code: next } = await confirmedCode(site, admin, { studentId: 'KFRIESEN' });
  return { ...(await codeAndStore(site, admin)), next };
}

const address = (code: string) => `https://reround.example/redeem?code=${code}`;

/** Opens the till, and waits until it hears scanners. */
async function openTill(page: Page): Promise<void> {
  const heard = page.waitForResponse(/\/assets\/tillScanner-/);
  await page.goto('/redeem');
  await heard;
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeEnabled();
}

test('a scan is checked wherever the focus is, leaves nothing there and redeems nothing', async ({
  page,
  site,
}) => {
  const { code, next, pin } = await codesAndStore(site);
  const clerk = page.getByLabel('Clerk');
  const pinField = page.getByLabel('Partner PIN');
  const redeem = page.getByRole('button', { name: 'Redeem Now' });
  const valid = page.getByRole('heading', { name: 'Valid Code' });
  const newCode = page.getByRole('button', { name: 'New code' });
  const shown = (text: string) => page.getByText(text, { exact: true });
  await openTill(page);

  await test.step('from the fields of PIN and clerk', async () => {
    for (const field of [clerk, pinField]) {
      await field.fill('48');
      await scanByKeys(page, address(code));
      await expect(valid).toBeVisible();
      await expect(field).toHaveValue('48');
      // The form's own value is the field's.
      await newCode.click();
    }
    await expect(clerk).toHaveValue('48');
    await expect(pinField).toHaveValue('');
  });

  await test.step('from a button, which is not pressed, and from nowhere without an Enter', async () => {
    await page.getByRole('button', { name: 'Use camera' }).focus();
    await scanByKeys(page, address(code));
    await expect(valid).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await newCode.click();
    await page.locator('body').click({ position: { x: 4, y: 400 } });
    await scanByKeys(page, address(next), { end: 'none' });
    await expect(shown(next)).toBeVisible();
    await expect(valid).toBeVisible();
  });

  await test.step('after a verdict it is the next customer’s, who gives no PIN that was typed for the one before', async () => {
    await pinField.fill(pin);
    // The same once more, by a hand that slipped, changes nothing.
    await scanByKeys(page, address(next));
    await expect(pinField).toHaveValue(pin);
    await scanByKeys(page, address(code));
    await expect(shown(code)).toBeVisible();
    await expect(pinField).toHaveValue('');
    await expect(pinField).toBeFocused();
    await newCode.click();
  });

  await test.step('names and PINs that are typed at once stay where they are', async () => {
    await page.getByLabel('Reward code').fill(code);
    await clerk.fill('');
    await scanByKeys(page, 'Harry-Peters', { end: 'none' });
    await expect(clerk).toHaveValue('Harry-Peters');
    await pinField.focus();
    await scanByKeys(page, pin);
    await expect(valid).toBeVisible();
    await expect(pinField).toHaveValue(pin);
  });

  await test.step('with a kept PIN neither a scan nor a price label takes a use, and an Enter of its own does', async () => {
    await page.getByLabel('Keep the PIN for the next customer').check();
    for (const scanned of [address(code), address(next), '5012345678900']) {
      await scanByKeys(page, scanned);
      await expect(page.getByText('2 uses left')).toBeVisible();
    }
    await expect(shown(next)).toBeVisible();
    await redeem.focus();
    // A person's Enter comes later than the second one that some scanners send.
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page.getByText('1 use left')).toBeVisible();
    await scanByKeys(page, address(code));
    await expect(shown(code)).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
  });
});

test('a scan neither comes late, nor between a use, nor in another keyboard’s letters', async ({
  page,
  site,
}) => {
  const drawn = await codesAndStore(site);
  // Each has letters that lie elsewhere on a French keyboard: a drawn one may have none.
  const [code, next] = ['RR-AQW2Z7', 'RR-MQ4WZA'];
  for (const [text, known] of [
    [drawn.code, code],
    [drawn.next, next],
  ])
    await site.database.execute(sql`update discount_codes set code = ${known} where code = ${text}`);
  const valid = page.getByRole('heading', { name: 'Valid Code' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/redeem/')) asked.push(request.method());
  });
  await openTill(page);

  await test.step('in the code’s field a scan waits for its Enter, under another keyboard, too', async () => {
    const field = page.getByLabel('Reward code');
    await field.focus();
    await scanByKeys(page, address(code), { end: 'none', layout: french });
    await expect(field).toHaveValue(code);
    await page.keyboard.press('Backspace');
    await expect(field).toHaveValue(code.slice(0, -1));
    expect(asked).toEqual([]);
    await field.fill('');
    await scanByKeys(page, address(next), { layout: french });
    await expect(valid).toBeVisible();
    await expect(page.getByText(next, { exact: true })).toBeVisible();
    expect(asked).toHaveLength(1);
    await page.getByRole('button', { name: 'New code' }).click();
    await page.locator('body').click({ position: { x: 4, y: 400 } });
  });

  await test.step('an answer that comes late leaves the verdict on the next customer’s code as it is', async () => {
    const nextAnswered = Promise.withResolvers<void>();
    await page.route(`**/api/redeem/${code}`, async (route) => {
      await nextAnswered.promise;
      await route.continue();
    });
    await scanByKeys(page, address(code));
    await scanByKeys(page, address(next));
    await expect(valid).toBeVisible();
    const late = page.waitForResponse(`**/api/redeem/${code}`);
    nextAnswered.resolve();
    await (await late).finished();
    // What the answer brings about is drawn by then.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(valid).toBeVisible();
    await expect(page.getByText(next, { exact: true })).toBeVisible();
    await page.unroute(`**/api/redeem/${code}`);
  });

  await test.step('while a use is being taken a scan changes nothing', async () => {
    const scanned = Promise.withResolvers<void>();
    await page.route('**/api/redeem/*', async (route) => {
      if (route.request().method() === 'POST') await scanned.promise;
      await route.continue();
    });
    await page.getByLabel('Partner PIN').fill(drawn.pin);
    await page.getByLabel('Clerk').fill('MK');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByRole('button', { name: 'Redeeming…' })).toBeVisible();
    await page.getByLabel('Clerk').focus();
    await scanByKeys(page, address(code));
    await expect(page.getByLabel('Clerk')).toHaveValue('MK');
    scanned.resolve();
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await expect(page.getByText(next, { exact: true })).toBeVisible();
  });
});
