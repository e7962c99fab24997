import { sql } from 'drizzle-orm';
import { expect, signInDonor, test } from '#e2e/fixtures.ts';
import { furnish } from '#e2e/furnish.ts';
import { contract } from '#features/partners/contract.ts';

test('shows a signed-in donor the best code, and other visitors the tiers', async ({ page, site }) => {
  await furnish(site);
  // All codes end on the same day, and one of them has a single use left.
  await site.database.execute(sql`update discount_codes set expires_at = now() + interval '5 days'`);
  const { rows } = await site.database.execute(
    sql`update discount_codes set use_count = max_uses - 1 where id = (select max(id) from discount_codes) returning code`,
  );
  const code = String(rows[0]?.['code']);

  await page.goto('/discounts');
  await expect(page.getByRole('region', { name: 'Reward Tiers' })).toBeVisible();
  await expect(page.getByText('Your best code')).toHaveCount(0);
  const website = page.getByRole('link', { name: 'Visit Website of Main Street Thrift, in a new tab' });
  await expect(website).toHaveAttribute('target', '_blank');

  await signInDonor(page, 'AOKAFOR');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/discounts');
  const best = page.getByRole('region', { name: 'Your best code' });
  await expect(best.getByText(code)).toBeVisible();
  await expect(best.getByText('1 of 2 uses left')).toBeVisible();
  await expect(best.getByText(/^\d+ days left$/)).toBeVisible();
  await expect(best.getByRole('img', { name: `QR code for ${code}` })).toBeVisible();
  await expect(page.getByText('Reward Tiers')).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await best.getByRole('button', { name: 'Copy code' }).click();
  await expect(best.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  // The server sends the same page to every donor, without a code.
  expect(await (await page.request.get('/discounts')).text()).not.toContain('RR-');
  await best.getByRole('link', { name: 'All your codes' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await site.database.execute(sql`update discount_codes set use_count = max_uses`);
  await page.goto('/discounts');
  await expect(page.getByRole('region', { name: 'Reward Tiers' })).toBeVisible();
});

test('says that the stores failed to load, and loads them on Retry', async ({ browser, site }) => {
  const admin = await site.admin();
  await admin.call(contract.createPartner, { body: { name: 'Main Street Thrift' } });
  // The `page` of the fixture fails on errors, and Chromium reports the failed call as one.
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
