import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { PRACTICE_CODE } from '#features/rewards/rules.ts';

const practise = (page: Page) => page.getByRole('button', { name: 'Practise' });
const verdict = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const banner = (page: Page) => page.getByRole('heading', { level: 1, name: 'Practice' });

async function startPractice(page: Page): Promise<void> {
  await practise(page).click();
  await expect(banner(page)).toBeVisible();
}

/** Every call to the API that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Opens the till and waits until it has asked all that it asks. */
async function openTill(page: Page): Promise<void> {
  await page.goto('/redeem');
  await page.waitForLoadState('networkidle');
}

test('practice shows every verdict, makes no call, and says on every side that it is practice', async ({
  page,
}) => {
  await openTill(page);
  const calls = callsOf(page);
  await startPractice(page);
  await expect(banner(page)).toBeFocused();
  await expect(page).toHaveTitle(/Practice$/);
  await expect(page.getByText('Nothing is spent here.')).toBeVisible();
  await expect(page.getByText(PRACTICE_CODE, { exact: true })).toBeVisible();

  for (const [chip, title, words] of [
    ['Valid', 'Valid Code', '2 uses left'],
    ['One use left', 'Valid Code', '1 use left'],
    ['Fully used', 'Fully Used', 'Both uses are spent.'],
    ['Expired', 'Invalid Code', 'Code expired'],
    ['Not found', 'Invalid Code', 'Code not found'],
  ] as const) {
    await page.getByText(chip, { exact: true }).click();
    await expect(page.getByRole('radio', { name: chip })).toBeChecked();
    await expect(verdict(page, title)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: words }), chip).toBeVisible();
  }

  await page.getByText('Wrong PIN', { exact: true }).click();
  await page.getByLabel('Partner PIN').fill('1234');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Invalid PIN/);
  await expect(verdict(page, 'Valid Code')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a use is practised from the code to the next customer, and given back', async ({ page }) => {
  await openTill(page);
  const calls = callsOf(page);
  await startPractice(page);
  await page.getByRole('button', { name: 'Redeem, as practice' }).click();
  await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Please enter your Partner PIN/);
  await page.getByLabel('Partner PIN').fill('7');
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page.getByText('1 use left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();

  // It asks once.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Give the use back to ${PRACTICE_CODE}?`)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Give the use back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Given back')).toBeVisible();
  await expect(page.getByText('2 uses left')).toBeVisible();

  await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reward code')).toBeFocused();
  await page.keyboard.type(PRACTICE_CODE.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Valid Code')).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toBeFocused();
  await expect(page.getByLabel('Partner PIN')).toHaveValue('');
  expect(calls).toEqual([]);
});

test('the time to give a use back runs down, and then the office can do it', async ({ page }) => {
  await page.clock.install();
  await openTill(page);
  await startPractice(page);
  await page.getByLabel('Partner PIN').fill('7');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1[45]:\d\d$/)).toBeVisible();
  await page.clock.fastForward('10:00');
  await expect(page.getByText(/^(5:00|4:\d\d)$/)).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(page.getByText('After that the office does it: hello@reround.example.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('a real code is not taken in practice, whether it is typed, pasted or scanned', async ({ page }) => {
  await openTill(page);
  const calls = callsOf(page);
  await startPractice(page);
  await page.getByRole('button', { name: 'New code' }).click();
  const field = page.getByLabel('Reward code');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Enter a reward code first/);
  for (const [typed, said] of [
    ['RR-ABC234', /Practice takes only RR-PRACT7\. Stop practising to check a real code\./],
    ['https://reround.example/redeem?code=RR-ABC234', /Practice takes only RR-PRACT7/],
    ['RR-ABC230', /Codes never contain O, 0, I, L or 1/],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(said);
    await expect(field).toBeFocused();
  }
  // A scanner types wherever the focus is.
  await page.getByRole('radio', { name: 'Expired' }).focus();
  await page.keyboard.type('RR-ABC234');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeVisible();
  expect(calls).toEqual([]);
});

for (const way of ['Escape', 'the button'] as const) {
  test(`${way} leads from practice to an empty till`, async ({ page }) => {
    await openTill(page);
    await page.getByLabel('Reward code').fill('RR-ABC234');
    await page.getByLabel('Partner PIN').fill('12345678');
    await startPractice(page);
    await page.getByLabel('Partner PIN').fill('4321');
    await expect(page.getByLabel('Reward code')).toBeHidden();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: 'Stop practising' }).click();
    await expect(page.getByLabel('Reward code')).toBeFocused();
    await expect(page.getByLabel('Reward code')).toHaveValue('');
    await expect(page.getByLabel('Partner PIN')).toHaveValue('');
    await expect(page).toHaveTitle('Redeem a code · ReRound');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('4321');

    // And there again nothing of the practice before.
    await startPractice(page);
    await expect(page.getByLabel('Partner PIN')).toHaveValue('');
  });
}

test('practice whose code does not come says so, and comes once it does', async ({ browser, site }) => {
  // Not the watched page: Chromium reports a file that did not come as an error.
  const page = await browser.newPage({ baseURL: site.url });
  let isAway = true;
  await page.route(/\/assets\/Practice-.*\.js$/, async (route) => {
    if (isAway) await route.abort();
    else await route.continue();
  });
  await openTill(page);
  await practise(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Practice could not be loaded.' })).toBeVisible();
  await expect(page.getByLabel('Reward code')).toBeVisible();
  isAway = false;
  await practise(page).click();
  await expect(banner(page)).toBeVisible();
  await page.close();
});

test('practice that comes late does not take the till from a customer', async ({ page }) => {
  await openTill(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/Practice-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await practise(page).click();
  await page.getByLabel('Reward code').fill('RR-ABC234');
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Invalid Code')).toBeVisible();
  const come = page.waitForResponse(/\/assets\/Practice-.*\.js$/);
  held.resolve();
  await (await come).finished();
  await expect(verdict(page, 'Invalid Code')).toBeVisible();
  await page.getByLabel('Reward code').fill('RR-ABC235');
  await expect(practise(page)).toBeVisible();
  await expect(practise(page)).not.toHaveAttribute('aria-disabled');
  await expect(page.getByLabel('Reward code')).toHaveValue('RR-ABC235');
});
