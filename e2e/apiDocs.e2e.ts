import { expect, test } from './fixtures.ts';

test('the API page shows an operation by keyboard, and loads nothing from other hosts', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/api/docs');
  // The filter brings the operation into view, because the page draws later ones only when scrolled to.
  await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('/api/donations');
  const operation = page.getByRole('button', { name: /POST.*\/api\/donations\b.*Log a donation/ });
  await operation.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible();
  await expect(page.getByText('For anyone.').first()).toBeVisible();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
