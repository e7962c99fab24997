import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('whoever has the link sees the name and three numbers, and search engines are kept away', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const first = await loggedDonation(site, { studentId: 'JTHIESSEN', date });
  await loggedDonation(site, { studentId: 'JTHIESSEN', date });
  await loggedDonation(site, { studentId: 'JTHIESSEN', date });
  await admin.call(deciding.confirmDonation, { body: { id: first } });
  const { body: list } = await admin.call(contract.participants, {});
  const [{ id, shareToken } = { id: 0, shareToken: '' }] = list.items;

  const response = await page.goto(`/p/${shareToken}`);
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('definition')).toHaveText(['3', '1', '2']);
  await expect(page.getByRole('term')).toHaveText(['Total Donations', 'Confirmed', 'Pending']);

  await admin.call(contract.updateParticipant, { params: { id }, body: { displayName: 'Jo Thiessen' } });
  await page.reload();
  await expect(page.getByText('Jo Thiessen')).toBeVisible();
  await expect(page).toHaveTitle('Donation status · ReRound');
});

test('an unknown link and a lost connection are told apart', async ({ browser, site }) => {
  // Not the watched page: Chromium reports a call without a connection as an error.
  const page = await browser.newPage({ baseURL: site.url });
  const response = await page.goto('/p/no-such-link');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('alert')).toHaveText('Link not found or expired.');

  await page.getByRole('link', { name: 'Log a donation' }).click();
  await expect(page.getByRole('heading', { name: 'Log a donation' })).toBeVisible();
  await page.context().setOffline(true);
  await page.goBack();
  await expect(page.getByText('Network error.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveText('Link not found or expired.');
  await page.close();
});
