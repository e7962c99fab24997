import { problems } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('Somebody finds a call by what it may refuse with, and hands its link on', async ({ page }) => {
  await page.goto('/api/docs');
  const found = page.getByRole('status');
  const all = Number.parseInt((await found.textContent()) ?? '', 10);
  expect(all).toBeGreaterThan(100);
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('undo_too_late');
  await expect(found).toHaveText('1 operation');
  const operation = page.getByRole('article');
  await expect(operation).toHaveCount(1);
  await expect(operation).toContainText('/api/redeem/{code}/undo');
  await expect(operation.getByRole('group', { name: 'Request' })).toContainText('"redemptionId":3');
  await operation.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page).toHaveURL(/\?q=undo_too_late#undoRedemption$/);

  await page.reload();
  await expect(found).toHaveText('1 operation');
  await page.getByRole('searchbox').fill('');
  await expect(found).toHaveText(`${all} operations`);
});

test('A link to an operation leads to it, past what was searched for', async ({ page }) => {
  await page.goto('/api/docs?q=newsletter#logDonation');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Log a donation by donor ID' })).toBeInViewport();
});

test('The page works by keyboard alone', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '/api/openapi.json' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('tills');
  await expect(page.getByRole('link', { name: 'Tills', exact: true })).toBeVisible();
});

test('The page asks no other host for anything', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto('/api/docs');
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect([...new Set(asked)]).toEqual([new URL(page.url()).origin]);
});

test('Whoever cannot see, or sees little, reads it as well', async ({ page }) => {
  // Every piece that the page is made of; the whole of it would keep axe busy for minutes.
  await page.goto('/api/docs?q=redeem');
  await expect(page.getByRole('status')).toHaveText(/^\d+ operations$/);
  expect(await problems(page)).toEqual([]);
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('heading', { name: 'Signing in' })).toBeVisible();
});
