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

for (const field of ['Partner PIN', 'Clerk']) {
  test(`a code that is scanned while the focus is in "${field}" is checked, and leaves nothing there`, async ({
    page,
    site,
  }) => {
    const { code } = await codesAndStore(site);
    await openTill(page);
    await page.getByLabel(field).fill('48');
    await scanByKeys(page, address(code));
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByLabel(field)).toHaveValue('48');
    // The form's own value is the field's.
    await page.getByRole('button', { name: 'New code' }).click();
    await expect(page.getByLabel('Clerk')).toHaveValue(field === 'Clerk' ? '48' : '');
  });
}

test('no button is pressed by what a scanner types, and it is checked without an Enter, too', async ({
  page,
  site,
}) => {
  const { code, next } = await codesAndStore(site);
  await openTill(page);
  await page.getByRole('button', { name: 'Use camera' }).focus();
  await scanByKeys(page, address(code));
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'New code' }).click();
  await page.locator('body').click({ position: { x: 4, y: 400 } });
  await scanByKeys(page, address(next), { end: 'none' });
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
});

test('with a kept PIN a scan checks, and only an Enter of its own redeems', async ({ page, site }) => {
  const { code, next, pin } = await codesAndStore(site);
  await openTill(page);
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Keep the PIN for the next customer').check();
  await scanByKeys(page, address(code));
  const redeem = page.getByRole('button', { name: 'Redeem Now' });
  await expect(redeem).toBeFocused();
  await expect(page.getByText('2 uses left')).toBeVisible();

  // The next customer's code, and then a price label, which is no code: neither takes a use.
  await scanByKeys(page, address(next));
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(redeem).toBeFocused();
  await scanByKeys(page, '5012345678900');
  await expect(page.getByText('2 uses left')).toBeVisible();

  // A person's Enter comes later than the second one that some scanners send.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText('1 use left')).toBeVisible();
  await scanByKeys(page, address(code));
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByText('2 uses left')).toBeVisible();
});

test('after a verdict a scan is the next customer’s, who gives no PIN that was typed for the one before', async ({
  page,
  site,
}) => {
  const { code, next, pin } = await codesAndStore(site);
  await openTill(page);
  await scanByKeys(page, address(code));
  await page.getByLabel('Partner PIN').fill(pin);
  // The same once more, by a hand that slipped, changes nothing.
  await scanByKeys(page, address(code));
  await expect(page.getByText('2 uses left')).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toHaveValue(pin);

  await scanByKeys(page, address(next));
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(page.getByText('2 uses left')).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toHaveValue('');
  await expect(page.getByLabel('Partner PIN')).toBeFocused();
});

test('an answer that comes late leaves the verdict on the next customer’s code as it is', async ({
  page,
  site,
}) => {
  const { code, next } = await codesAndStore(site);
  let goOn = () => {};
  const isNextAnswered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**/api/redeem/${code}`, async (route) => {
    await isNextAnswered;
    await route.continue();
  });
  await openTill(page);
  await scanByKeys(page, address(code));
  await scanByKeys(page, address(next));
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  const late = page.waitForResponse(`**/api/redeem/${code}`);
  goOn();
  await (await late).finished();
  // What the answer brings about is drawn by then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
});

test('while a use is being taken a scan changes nothing', async ({ page, site }) => {
  const { code, next, pin } = await codesAndStore(site);
  let goOn = () => {};
  const answered = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/redeem/*', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.continue();
  });
  await openTill(page);
  await scanByKeys(page, address(code));
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Clerk').fill('MK');
  await page.getByRole('button', { name: 'Redeem Now' }).click();
  await expect(page.getByRole('button', { name: 'Redeeming…' })).toBeVisible();
  await page.getByLabel('Clerk').focus();
  await scanByKeys(page, address(next));
  await expect(page.getByLabel('Clerk')).toHaveValue('MK');
  goOn();
  await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByText(/MK/)).toBeVisible();
});

test('in the code’s field a scan waits for its Enter, under another keyboard, too', async ({
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
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/redeem/')) asked.push(request.url());
  });
  await openTill(page);
  const field = page.getByLabel('Reward code');
  await field.focus();
  await scanByKeys(page, address(code), { end: 'none', layout: french });
  await expect(field).toHaveValue(code);
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue(code.slice(0, -1));
  expect(asked).toEqual([]);

  await field.fill('');
  await scanByKeys(page, address(next), { layout: french });
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('names and PINs that are typed at once stay where they are', async ({ page, site }) => {
  const { code, pin } = await codesAndStore(site);
  await openTill(page);
  await page.getByLabel('Reward code').fill(code);
  await page.getByLabel('Clerk').focus();
  await scanByKeys(page, 'Harry-Peters', { end: 'none' });
  await expect(page.getByLabel('Clerk')).toHaveValue('Harry-Peters');
  await page.getByLabel('Partner PIN').focus();
  await scanByKeys(page, pin);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toHaveValue(pin);
});
