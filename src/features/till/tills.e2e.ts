import type { Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { contract as settings } from '#features/settings/contract.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

/** The link in the QR code on the screen. */
async function scanQrCode(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'QR code of the link that makes a till' });
  const { data, info } = await sharp(await code.screenshot())
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

test('an admin registers a store’s tablet as a till, which lists its day, and ends it', async ({
  page,
  site,
  newVisitor,
}) => {
  site.site.publicUrl = site.url;
  const admin = await site.admin();
  const { pin } = await partnerStore(admin, 'Main Street Thrift');
  const { organization } = (await admin.call(settings.settings, {})).body.settings;
  await admin.call(settings.changeSettings, {
    body: { organization: { ...organization, phone: '204-555-0199' } },
  });
  const codes = [(await confirmedCode(site, admin)).code, (await confirmedCode(site, admin)).code];
  const tablet = await newVisitor();
  let link = '';
  await signInAdmin(page, site);

  await test.step('the link is shown only until its dialog is closed', async () => {
    await page.getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('link', { name: 'Main Street Thrift', exact: true }).click();
    await page.getByRole('link', { name: /^Tills/ }).click();
    await expect(page.getByText('No tills yet')).toBeVisible();
    await page.getByRole('button', { name: 'Make the first till' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a till of Main Street Thrift' });
    const make = dialog.getByRole('button', { name: 'Make the link' });
    await make.click();
    link = await dialog.getByRole('status', { name: 'Link for the till' }).innerText();
    expect(await scanQrCode(page)).toBe(link);
    await expect(dialog.getByText('It is shown only once.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Make a till' }).click();
    await expect(make).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeHidden();
    await page.keyboard.press('Escape');
  });

  const today = tablet.getByRole('region', { name: 'Today at this till' });
  const rows = today.getByRole('listitem');
  await test.step('the tablet becomes a till, which lists its redemptions', async () => {
    await tablet.goto(link);
    await tablet.getByRole('button', { name: 'Make it a till' }).click();
    await expect(tablet).toHaveURL(/\/redeem$/);
    await expect(today).toContainText('Nothing was redeemed here today.');
    // The number stands within its sentence, not beside it.
    const sentence = 'After that the office does it: 204-555-0199.';
    await expect(today).toContainText(sentence, { useInnerText: true });
    for (const code of codes) {
      await tablet.getByLabel('Reward code').fill(code);
      await tablet.getByRole('button', { name: 'Check Code' }).click();
      await tablet.getByLabel('Partner PIN').fill(pin);
      await tablet.getByRole('button', { name: 'Redeem Now' }).click();
      await expect(tablet.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
      await tablet.getByRole('button', { name: 'Next customer' }).click();
    }
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(codes[1] ?? '');
  });

  await test.step('the tablet gives a use back from the list', async () => {
    const undo = today.getByRole('button', { name: `Undo ${codes[0]}` });
    await undo.click();
    await today.getByRole('button', { name: 'Keep it' }).click();
    await expect(undo).toBeFocused();
    await tablet.keyboard.press('Enter');
    await rows.last().getByLabel('Partner PIN').fill(pin);
    await tablet.keyboard.press('Enter');
    await expect(rows).toHaveCount(3);
    await expect(tablet.getByLabel('Reward code')).toBeFocused();
    await expect(rows.first()).toContainText('Given back');
    await expect(rows.last()).toContainText('Undone');
    await expect(today.getByRole('definition')).toHaveText(['2', '1', '1']);
    await expect(undo).toBeHidden();
  });

  await test.step('a use that the office gave back meanwhile is shown as such', async () => {
    const undo = today.getByRole('button', { name: `Undo ${codes[1]}` });
    await undo.click();
    const reason = 'The till was not reached';
    await admin.call(contract.reverseRedemption, { params: { id: 2 }, body: { reason } });
    await rows.getByLabel('Partner PIN').fill(pin);
    await tablet.keyboard.press('Enter');
    await expect(tablet.getByText('This use was given back already.')).toBeVisible();
    await expect(rows.filter({ hasText: codes[1]! })).toContainText('Undone');
    await expect(tablet.getByLabel('Reward code')).toBeFocused();
  });

  await test.step('the admin ends the till', async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: 'Tills 1' })).toBeVisible();
    const till = page.getByRole('list', { name: 'Tills' }).getByRole('listitem');
    await expect(till).toHaveCount(1);
    await till.getByRole('button', { name: /^End/ }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'End this till?' });
    await expect(confirmation).toContainText('give the store a new PIN instead');
    await confirmation.getByRole('button', { name: 'End the till' }).click();
    await expect(page.getByText('Till ended', { exact: true })).toBeVisible();
    await expect(page.getByText('No tills yet')).toBeVisible();
  });
});
