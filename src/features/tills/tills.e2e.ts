import type { Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { contract as partners } from '#features/partners/contract.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

/** Opens the tills of a store by the ways that an admin goes. */
async function openTills(page: Page, site: ServedSite) {
  const admin = await site.admin();
  await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift' } });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByRole('link', { name: 'Main Street Thrift', exact: true }).click();
  await page.getByRole('link', { name: /^Tills/ }).click();
}

/** What a shop's tablet reads from the code on the screen. */
async function scanned(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'QR code of the link that makes a till' });
  const { data, info } = await sharp(await code.screenshot())
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

test('an admin makes a till of a shop’s tablet, and ends it', async ({ page, site, newVisitor }) => {
  site.site.publicUrl = site.url;
  await openTills(page, site);
  await expect(page.getByText('No till is known yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Make the first till' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a till of Main Street Thrift' });
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('status', { name: 'Link for the till' }).innerText();
  expect(await scanned(page)).toBe(link);
  await expect(dialog.getByText('It is shown only once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No till is known yet.')).toBeVisible();

  const tablet = await newVisitor();
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Make it a till' }).click();
  await expect(tablet).toHaveURL(/\/redeem$/);

  await page.reload();
  await expect(page.getByRole('link', { name: 'Tills 1' })).toBeVisible();
  const till = page.getByRole('list', { name: 'Tills' }).getByRole('listitem');
  await expect(till).toHaveCount(1);
  await expect(till).toContainText('Not used yet');

  await till.getByRole('button', { name: /^End/ }).click();
  const question = page.getByRole('alertdialog', { name: 'End this till?' });
  await expect(question).toContainText('give the store a new PIN instead');
  await question.getByRole('button', { name: 'End the till' }).click();
  await expect(page.getByText('Till ended', { exact: true })).toBeVisible();
  await expect(page.getByText('No till is known yet.')).toBeVisible();
});

test('the link of a till is gone with its dialog', async ({ page, site }) => {
  await openTills(page, site);
  await page.getByRole('button', { name: 'Make a till' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a till of Main Street Thrift' });
  const make = dialog.getByRole('button', { name: 'Make the link' });
  await make.click();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Make a till' }).click();
  await expect(make).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeHidden();
});
