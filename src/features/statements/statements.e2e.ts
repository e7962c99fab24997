import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf, monthOf } from '#shared/dates.ts';
import { pathIn } from '#shared/languages.ts';
import { formatMonth } from '#words/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { closeMonths } from './serverClosing.ts';

/** A store, and a code that it may take ten times. */
async function storeWithCode(site: ServedSite) {
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

type Store = Awaited<ReturnType<typeof storeWithCode>>;

async function redeem(site: ServedSite, { code, pin }: Store, clerk?: string): Promise<number> {
  const { status, body } = await site
    .visitor()
    .call(redemption.redeemCode, { params: { code }, body: { pin, clerk } });
  expect(status).toBe(200);
  return body.redemptionId;
}

/** Puts the clock to the 5th of the next month, when this one is closed. */
async function closeThisMonth(site: ServedSite): Promise<{ name: string }> {
  const now = site.site.clock();
  const { from, before } = monthOf(dayOf(now, site.site.timeZone));
  const days = Math.ceil((Date.parse(`${before}T18:00:00Z`) - now.getTime()) / 86_400_000) + 4;
  site.pass({ days });
  await closeMonths(site.site);
  return { name: formatMonth(from) };
}

async function linkOf(site: ServedSite, { id }: Store): Promise<string> {
  const admin = await site.admin();
  const { body } = await admin.call(contract.createStatementLink, { params: { id } });
  return new URL(body.link).pathname;
}

/** Opens the account of the store by the ways that an admin goes. */
async function openAccount(page: Page, site: ServedSite) {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Partners/ }).click();
  await page.getByRole('link', { name: /^Account/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Main Street Thrift' })).toBeVisible();
}

const lines = (page: Page) => page.getByRole('table', { name: 'Lines' }).getByRole('row');
const total = (page: Page) => page.getByRole('region', { name: /^Total of/ });

test('an admin gives a use back from a store’s account, by keyboard alone', async ({ page, site }) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Dana');
  await redeem(site, store, 'MK');
  await openAccount(page, site);
  await expect(lines(page)).toHaveCount(3);
  await expect(total(page)).toContainText('Net2');

  await page.getByRole('button', { name: /^Give back.*Dana$/ }).press('Enter');
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
  await expect(lines(page).filter({ hasText: 'Dana' })).toContainText('Redeemed, given back at');
  await expect(lines(page).filter({ hasText: 'Office' })).toContainText('−1');
  await expect(total(page)).toContainText('Net1');
  await expect(page.getByRole('button', { name: /^Give back/ })).toHaveCount(1);
});

test('a use can be given back on a phone, too', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const store = await storeWithCode(site);
  await redeem(site, store, 'Dana');
  await openAccount(page, site);
  await page.getByRole('button', { name: /^Give back/ }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Rung up twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(2);
});

test('a month closes: its lines stay, the next ones have a month of their own', async ({ page, site }) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Dana');
  const { name } = await closeThisMonth(site);
  await redeem(site, store, 'MK');
  await openAccount(page, site);
  await expect(lines(page).filter({ hasText: 'MK' })).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Dana' })).toBeHidden();
  await expect(page.getByText(/^Open until \w+ \d+$/)).toBeVisible();

  await page.getByRole('button', { name: /^Back to/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: new RegExp(`^${name} \\d+$`) })).toBeVisible();
  await expect(page.getByText(/^Closed .* 3$/)).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Dana' })).toBeVisible();
  await expect(page.getByText('Seal of this month').first()).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^Back to/ })).toBeDisabled();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);

  await page.getByRole('button', { name: /^On to/ }).click();
  await expect(lines(page).filter({ hasText: 'MK' })).toBeVisible();
  await page.getByRole('region', { name: 'Months before' }).getByRole('link', { name }).click();
  await expect(lines(page).filter({ hasText: 'Dana' })).toBeVisible();
});

test('the seal of a closed month is what sha256sum prints of its file', async ({ page, site }) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Dana');
  const { name } = await closeThisMonth(site);
  await page.goto(await linkOf(site, store));
  await page.getByRole('region', { name: 'Months before' }).getByRole('link', { name }).click();
  await expect(page.getByText(/^Closed .* 3$/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const download = await downloading;
  await expect(page.getByText(`sha256sum ${download.suggestedFilename()}`)).toBeVisible();
  const digest = createHash('sha256')
    .update(await readFile(await download.path()))
    .digest('hex');
  await expect(total(page)).toContainText(digest.slice(0, 4));
  expect((await total(page).innerText()).replaceAll(/\s/g, '')).toContain(digest);
});

test('a store says that a line is not its own, and reads the office’s answer', async ({
  page,
  site,
  newVisitor,
}) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Sam');
  await redeem(site, store, 'Dana');
  const address = await linkOf(site, store);
  const shop = await newVisitor();
  await shop.goto(address);
  await shop.getByRole('button', { name: /^Not ours.*Sam$/ }).click();
  const asked = shop.getByRole('dialog', { name: 'Is this line not yours?' });
  await asked.getByLabel(/What makes you think so/).fill('We close at 5:30.');
  await asked.getByRole('button', { name: 'Not ours' }).click();
  await expect(shop.getByText('The office knows', { exact: true })).toBeVisible();
  await expect(lines(shop).filter({ hasText: 'Sam' })).toContainText('You said: not ours');
  await expect(shop.getByRole('button', { name: /^Not ours/ })).toHaveCount(1);

  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Partners 1/ }).click();
  const slab = page.getByRole('region', { name: 'Stores say: not ours' });
  await expect(slab).toContainText('“We close at 5:30.”');
  await slab.getByRole('link', { name: /^To the statement/ }).click();
  await expect(lines(page).filter({ hasText: 'Sam' })).toContainText('Store says: not ours');
  await page
    .getByRole('region', { name: 'The store says: not ours' })
    .getByRole('button', { name: 'Answer' })
    .click();
  const answer = page.getByRole('dialog', { name: 'Answer the store' });
  await answer.getByLabel('Answer').fill('It was the sale on Saturday.');
  await answer.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByRole('region', { name: 'The store says: not ours' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Partners', exact: true }).first()).toBeVisible();

  await shop.reload();
  await expect(lines(shop).filter({ hasText: 'Sam' })).toContainText(
    'Office: “It was the sale on Saturday.”',
  );
});

test('the office gives a use back that a store disputes, in the same step', async ({ page, site }) => {
  const store = await storeWithCode(site);
  const redemptionId = await redeem(site, store, 'Sam');
  const token = (await linkOf(site, store)).slice('/statement/'.length);
  await site.visitor().call(contract.disputeLine, { params: { token }, body: { redemptionId } });
  await openAccount(page, site);
  await page.getByRole('button', { name: 'Give it back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('Use given back', { exact: true })).toBeVisible();
  await expect(total(page)).toContainText('Net0');
  await expect(lines(page).filter({ hasText: 'Sam' })).toContainText('Office: “We gave the use back.”');
});

test('a link for the store is made, replaced and ended', async ({ page, site, newVisitor }) => {
  const store = await storeWithCode(site);
  await redeem(site, store);
  await openAccount(page, site);
  await page.getByRole('button', { name: 'Link for the store' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link for Main Street Thrift' });
  const made = dialog.getByRole('status', { name: 'Link for the store' });
  await expect(dialog).toContainText('No link stands.');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const first = await made.innerText();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('button', { name: 'Link for the store' }).click();
  await expect(dialog).toContainText('A link stands since');
  await dialog.getByRole('button', { name: 'Make a new link' }).click();
  await expect(made).not.toHaveText(first);
  const second = await made.innerText();
  const shop = await newVisitor();
  await shop.goto(first);
  await expect(shop.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  await shop.goto(second);
  await expect(lines(shop)).toHaveCount(2);

  // A second press of the same place does not end what was just made.
  await expect(dialog.getByRole('button', { name: 'End the link' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Link for the store' }).click();
  await dialog.getByRole('button', { name: 'End the link' }).click();
  await expect(dialog).toContainText('No link stands.');
  await shop.reload();
  await expect(shop.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
});

test('a printed statement has every line, whose pages are counted', async ({ page, site }) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Dana');
  await page.goto(await linkOf(site, store));
  await expect(lines(page)).toHaveCount(2);
  const sheet = page.getByRole('article');
  await expect(sheet).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('heading', { name: 'Statement' })).toBeVisible();
  await expect(sheet.getByRole('row').filter({ hasText: 'Dana' })).toContainText('Redeemed');
  // The totals are on a page with the last lines.
  const end = sheet.getByRole('rowgroup').filter({ hasText: 'Net uses' });
  await expect(end).toContainText('Dana');
  await expect(end).toHaveCSS('break-inside', 'avoid');
  await expect(page.getByRole('table', { name: 'Lines' })).toBeHidden();
  await expect(page.getByRole('contentinfo').first()).toBeHidden();
});

test('in French a store reads its statement, disputes a line and prints it', async ({ page, site }) => {
  const store = await storeWithCode(site);
  await redeem(site, store, 'Sam');
  const taken = await redeem(site, store, 'Dana');
  const admin = await site.admin();
  await admin.call(redemption.reverseRedemption, {
    params: { id: taken },
    body: { reason: 'The customer came back' },
  });
  await page.goto(pathIn('fr', await linkOf(site, store)));
  const told = page.getByRole('table', { name: 'Lignes' }).getByRole('row');
  await expect(told).toHaveCount(4);
  await expect(told.filter({ hasText: 'Bureau' })).toContainText(
    /Utilisation rendue, du .* à \d+\u00a0h\u00a0\d\d/,
  );
  await expect(page.getByRole('region', { name: /^Total d/ })).toContainText('Utilisations2Rendues−1Net1');

  await page.getByRole('button', { name: /^Contester.*Sam$/ }).click();
  const asked = page.getByRole('dialog', { name: 'Cette ligne n’est pas la vôtre\u00a0?' });
  await asked.getByRole('textbox').fill('Nous fermons à 17\u00a0h.');
  await asked.getByRole('button', { name: 'Contester' }).click();
  await expect(page.getByText('Le bureau est prévenu', { exact: true })).toBeVisible();
  await expect(told.filter({ hasText: 'Sam' })).toContainText(
    'ContestationVous\u00a0: «\u00a0Nous fermons à 17\u00a0h.\u00a0»',
  );

  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { name: 'Relevé' })).toBeVisible();
  await expect(sheet.getByRole('row').filter({ hasText: 'Sam' })).toContainText(
    'ligne contestée par la friperie',
  );
  await expect(page.locator(':root')).toHaveCSS('page', 'statement-fr');
});

test('a volunteer is led away from a store’s account', async ({ page, site }) => {
  const { id } = await storeWithCode(site);
  const volunteer = await site.volunteer();
  await page
    .context()
    .addCookies([...volunteer.cookies].map(([name, value]) => ({ name, value, url: site.url })));
  await page.goto(`/reround-admin-843/partners/${id}?tab=statement`);
  await expect(page.getByText('Partners is for admins', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
});

test('the store’s page is for whoever has its link and no search engine', async ({ site }) => {
  const store = await storeWithCode(site);
  const answer = await site.visitor().send('GET', await linkOf(site, store));
  expect(answer.status).toBe(200);
  expect(answer.headers['x-robots-tag']).toBe('noindex');
});
