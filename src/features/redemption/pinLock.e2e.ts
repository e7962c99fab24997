import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { loseAnswers } from '#e2e/lostAnswers.ts';
import { codeAndStore } from '#server/testing/scenarios.ts';
import { PIN_IDLE_MINUTES } from './pinLock.ts';

const pinField = (page: Page) => page.getByLabel('Partner PIN');
const kept = (page: Page) => page.getByRole('banner').getByText(/^PIN kept, locks in \d+ min$/);

/** A till whose PIN is kept, with its own clock. */
async function keepPin(page: Page, pin: string): Promise<void> {
  await page.clock.install();
  await page.goto('/redeem');
  const box = page.getByLabel('Keep the PIN for the next customer');
  await expect(box).toHaveAccessibleDescription(new RegExp(`after ${PIN_IDLE_MINUTES} minutes`));
  await box.check();
  await pinField(page).fill(pin);
  await expect(kept(page)).toHaveText('PIN kept, locks in 30 min');
}

test('on a phone on its side a kept PIN is locked beside any verdict', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/redeem');
  await page.getByLabel('Keep the PIN for the next customer').check();
  await pinField(page).fill(pin);
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  const lock = page.getByRole('button', { name: 'Lock' });
  for (const title of ['Valid Code', 'Redeemed']) {
    const verdict = page.getByRole('heading', { name: title });
    await expect(verdict).toBeInViewport({ ratio: 1 });
    await lock.scrollIntoViewIfNeeded();
    await expect(lock).toBeInViewport({ ratio: 1 });
    await expect(verdict).toBeInViewport({ ratio: 1 });
    if (title === 'Valid Code') await page.getByRole('button', { name: 'Redeem Now' }).click();
  }
  await lock.click();
  await expect(lock).toBeHidden();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(pinField(page)).toHaveValue('');
});

test('a kept PIN serves the next customer, and is forgotten after 30 minutes without a press', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  await keepPin(page, pin);
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reward code')).toBeFocused();
  await expect(pinField(page)).toHaveValue(pin);

  await page.clock.runFor('01:30');
  await expect(kept(page)).toHaveText('PIN kept, locks in 29 min');
  await page.clock.runFor('27:00');
  // A key counts as use.
  await page.keyboard.press('Tab');
  await page.clock.runFor('29:00');
  await expect(kept(page)).toHaveText('PIN kept, locks in 1 min');
  await expect(pinField(page)).toHaveValue(pin);
  await page.clock.runFor('01:01');
  await expect(pinField(page)).toHaveValue('');
  await expect(kept(page)).toBeHidden();
  await expect(pinField(page)).toHaveAccessibleDescription(/Locked\. Enter the PIN again\./);

  // That it was to be kept is not forgotten with it.
  await expect(page.getByLabel('Keep the PIN for the next customer')).toBeChecked();
  await pinField(page).fill(pin);
  await expect(kept(page)).toBeVisible();
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 uses left')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(pinField(page)).toHaveValue(pin);
  await expect(pinField(page)).not.toHaveAccessibleDescription(/Locked/);
});

test('a till that slept for 30 minutes is locked before the first key on it is heard', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  const uses: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') uses.push(request.url());
  });
  await keepPin(page, pin);
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  // The clock goes on; no timer does.
  await page.clock.pauseAt(Date.now() + 31 * 60_000);
  await page.keyboard.press('Enter');
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toHaveAccessibleDescription(/Please enter your Partner PIN/);
  expect(uses).toEqual([]);
});

test('Lock forgets the PIN at once, and the keyboard goes on where the clerk does', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  await keepPin(page, pin);
  const lock = page.getByRole('button', { name: 'Lock' });
  await lock.click();
  await expect(pinField(page)).toHaveValue('');
  await expect(lock).toBeHidden();
  await expect(page.getByLabel('Reward code')).toBeFocused();

  await pinField(page).fill(pin);
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await lock.click();
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveValue('');
});

test('where an answer got lost and the till was locked since, pressing again still counts once', async ({
  site,
  browser,
}) => {
  const { code, pin } = await codeAndStore(site);
  // Not the watched page: Chromium reports an answer that was taken from it as an error.
  const page = await browser.newPage({ baseURL: site.url });
  const keys = await loseAnswers(page, '**/api/redeem/*', 1);
  await keepPin(page, pin);
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'it counts once' })).toBeVisible();
  await page.getByRole('button', { name: 'Lock' }).click();
  await pinField(page).fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 use left')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  await page.close();
});

test('without what locks it no PIN is kept', async ({ browser, site }) => {
  const { pin } = await codeAndStore(site);
  // Not the watched page: Chromium reports a file that did not come as an error.
  const page = await browser.newPage({ baseURL: site.url });
  await page.route(/\/assets\/KeptPin-.*\.js$/, (route) => route.abort());
  await page.goto('/redeem');
  const box = page.getByLabel('Keep the PIN for the next customer');
  await pinField(page).fill(pin);
  await box.click();
  await expect(box).toHaveAccessibleDescription(/could not be kept/);
  await expect(box).not.toBeChecked();
  await page.close();
});
