import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { otherPartnerMessage } from '#features/till/rules.ts';
import { discountCodes } from '#server/db/schema.ts';
import { codeAndStore, partnerStore } from '#server/testing/scenarios.ts';
import { till } from '#words/till.tsx';
import { PIN_IDLE_MINUTES } from './rules.ts';

const codeField = (page: Page) => page.getByLabel('Reward code');
const pinField = (page: Page) => page.getByLabel('Partner PIN');
const clerkField = (page: Page) => page.getByLabel('Clerk');
const keepPin = (page: Page) => page.getByLabel('Keep the PIN for the next customer');
const redeemNow = (page: Page) => page.getByRole('button', { name: 'Redeem Now' });
const verdict = (page: Page, name: string) => page.getByRole('heading', { name });

/**
 * Loses the first answers to the POST calls of an address, after the server has acted on them.
 *
 * @returns the idempotency key of each call, added as the calls come.
 */
async function loseAnswers(page: Page, address: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    const response = await route.fetch();
    if (keys.length <= count) await route.abort('connectionreset');
    else await route.fulfill({ response });
  });
  return keys;
}

async function checkCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
  await expect(verdict(page, 'Valid Code')).toBeVisible();
}

test('a clerk redeems with the keyboard alone, and a surplus Enter takes no use', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  const checkedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/redeem/')) checkedUrls.push(request.url());
  });

  await test.step('a code in the address is checked once when the page opens', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(`/redeem?code=${code.toLowerCase()}`);
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    await expect(page).toHaveURL(/\/redeem$/);
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await expect(codeField(page)).toBeHidden();
    await expect(pinField(page)).toBeFocused();
    expect(checkedUrls).toHaveLength(1);
  });

  await test.step('on a phone on its side the verdict and the form stay above the keyboard', async () => {
    await page.setViewportSize({ width: 740, height: 190 });
    const formParts = [pinField(page), clerkField(page), redeemNow(page)];
    const visibleParts = [
      verdict(page, 'Valid Code'),
      page.getByText('2 uses left'),
      page.getByText(code),
      ...formParts,
    ];
    for (const part of visibleParts) await expect(part).toBeInViewport({ ratio: 1 });
    const tops = await Promise.all(formParts.map(async (part) => (await part.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    await pinField(page).fill(pin === '00000000' ? '11111111' : '00000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Invalid PIN')).toBeVisible();
    await expect(verdict(page, 'Valid Code')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'New code' }).click();
  });

  await test.step('Enter without a code gives an error at the code field, in whichever field it is pressed', async () => {
    for (const field of [clerkField(page), codeField(page)]) {
      await field.click();
      await page.keyboard.press('Enter');
      await expect(codeField(page)).toHaveAccessibleDescription(/Enter a reward code first\./);
      await expect(codeField(page)).toBeFocused();
    }
    await page.keyboard.type('R');
    await expect(codeField(page)).not.toHaveAccessibleDescription(/Enter a reward code first/);
  });

  await test.step('a code with an impossible character is not sent, and an unknown code is refused', async () => {
    await codeField(page).fill('RR-ABC10Z');
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toHaveAccessibleDescription(/Codes never contain O, 0, I, L or 1\./);
    await codeField(page).fill('RR-ZZZZZZ');
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Invalid Code')).toBeVisible();
    await expect(page.getByRole('status').getByText('Code not found')).toBeVisible();
    await expect(redeemNow(page)).toBeDisabled();
    await codeField(page).fill('');
  });

  await test.step('the clerk’s name outlives a reload, the PIN does not', async () => {
    await clerkField(page).fill('Robin');
    await pinField(page).fill(pin);
    await keepPin(page).check();
    await checkCode(page, code);
    await page.getByRole('button', { name: 'New code' }).click();
    await expect(pinField(page)).toHaveValue(pin);
    await page.reload();
    await expect(clerkField(page)).toHaveValue('Robin');
    await expect(pinField(page)).toHaveValue('');
    await expect(keepPin(page)).not.toBeChecked();
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(pin);
  });

  await test.step('with all fields filled in, an Enter that is held down checks the code and takes no use', async () => {
    await codeField(page).fill(code);
    await pinField(page).fill(pin);
    await pinField(page).focus();
    await page.keyboard.down('Enter');
    await expect(redeemNow(page)).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    await expect(pinField(page)).toHaveValue(pin);
  });

  await test.step('the next Enter redeems, and one more starts with the next customer', async () => {
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveValue('');
  });
});

test('pressing again after a lost answer counts once, and without a connection nothing counts', async ({
  site,
  browser,
}) => {
  const { code, pin } = await codeAndStore(site);
  // Not the fixture's page: Chromium logs each lost answer as an error, which the fixture fails on.
  const page = await browser.newPage({ baseURL: site.url });
  const redeemKeys = await loseAnswers(page, '**/api/redeem/*', 2);
  const undoKeys = await loseAnswers(page, '**/api/redeem/*/undo', 1);
  await page.goto('/redeem');
  const pressAgainError = page.getByRole('alert').filter({ hasText: till.pressAgain });
  const offlineNote = page.getByRole('status').filter({ hasText: till.offline });
  const offlineError = page.getByRole('alert').filter({ hasText: till.offline });

  await test.step('pressing again counts once by Enter, and with another clerk’s name', async () => {
    await keepPin(page).check();
    await pinField(page).fill(pin);
    await clerkField(page).fill('MK');
    await checkCode(page, code);
    await page.keyboard.press('Enter');
    await expect(pressAgainError).toBeVisible();
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    await expect(redeemNow(page)).toBeFocused();
    await clerkField(page).fill('Robin');
    await redeemNow(page).click();
    await expect.poll(() => redeemKeys.length).toBe(2);
    await expect(pressAgainError).toBeVisible();
  });

  await test.step('pressing again counts once if the till was locked in between', async () => {
    await page.getByRole('button', { name: 'Lock' }).click();
    await pinField(page).fill(pin);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText('1 use left')).toBeVisible();
    expect(redeemKeys).toHaveLength(3);
    expect(new Set(redeemKeys).size).toBe(1);
  });

  await test.step('with a remembered PIN the undo asks only for a confirmation', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(pinField(page)).toBeHidden();
    const giveBack = page.getByRole('button', { name: 'Give the use back' });
    await giveBack.click();
    await expect(page.getByRole('alert')).toContainText('Press Give the use back again: it counts once.');
    await giveBack.click();
    await expect(verdict(page, 'Given back')).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    expect(undoKeys).toHaveLength(2);
    expect(new Set(undoKeys).size).toBe(1);
  });

  await test.step('without a connection nothing is checked', async () => {
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.reload();
    await codeField(page).fill(code);
    await page.context().setOffline(true);
    await expect(offlineNote).toBeVisible();
    await page.getByRole('button', { name: 'Check Code' }).click();
    await expect(offlineError).toBeVisible();
    await page.context().setOffline(false);
    await expect(offlineNote).toBeHidden();
    await expect(offlineError).toBeHidden();
  });

  await test.step('without a connection nothing is redeemed, or sent later', async () => {
    await page.getByRole('button', { name: 'Check Code' }).click();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await pinField(page).fill(pin);
    await page.context().setOffline(true);
    await redeemNow(page).click();
    await expect(offlineError).toBeVisible();
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    await page.context().setOffline(false);
    await expect(offlineError).toBeHidden();
    expect(redeemKeys).toHaveLength(3);
    await redeemNow(page).click();
    await expect(page.getByText('1 use left')).toBeVisible();
    expect(redeemKeys).toHaveLength(4);
  });

  await test.step('without a connection nothing is given back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await pinField(page).fill(pin);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Give the use back' }).click();
    await expect(page.getByText('No connection. The use is not given back yet.')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Give the use back' }).click();
    await expect(verdict(page, 'Given back')).toBeVisible();
  });

  const question = page.getByText(`Give the use back to ${code}?`);
  await test.step('an undo that fails after the next customer has come is reported', async () => {
    await page.getByRole('button', { name: 'Next customer' }).click();
    await checkCode(page, code);
    await pinField(page).fill(pin);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await pinField(page).fill(pin);
    const nextCustomerCame = Promise.withResolvers<void>();
    await page.route('**/api/redeem/*/undo', async (route) => {
      await nextCustomerCame.promise;
      await route.abort('connectionreset');
    });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await expect(question).toBeHidden();
    nextCustomerCame.resolve();
    await expect(question).toBeVisible();
    await expect(page.getByText('Press Give the use back again: it counts once.')).toBeVisible();
  });

  await test.step('an undo that is pressed again counts once, also with another clerk’s name', async () => {
    const keys = await loseAnswers(page, '**/api/redeem/*/undo', 1);
    const today = page.getByRole('region', { name: 'Today at this till' });
    await today.getByRole('button', { name: `Undo ${code}` }).click();
    await today.getByLabel('Partner PIN').fill(pin);
    await page.keyboard.press('Enter');
    await expect(today.getByRole('alert')).toContainText('Press Give the use back again: it counts once.');
    await clerkField(page).fill('Dana');
    await today.getByRole('button', { name: 'Give the use back' }).click();
    await expect(page.getByText(`${code}: 2 uses left.`)).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
  await page.close();
});

test('a code of another store is refused in red, and a use is given back with the PIN for 15 minutes', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  const otherStore = await partnerStore(await site.admin(), 'Ash Thrift');
  await site.database.update(discountCodes).set({ partnerId: otherStore.partner.id });
  await page.clock.install();
  await page.goto('/redeem');
  const undo = page.getByRole('button', { name: 'Undo' });

  await test.step('the code of another store is refused', async () => {
    await checkCode(page, code);
    await pinField(page).fill(pin);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Invalid Code')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: otherPartnerMessage })).toBeVisible();
    await expect(page.getByRole('status').getByText('Do not take the saving off.')).toBeVisible();
    await expect(redeemNow(page)).toBeDisabled();
  });

  await test.step('its own store redeems it', async () => {
    await page.getByRole('button', { name: 'Check Code' }).click();
    await expect(verdict(page, 'Valid Code')).toBeVisible();
    await pinField(page).fill(otherStore.pin);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText(/^1[45]:\d\d left/)).toBeVisible();
  });

  await test.step('the undo asks for the PIN, which may be wrong', async () => {
    await undo.click();
    await expect(page.getByText(`Give the use back to ${code}?`)).toBeVisible();
    await expect(pinField(page)).toBeFocused();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(pinField(page)).toBeHidden();
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Give the use back' }).click();
    await expect(pinField(page)).toHaveAccessibleDescription('Please enter your Partner PIN.');
    await pinField(page).fill('00000000');
    await page.keyboard.press('Enter');
    await expect(pinField(page)).toHaveAccessibleDescription('Invalid PIN');
    await pinField(page).fill(otherStore.pin);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Given back')).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
  });

  await test.step('the undo asks for the PIN if the remembered one is wrong by now', async () => {
    await keepPin(page).check();
    await pinField(page).fill(otherStore.pin);
    await checkCode(page, code);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    const admin = await site.admin();
    const { body } = await admin.call(partners.rotatePartnerPin, { params: { id: otherStore.partner.id } });
    await undo.click();
    await page.getByRole('button', { name: 'Give the use back' }).click();
    await expect(pinField(page)).toHaveAccessibleDescription('Invalid PIN');
    await expect(pinField(page)).toBeFocused();
    await page.keyboard.type(body.pin);
    await page.getByRole('button', { name: 'Keep it' }).click();
  });

  await test.step('after 15 minutes a text says who gives the use back', async () => {
    await page.clock.fastForward('15:00');
    await expect(page.getByText(/After that the office does it: /)).toBeVisible();
    await expect(undo).toBeHidden();
  });
});

test('a remembered PIN serves the next customer, and is forgotten by Lock, by time and by sleep', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  const lockTime = page.getByRole('banner').getByText(/^PIN kept, locks in \d+ min$/);
  const lock = page.getByRole('button', { name: 'Lock' });
  await page.clock.install();
  await page.goto('/redeem');

  await test.step('after a redemption the PIN is still there', async () => {
    await expect(keepPin(page)).toHaveAccessibleDescription(new RegExp(`after ${PIN_IDLE_MINUTES} minutes`));
    await keepPin(page).check();
    await pinField(page).fill(pin);
    await expect(lockTime).toHaveText('PIN kept, locks in 30 min');
    await checkCode(page, code);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await expect(pinField(page)).toHaveValue(pin);
  });

  await test.step('Lock forgets the PIN for an undo that waits for its confirmation, too', async () => {
    const today = page.getByRole('region', { name: 'Today at this till' });
    await today.getByRole('button', { name: `Undo ${code}` }).click();
    await lock.click();
    await today.getByRole('button', { name: 'Give the use back' }).click();
    await expect(today.getByLabel('Partner PIN')).toHaveAccessibleDescription(
      'Please enter your Partner PIN.',
    );
    await today.getByRole('button', { name: 'Keep it' }).click();
    await pinField(page).fill(pin);
  });

  await test.step('after 30 minutes without activity the PIN is forgotten', async () => {
    await page.clock.runFor('28:30');
    await expect(lockTime).toHaveText('PIN kept, locks in 2 min');
    // A key counts as activity.
    await page.keyboard.press('Tab');
    await page.clock.runFor('29:00');
    await expect(lockTime).toHaveText('PIN kept, locks in 1 min');
    await page.clock.runFor('01:01');
    await expect(pinField(page)).toHaveValue('');
    await expect(lockTime).toBeHidden();
    await expect(pinField(page)).toHaveAccessibleDescription(/Locked\. Enter the PIN again\./);
    // The checkbox stays ticked.
    await expect(keepPin(page)).toBeChecked();
  });

  await test.step('Lock forgets the PIN and focuses the next field, also beside a verdict on a phone on its side', async () => {
    await pinField(page).fill(pin);
    await expect(lockTime).toBeVisible();
    await lock.click();
    await expect(pinField(page)).toHaveValue('');
    await expect(codeField(page)).toBeFocused();
    await pinField(page).fill(pin);
    await page.setViewportSize({ width: 740, height: 360 });
    await checkCode(page, code);
    await lock.scrollIntoViewIfNeeded();
    await expect(lock).toBeInViewport({ ratio: 1 });
    await expect(verdict(page, 'Valid Code')).toBeInViewport({ ratio: 1 });
    await lock.click();
    await expect(lock).toBeHidden();
    await expect(pinField(page)).toBeFocused();
    await expect(pinField(page)).toHaveValue('');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a till that slept is locked before its first key acts', async () => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await pinField(page).fill(pin);
    await redeemNow(page).focus();
    // The clock moves on, but no timer runs.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 31 * 60_000));
    await page.keyboard.press('Enter');
    await expect(pinField(page)).toHaveValue('');
    await expect(pinField(page)).toHaveAccessibleDescription(/Please enter your Partner PIN/);
    expect(posts).toEqual([]);
  });
});
