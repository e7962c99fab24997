import { sql } from 'drizzle-orm';
import { expect, signInDonor, test } from '#e2e/fixtures.ts';
import { furnish } from '#e2e/furnish.ts';
import { layoutShift } from '#e2e/layoutShift.ts';
import { contract } from '#features/partners/contract.ts';

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
  await expect(store).toContainText('Discount Details15% off household goods');
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

test('a donor who is signed in finds the best code on top, and only there', async ({ page, site }) => {
  await furnish(site);
  // They end together; of one of them a single use is left.
  await site.database.execute(sql`update discount_codes set expires_at = now() + interval '5 days'`);
  const { rows } = await site.database.execute(
    sql`update discount_codes set use_count = max_uses - 1 where id = (select max(id) from discount_codes) returning code`,
  );
  const code = String(rows[0]?.['code']);

  await page.goto('/discounts');
  await expect(page.getByRole('region', { name: 'Reward Tiers' })).toBeVisible();
  await expect(page.getByText('Your best code')).toHaveCount(0);

  await signInDonor(page, 'AOKAFOR');
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
  // What the server sends is the same for every donor.
  expect(await (await page.request.get('/discounts')).text()).not.toContain('RR-');
  await best.getByRole('link', { name: 'All your codes' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await site.database.execute(sql`update discount_codes set use_count = max_uses`);
  await page.goto('/discounts');
  await expect(page.getByRole('region', { name: 'Reward Tiers' })).toBeVisible();
});

test('nothing jumps as the best code comes, nor where there is none', async ({ page, site }) => {
  await furnish(site);
  await signInDonor(page, 'AOKAFOR');
  const shifts: Record<string, number> = {};
  for (const hasCode of [true, false]) {
    if (!hasCode) await site.database.execute(sql`update discount_codes set use_count = max_uses`);
    for (const width of [360, 390, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('about:blank');
      await page.goto('/discounts');
      const panel = hasCode ? 'Your best code' : 'Reward Tiers';
      await expect(page.getByRole('region', { name: panel })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Main Street Thrift' })).toBeAttached();
      shifts[`${width}, ${panel}`] = await layoutShift(page);
    }
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.02)).toEqual([]);
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
