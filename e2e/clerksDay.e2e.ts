import { contract as partners } from '#features/partners/contract.ts';
import { contract as tills } from '#features/till/contract.ts';
import { closeMonths } from '#features/till/serverClosing.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { monthOf } from '#shared/dates.ts';
import { formatMonth } from '#words/formats.ts';
import { openCameraBrowser } from './cameraBrowser.ts';
import { expect, test, watchErrors } from './fixtures.ts';
import { scanByKeys } from './typingScanner.ts';

test('a clerk’s day: practice, camera, scanner, undo, lock, and the month’s statement', async ({
  site,
  newVisitor,
}) => {
  site.site.publicUrl = site.url;
  const admin = await site.admin();
  const { today } = site;
  const store = (await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift' } })).body;
  const { id } = store.partner;
  const { code: onPhone } = await confirmedCode(site, admin, { studentId: 'AMARA', date: today });
  const { code: onPaper } = await confirmedCode(site, admin, { studentId: 'BEN', date: today });
  const tillLink = (await admin.call(tills.createTillLink, { params: { id } })).body.link;

  const camera = await openCameraBrowser([
    { seconds: 1, text: null },
    { seconds: 3, text: `${site.url}/redeem?code=${onPhone}` },
  ]);
  const page = await camera.browser.newPage({ viewport: { width: 1280, height: 900 } });
  const errors = await watchErrors(page);

  await test.step('The office’s link makes the shop’s computer a till.', async () => {
    await page.goto(tillLink);
    await page.getByRole('button', { name: 'Make it a till' }).click();
    await expect(page.getByRole('banner')).toContainText('Main Street Thrift');
  });

  await test.step('The clerk is new and practises first.', async () => {
    await page.getByRole('button', { name: 'Practise' }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Practice: nothing is spent.')).toBeVisible();
    await page.getByLabel('Partner PIN').fill('12345678');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await expect(page.getByLabel('Reward code')).toBeFocused();
  });

  const list = page.getByRole('region', { name: 'Today at this till' });

  await test.step('A customer’s phone is scanned by camera, and the PIN is kept.', async () => {
    await expect(list).toContainText('Nothing was redeemed here today.');
    await page.getByLabel('Clerk').fill('MK');
    await page.getByLabel('Keep the PIN for the next customer').check();
    await page.getByRole('button', { name: 'Use camera to scan' }).click();
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByLabel('Partner PIN')).toBeFocused();
    await page.keyboard.type(store.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();
  });

  await test.step('The scanner types a printed code, and the clerk’s Enter redeems it.', async () => {
    await page.getByLabel('Clerk').focus();
    await scanByKeys(page, `${site.url}/redeem?code=${onPaper}`);
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await expect(page.getByLabel('Clerk')).toHaveValue('MK');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
  });

  await test.step('The clerk gives the use back with the kept PIN.', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Give the use back' }).click();
    await expect(page.getByRole('heading', { name: 'Given back' })).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await expect(list.getByRole('definition')).toHaveText(['2', '1', '1']);
  });

  await test.step('The scanner types into the field, and the code is redeemed again.', async () => {
    await scanByKeys(page, onPaper);
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await expect(list.getByRole('definition')).toHaveText(['3', '1', '2']);
  });

  await test.step('The clerk locks the till.', async () => {
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByLabel('Partner PIN')).toHaveValue('');
    await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(
      /Locked\. Enter the PIN again\./,
    );
  });
  expect(errors).toEqual([]);
  await camera.close();

  const { from, before } = monthOf(today);
  await test.step('On the 3rd the month closes, and the store reads its statement by its link.', async () => {
    const days =
      Math.ceil((Date.parse(`${before}T18:00:00Z`) - site.site.clock().getTime()) / 86_400_000) + 4;
    site.pass({ days });
    await closeMonths(site.site);
    const office = await site.admin();
    const { link } = (await office.call(tills.createStatementLink, { params: { id } })).body;
    const bookkeeper = await newVisitor();
    await bookkeeper.goto(`${new URL(link).pathname}?month=${from.slice(0, 7)}`);
    await expect(bookkeeper.getByRole('heading', { name: 'Main Street Thrift' })).toBeVisible();
    await expect(
      bookkeeper.getByRole('heading', { name: `Total of ${formatMonth(from)}`.replace(/ \d+$/, '') }),
    ).toBeVisible();
  });
});
