import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as partners } from '#features/partners/contract.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf, monthOf } from '#shared/dates.ts';
import { pathIn } from '#shared/languages.ts';
import { formatMonth } from '#words/formats.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { closeMonths } from './serverClosing.ts';

/** Creates a store, and a code with ten uses. */
async function createStoreWithCode(site: ServedSite) {
  site.site.publicUrl = site.url;
  const admin = await site.admin();
  const { body } = await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift' } });
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { code } = await confirmedCode(site, admin, { date });
  await site.database.execute(
    sql`update discount_codes set max_uses = 10, expires_at = now() + interval '300 days'`,
  );
  return { id: body.partner.id, pin: body.pin, code, masked: `${code.slice(0, 6)}•••` };
}

type Store = Awaited<ReturnType<typeof createStoreWithCode>>;

async function redeem(site: ServedSite, { code, pin }: Store, clerk?: string): Promise<number> {
  const { status, body } = await site
    .visitor()
    .call(contract.redeemCode, { params: { code }, body: { pin, clerk } });
  expect(status).toBe(200);
  return body.redemptionId;
}

/** Moves the clock to the 5th of the next month, when this month is closed. */
async function closeThisMonth(site: ServedSite): Promise<{ name: string }> {
  const now = site.site.clock();
  const { from, before } = monthOf(dayOf(now, site.site.timeZone));
  const days = Math.ceil((Date.parse(`${before}T18:00:00Z`) - now.getTime()) / 86_400_000) + 4;
  site.pass({ days });
  await closeMonths(site.site);
  return { name: formatMonth(from) };
}

async function createLink(site: ServedSite, { id }: Store): Promise<string> {
  const admin = await site.admin();
  const { body } = await admin.call(contract.createStatementLink, { params: { id } });
  return new URL(body.link).pathname;
}

/** Signs in and opens the store's statement, by the links that an admin presses. */
async function openStatement(page: Page, site: ServedSite) {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Partners/ }).click();
  await page.getByRole('link', { name: /^Account/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Main Street Thrift' })).toBeVisible();
}

const lines = (page: Page) => page.getByRole('table', { name: 'Lines' }).getByRole('row');
const total = (page: Page) => page.getByRole('region', { name: /^Total of/ });

test('an admin reads a store’s statements, gives a use back by the keyboard, and makes its link', async ({
  page,
  site,
  newVisitor,
}) => {
  const store = await createStoreWithCode(site);
  await redeem(site, store, 'Dana');
  const { name } = await closeThisMonth(site);
  await redeem(site, store, 'Sam');
  await redeem(site, store, 'MK');
  await openStatement(page, site);

  await test.step('a closed month keeps its lines, and later lines are in the next month', async () => {
    await expect(lines(page).filter({ hasText: 'MK' })).toBeVisible();
    await expect(lines(page).filter({ hasText: 'Dana' })).toBeHidden();
    await expect(page.getByText(/^Open until \w+ \d+$/)).toBeVisible();
    await page.getByRole('button', { name: /^Back to/ }).press('Enter');
    await expect(page.getByRole('heading', { name: new RegExp(`^${name} \\d+$`) })).toBeVisible();
    await expect(page.getByText(/^Closed .* 3$/)).toBeVisible();
    await expect(lines(page).filter({ hasText: 'Dana' })).toBeVisible();
    // A single word does not break into two lines.
    const textLines = await page.getByRole('cell', { name: /^(Dana|Redeemed)$/ }).evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getClientRects().length;
      }),
    );
    expect(textLines).toEqual([1, 1]);
    await expect(page.getByText('Seal of this month').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Back to/ })).toBeDisabled();
    await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
    await page.getByRole('button', { name: /^On to/ }).click();
    await expect(lines(page)).toHaveCount(3);
    await expect(total(page)).toContainText('Net2');
  });

  await test.step('a use is given back with a reason', async () => {
    await page.getByRole('button', { name: /^Give back.*Sam$/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Give the use back to ${store.masked}?` });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please say why/);
    await page.keyboard.type('The customer came back');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Use given back', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(lines(page)).toHaveCount(4);
    await expect(lines(page).filter({ hasText: 'Sam' })).toContainText('Redeemed, given back ');
    await expect(lines(page).filter({ hasText: 'Office' })).toContainText('−1');
    await expect(total(page)).toContainText('Net1');
    await expect(page.getByRole('button', { name: /^Give back/ })).toHaveCount(1);
  });

  await test.step('a link for the store is made, replaced and ended', async () => {
    const openLink = async () => await page.getByRole('button', { name: 'Link for the store' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link for Main Street Thrift' });
    const newLink = dialog.getByRole('status', { name: 'Link for the store' });
    await openLink();
    await expect(dialog).toContainText('There is no link.');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const first = await newLink.innerText();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await openLink();
    await expect(dialog).toContainText('A link has existed since');
    await dialog.getByRole('button', { name: 'Make a new link' }).click();
    await expect(newLink).not.toHaveText(first);
    const second = await newLink.innerText();
    const shop = await newVisitor();
    await shop.goto(first);
    await expect(shop.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await shop.goto(second);
    await expect(lines(shop)).toHaveCount(4);
    // A second press at the same place does not end the link that was just made.
    await expect(dialog.getByRole('button', { name: 'End the link' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await openLink();
    await dialog.getByRole('button', { name: 'End the link' }).click();
    await expect(dialog).toContainText('There is no link.');
    await shop.reload();
    await expect(shop.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  });
});

test('a store reads its statement in either language, prints it, and checks its seal', async ({
  site,
  newVisitor,
}) => {
  const store = await createStoreWithCode(site);
  await redeem(site, store, 'Sam');
  const redemptionId = await redeem(site, store, 'Dana');
  const admin = await site.admin();
  await admin.call(contract.reverseRedemption, {
    params: { id: redemptionId },
    body: { reason: 'The customer came back' },
  });
  const address = await createLink(site, store);
  const shop = await newVisitor();

  await test.step('in French, with the address for questions about a line', async () => {
    await shop.goto(pathIn('fr', address));
    const rows = shop.getByRole('table', { name: 'Lignes' }).getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: 'Bureau' })).toContainText(
      /Utilisation rendue, du .*, \d+\u00a0h\u00a0\d\d/,
    );
    await expect(shop.getByRole('region', { name: /^Total d/ })).toContainText('Utilisations2Rendues−1Net1');
    await expect(shop.getByText('Écrivez au bureau').getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await expect(shop.getByRole('link', { name: 'Relevé, CSV pour Excel en français' })).toHaveAttribute(
      'href',
      /\/statement\.csv\?.*separator=semicolon$/,
    );
    await shop.emulateMedia({ media: 'print' });
    await expect(shop.getByRole('article').getByRole('heading', { name: 'Relevé' })).toBeVisible();
    await expect(shop.locator(':root')).toHaveCSS('page', 'statement-fr');
    await shop.emulateMedia({ media: null });
  });

  await test.step('in English, and prints every line with the totals', async () => {
    await shop.goto(address);
    await expect(lines(shop).filter({ hasText: 'Sam' })).toContainText('Redeemed');
    const sheet = shop.getByRole('article');
    await expect(sheet).toBeHidden();
    await shop.emulateMedia({ media: 'print' });
    await expect(sheet.getByRole('heading', { name: 'Statement' })).toBeVisible();
    await expect(sheet.getByRole('row').filter({ hasText: 'Dana' })).toContainText('Redeemed');
    // The totals are on one page with the last lines.
    const lastLines = sheet.getByRole('rowgroup').filter({ hasText: 'Net uses' });
    await expect(lastLines).toContainText('Dana');
    await expect(lastLines).toHaveCSS('break-inside', 'avoid');
    await expect(shop.getByRole('table', { name: 'Lines' })).toBeHidden();
    await expect(shop.getByRole('contentinfo').first()).toBeHidden();
    await shop.emulateMedia({ media: null });
  });

  await test.step('the seal of a closed month is the SHA-256 of its file', async () => {
    const { name } = await closeThisMonth(site);
    await shop.goto(address);
    await shop.getByRole('region', { name: 'Months before' }).getByRole('link', { name }).click();
    await expect(shop.getByText(/^Closed .* 3$/)).toBeVisible();
    const downloading = shop.waitForEvent('download');
    await shop.getByRole('link', { name: 'CSV', exact: true }).click();
    const download = await downloading;
    await expect(shop.getByText(`sha256sum ${download.suggestedFilename()}`)).toBeVisible();
    const digest = createHash('sha256')
      .update(await readFile(await download.path()))
      .digest('hex');
    await expect(total(shop)).toContainText(digest.slice(0, 4));
    expect((await total(shop).innerText()).replaceAll(/\s/g, '')).toContain(digest);
  });
});
