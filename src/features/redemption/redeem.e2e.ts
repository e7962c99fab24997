import { expect, test } from '#e2e/fixtures.ts';
import { loseAnswers } from '#e2e/lostAnswers.ts';
import { discountCodes } from '#server/schema.ts';
import { codeAndStore, partnerStore } from '#server/testing/scenarios.ts';

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

test('where the answer to a use got lost, pressing again counts once, by Enter too', async ({
  site,
  browser,
}) => {
  const { code, pin } = await codeAndStore(site);
  // Not the watched page: Chromium reports an answer that was taken from it as an error.
  const page = await browser.newPage({ baseURL: site.url });
  const keys = await loseAnswers(page, '**/api/redeem/*', 2);
  await page.goto(`/redeem?code=${code}`);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Clerk').fill('MK');
  await page.getByLabel('Clerk').press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Press Redeem Now again: it counts once.' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toHaveValue(pin);
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();

  // Another name for the clerk makes no other use of it.
  await page.getByLabel('Clerk').fill('Robin');
  await page.getByRole('button', { name: 'Redeem Now' }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
  await expect(page.getByText('1 use left')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  await page.goto(`/redeem?code=${code}`);
  await expect(page.getByText('1 use left')).toBeVisible();
  await page.close();
});

test('without a connection nothing is checked, redeemed or kept waiting', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/redeem/')) asked.push(request.method());
  });
  const words = 'No connection. Do not accept the code. Write it down.';
  const note = page.getByRole('status').filter({ hasText: words });
  const alert = page.getByRole('alert').filter({ hasText: words });
  await page.goto('/redeem');
  await page.getByLabel('Reward code').fill(code);
  await page.context().setOffline(true);
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(alert).toBeVisible();
  await page.context().setOffline(false);
  await expect(note).toBeHidden();
  await expect(alert).toBeHidden();

  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(page.getByText('2 uses left')).toBeVisible();
  await page.getByLabel('Partner PIN').fill(pin);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Redeem Now' }).click();
  await expect(note).toBeVisible();
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(note).toBeHidden();
  await expect(alert).toBeHidden();
  expect(asked).toEqual(['GET']);
  await page.getByRole('button', { name: 'Redeem Now' }).click();
  await expect(page.getByText('1 use left')).toBeVisible();
  expect(asked).toEqual(['GET', 'POST']);
});

test('on a phone on its side the verdict and what comes next stay above the keyboard', async ({
  page,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(`/redeem?code=${code}`);
  const verdict = page.getByRole('heading', { name: 'Valid Code' });
  const button = page.getByRole('button', { name: 'Redeem Now' });
  await expect(page.getByLabel('Partner PIN')).toBeFocused();
  await page.setViewportSize({ width: 740, height: 190 });
  const line = [page.getByLabel('Partner PIN'), page.getByLabel('Clerk'), button];
  for (const shown of [verdict, page.getByText('2 uses left'), page.getByText(code), ...line]) {
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
  const tops = await Promise.all(line.map(async (part) => (await part.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);

  // What stands below is reached, and the verdict stays.
  await page.getByLabel('Keep the PIN for the next customer').focus();
  await expect(page.getByLabel('Keep the PIN for the next customer')).toBeInViewport({ ratio: 1 });
  await expect(verdict).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Partner PIN').fill(pin === '00000000' ? '11111111' : '00000000');
  await button.click();
  await expect(page.getByText('Invalid PIN')).toBeVisible();
  await expect(verdict).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'New code' }).click();
  await page.getByLabel('Reward code').fill('RR-ZZZZZZ');
  await page.keyboard.press('Enter');
  const ofInvalid = [page.getByRole('heading', { name: 'Invalid Code' }), page.getByText('Code not found')];
  for (const shown of [...ofInvalid, page.getByLabel('Reward code')]) {
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
});

test('a code of another store is refused in red, and that store takes it', async ({ page, site }) => {
  const { code, pin } = await codeAndStore(site);
  const other = await partnerStore(await site.admin(), 'Ash Thrift');
  await site.database.update(discountCodes).set({ partnerId: other.partner.id });
  await page.goto(`/redeem?code=${code}`);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.getByLabel('Partner PIN').fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Invalid Code' })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'This code is for another partner store.' }),
  ).toBeVisible();
  await expect(page.getByText('Do not take the saving off.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeDisabled();

  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.getByLabel('Partner PIN').fill(other.pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
});

test('a code that is refused for a reason that this version does not know is refused all the same', async ({
  page,
}) => {
  let answer = {};
  await page.route('**/api/redeem/*', (route) => route.fulfill(answer));
  await page.goto('/redeem');
  for (const [status, json, said] of [
    [409, { ok: false, reason: 'on_holiday' }, 'Unknown error'],
    [404, { ok: false, reason: 'not_found' }, 'Code not found'],
    [409, { ok: false, reason: 'on_holiday', error: 'Back on Monday.' }, 'Back on Monday.'],
    [200, { ok: false, reason: 'expired' }, 'Code expired'],
    [200, { ok: false }, 'Unknown error'],
  ] as const) {
    answer = { status, json };
    await page.getByLabel('Reward code').fill('RR-ABC234');
    await page.getByRole('button', { name: 'Check Code' }).click();
    await expect(page.getByRole('heading', { name: 'Invalid Code' })).toBeVisible();
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeDisabled();
    await page.getByLabel('Reward code').fill('RR-ABC235');
  }
});

test('a check whose verdict cannot be shown has failed, and is made again', async ({ browser, site }) => {
  const { code } = await codeAndStore(site);
  // Not the watched page: Chromium reports a file that did not come as an error.
  const page = await browser.newPage({ baseURL: site.url });
  let isAway = true;
  await page.route(/\/assets\/verdictParts-.*\.js$/, async (route) => {
    if (isAway) await route.abort();
    else await route.continue();
  });
  await page.goto('/redeem');
  await page.getByLabel('Reward code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeDisabled();
  isAway = false;
  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await page.close();
});
