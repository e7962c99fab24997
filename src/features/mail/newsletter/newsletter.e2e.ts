import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expect, signInAdmin, test, type ServedSite } from '#e2e/fixtures.ts';

/** Adds sixty early subscribers, and then one confirmed, one unconfirmed and one unsubscribed. */
async function fillList(site: ServedSite): Promise<void> {
  await site.database.execute(sql`
    insert into newsletter_subscribers (email, created_at)
    select 'early' || number || '@example.ca', now() - interval '1 year' from generate_series(1, 60) number`);
  await site.database.execute(sql`
    insert into newsletter_subscribers (email, first_name, consent_text, source, address, confirmed_at, unsubscribed_at, created_at)
    values ('+ann@example.ca', 'Ann', 'I agree to letters.', '/', '203.0.113.7', now(), null, now()),
      ('ben@example.ca', null, 'I agree to letters.', '/', '203.0.113.8', null, null, now()),
      ('cy@example.ca', null, 'I agree to letters.', '/', '203.0.113.9', now(), now(), now())`);
}

/** Downloads the export that the page shows, and lists its addresses. */
async function exportAddresses(page: Page): Promise<(string | undefined)[]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  return file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
}

const subscribers = (page: Page) => page.getByRole('table', { name: 'Subscribers' }).locator('tr[data-row]');

test('an admin finds subscribers with the proof of their consent, and exports the addresses to write to', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);

  await test.step('while mail is off everybody counts who has not unsubscribed', async () => {
    await page.getByRole('link', { name: 'Mail', exact: true }).click();
    await page.getByRole('link', { name: 'Newsletter' }).click();
    await expect(page.getByText('No subscribers yet')).toBeVisible();
    await fillList(site);
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText('every address counts until it unsubscribes')).toBeVisible();
    await expect(subscribers(page).nth(1)).toHaveText(/ben@example\.ca.*Not confirmed/);
    expect(await exportAddresses(page)).toHaveLength(62);
  });

  await test.step('while mail is on only confirmed subscribers count', async () => {
    await site.openMailbox();
    await page.reload();
    await expect(page.getByText('Only confirmed addresses get letters.')).toBeVisible();
    await expect(subscribers(page)).toHaveCount(50);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(subscribers(page)).toHaveCount(13);
  });

  await test.step('the filter outlasts a reload, and Back leads to it', async () => {
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await expect(subscribers(page)).toHaveCount(1);
    await page.reload();
    await expect(subscribers(page)).toHaveText([/^\+ann@example\.ca.*Ann.*Confirmed.*Home page/]);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText('“I agree to letters.”')).toBeVisible();
    await expect(page.getByText('203.0.113.7')).toBeVisible();
    await page.getByRole('link', { name: 'Mail', exact: true }).last().click();
    await expect(page.getByText('No mail yet')).toBeVisible();
    await page.goBack();
    await expect(subscribers(page)).toHaveCount(1);
  });

  await test.step('unconfirmed addresses are not exported, and unsubscribed ones have their own export', async () => {
    await page.getByRole('button', { name: 'All' }).click();
    await expect(subscribers(page)).toHaveCount(50);
    expect(await exportAddresses(page)).toEqual(['+ann@example.ca']);
    await page.getByRole('button', { name: 'Unsubscribed' }).click();
    await expect(page.getByText('Nobody here gets letters.')).toBeVisible();
    expect(await exportAddresses(page)).toEqual(['cy@example.ca']);
    await page.getByRole('button', { name: 'Waiting' }).click();
    await expect(page.getByText('those that wait are not exported')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  });

  await test.step('a search finds subscribers, or says that it found nobody', async () => {
    await page.getByLabel('Search subscribers').fill('BEN@');
    await expect(subscribers(page)).toHaveText([/^ben@example\.ca.*Waiting/]);
    await page.getByLabel('Search subscribers').fill('nobody');
    await expect(page.getByText('Nobody found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(subscribers(page)).toHaveCount(50);
  });
});
