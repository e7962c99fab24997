import { phoneByDay, problems } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('an operation is found by its refusal, by keyboard alone, and its link leads back to it', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/api/docs');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '/api/openapi.json' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Find an operation' })).toBeFocused();
  await page.keyboard.type('undo_too_late');
  await expect(page.getByRole('status')).toHaveText('1 operation');
  await page.getByRole('article').getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page).toHaveURL(/\?q=undo_too_late#undoRedemption$/);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('1 operation');
  // The page with all operations would take axe minutes.
  expect(await problems(page, phoneByDay)).toEqual([]);
  await page.goto('/api/docs?q=newsletter#logDonation');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Log a donation by donor ID' })).toBeInViewport();
  expect([...hosts]).toEqual([new URL(page.url()).origin]);
});
