import { sql } from 'drizzle-orm';
import { expect, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('a donor finds where a code is good, what it saves there and the store’s website', async ({
  page,
  site,
}) => {
  await page.goto('/discounts');
  await expect(page.getByText('No partner stores yet.')).toBeVisible();

  const admin = await site.admin();
  await admin.call(contract.createPartner, {
    body: { name: 'Main Street Thrift', discount: '15% off household goods', link: 'https://example.ca/' },
  });
  await admin.call(contract.createPartner, { body: { name: 'North End Mend' } });
  const { body: closed } = await admin.call(contract.createPartner, { body: { name: 'Closed Corner' } });
  await admin.call(contract.setPartnerActive, {
    params: { id: closed.partner.id },
    body: { active: false },
  });
  await page.reload();
  await expect(page.getByText('Each code can be used twice within 30 days.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Gold Giver',
    'Green Giver',
    'Main Street Thrift',
    'North End Mend',
  ]);
  const store = page.getByRole('listitem').filter({ hasText: 'Main Street Thrift' });
  await expect(store).toContainText('Partner');
  await expect(store).toContainText('Discount Details15% offhousehold goods');
  await expect(store.getByText('15% off', { exact: true })).toHaveCSS('font-size', '44px');
  const website = store.getByRole('link', { name: 'Visit Website of Main Street Thrift, in a new tab' });
  await expect(website).toHaveAttribute('href', 'https://example.ca/');
  await expect(website).toHaveAttribute('target', '_blank');
  const other = page.getByRole('listitem').filter({ hasText: 'North End Mend' });
  await expect(other).toContainText('No website');
  await expect(other.getByText('Ask at the till.')).toHaveCSS('font-size', '22px');

  await page.getByRole('link', { name: 'Log a Donation', exact: true }).click();
  await expect(page).toHaveURL(/\/log$/);
});

test('where the stores cannot be loaded the page says so, and loads them at the next try', async ({
  browser,
  site,
}) => {
  const admin = await site.admin();
  await admin.call(contract.createPartner, { body: { name: 'Main Street Thrift' } });
  // Not the watched page: Chromium reports the failure of the call as an error.
  const page = await browser.newPage();
  await site.database.execute(sql`alter table partners rename to partners_away`);
  try {
    await page.goto(`${site.url}/discounts`);
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load partner discounts. Please try again later.',
    );
  } finally {
    await site.database.execute(sql`alter table partners_away rename to partners`);
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Main Street Thrift' })).toBeVisible();
  await page.close();
});
