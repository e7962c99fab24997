import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { confirmedCode, knownDonor, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { dayOf } from '#shared/dates.ts';
import { closeByEscape, expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const rowIn = (sheet: Locator, list: string, text: string) =>
  sheet.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

test('a name opens the sheet on its donation, where keys decide and undo', async ({ page, site }) => {
  const admin = await site.admin();
  await donor(site, admin, 'JTHIESSEN', { displayName: 'Jo Thiessen', phone: '204-555-0134' });
  await log(site, 'JTHIESSEN', '1-2kg');
  const second = await log(site, 'JTHIESSEN', '2-3kg');
  await signInAdmin(page, site);
  await page.getByRole('row', { name: '2-3kg' }).getByRole('link', { name: 'Jo Thiessen' }).click();

  const sheet = sheetOf(page, 'Jo Thiessen');
  await expect(sheet).toContainText('204-555-0134');
  await expect(sheet).toContainText('0 of 6 to Gold');
  await expect(page).toHaveURL(/person=1/);
  const row = rowIn(sheet, 'To decide', '2-3kg');
  await expect(row).toBeFocused();
  await expect(row.getByText('c', { exact: true })).toBeVisible();
  await expect(rowIn(sheet, 'To decide', '1-2kg').getByText('c', { exact: true })).toBeHidden();

  await page.keyboard.press('c');
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  await expect(rowIn(sheet, 'To decide', '1-2kg')).toBeFocused();
  await expect(sheet.getByRole('region', { name: 'Codes' })).toContainText('1 usable');
  await expect(rowIn(sheet, 'Donations', '2-3kg')).toContainText('Confirmed');
  await expect(sheet).toContainText('1 of 6 to Gold');
  await expect(sheet).toContainText('Green Giver');

  await page.keyboard.press('r');
  const reason = page.getByRole('dialog', { name: 'Reject this donation?' });
  await expect(reason.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('cju');
  await closeByEscape(page, reason);
  await expect(rowIn(sheet, 'To decide', '1-2kg')).toBeFocused();

  await page.keyboard.press('u');
  await expect(page.getByText('Confirmation undone', { exact: true })).toBeVisible();
  await expect(rowIn(sheet, 'To decide', '2-3kg')).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Codes' })).toContainText('0 usable');

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: `Donation ${second}` });
  await expect(details).toBeVisible();
  await closeByEscape(page, details);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/person=/);
  // The link that opened the sheet went with its row and came back another.
  await expect(page.getByRole('row', { name: '2-3kg' }).getByRole('checkbox')).toBeFocused();
});

test('j and k go to the list’s next and previous person, the address keeps it, and Back closes it', async ({
  page,
  site,
}) => {
  for (const studentId of ['BEN', 'CAM', 'BEN', 'ANN']) await log(site, studentId);
  await signInAdmin(page, site);
  await expect(page.getByRole('row', { name: 'CAM' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expect(sheetOf(page, 'BEN')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(sheetOf(page, 'CAM')).toBeVisible();
  await sheetOf(page, 'CAM').getByRole('button', { name: 'Next person' }).click();
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await expect(sheetOf(page, 'ANN').getByRole('button', { name: 'Next person' })).toHaveAttribute(
    'aria-disabled',
  );

  // Whoever has no row left is followed by who takes their place.
  await page.keyboard.press('k');
  await expect(rowIn(sheetOf(page, 'CAM'), 'To decide', '2-3kg')).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(sheetOf(page, 'ANN')).toBeVisible();

  await page.reload();
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('row', { name: 'ANN' })).toBeVisible();
});

test('a claim is accepted and taken back, or says whose email it is and leads to the merge', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await log(site, 'GFRIESEN');
  await donor(site, admin, 'GRACE', { displayName: 'Grace F', email: 'grace@example.ca' });
  await claim(site, 'GFRIESEN', 'friesen@example.ca');
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?person=1');
  const claimed = page.getByRole('region', { name: 'Claim' });
  await expect(claimed).toContainText('says: Grace Friesen, friesen@example.ca');
  await page.keyboard.press('c');
  const sheet = sheetOf(page, 'Grace Friesen');
  await expect(sheet.getByRole('link', { name: 'friesen@example.ca' })).toBeVisible();
  await expect(claimed).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sheetOf(page, 'GFRIESEN')).toBeVisible();
  await expect(claimed).toBeVisible();

  await claimed.getByRole('button', { name: 'Drop' }).click();
  await expect(page.getByText('Claim dropped', { exact: true })).toBeVisible();
  await page.keyboard.press('u');
  await expect(claimed).toBeVisible();

  await claim(site, 'GFRIESEN', 'grace@example.ca');
  await page.reload();
  await claimed.getByRole('button', { name: 'Accept' }).click();
  await expect(claimed.getByRole('alert')).toContainText('Grace F (No. 2) has this email already.');
  await expect(page.getByRole('region', { name: 'Possible double' })).toContainText(
    'has the email that is claimed',
  );
  await claimed.getByRole('button', { name: 'Merge into Grace F' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge GFRIESEN into another' });
  await merge.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(sheetOf(page, 'Grace F')).toContainText('GFRIESEN');
  await expect(page).toHaveURL(/person=2/);
});

test('a likely double is merged into whom one looks at', async ({ page, site }) => {
  const admin = await site.admin();
  await donor(site, admin, 'JTHIESSEN', { displayName: 'Jo Thiessen', phone: '204-555-0134' });
  await donor(site, admin, 'JOTHIESSEN', { phone: '(204) 555 0134' });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=participants&person=1');
  const sheet = sheetOf(page, 'Jo Thiessen');
  const double = sheet.getByRole('region', { name: 'Possible double' });
  await expect(double).toContainText('Same person as JOTHIESSEN?');
  await double.getByRole('button', { name: 'Compare and merge' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge JOTHIESSEN into another' });
  await expect(merge.getByRole('region', { name: 'What moves' })).toBeVisible();
  await merge.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(double).toBeHidden();
  await expect(sheet).toContainText('JTHIESSEN, JOTHIESSEN');
});

test('the palette finds a code by a part of it, and the sheet begins there', async ({ page, site }) => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin, { date: today(site) });
  const { code: older } = await confirmedCode(site, admin, { date: today(site) });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAdmin(page, site);
  await look(page, code.slice(3, 8).toLowerCase());
  await expect(page.getByRole('option', { name: code })).toContainText('JTHIESSEN, 0 of 2 used');
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'JTHIESSEN');
  const row = rowIn(sheet, 'Codes', code);
  await expect(row).toBeFocused();
  await page.keyboard.press('c');
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  await page.keyboard.press('e');
  const extend = page.getByRole('dialog', { name: `Extend ${code}` });
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByText('Code extended', { exact: true })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('r');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toBeHidden();
  await expect(rowIn(sheet, 'Codes', older)).toBeFocused();
  await sheet.getByRole('button', { name: '1 ended' }).click();
  await expect(row).toContainText('Revoked');

  await sheet.getByRole('button', { name: 'Add code' }).click();
  const add = page.getByRole('dialog', { name: 'Create code' });
  await expect(add.getByRole('combobox', { name: 'Participant' })).toHaveValue('JTHIESSEN');
  await add.getByRole('button', { name: 'Create code' }).click();
  await expect(sheet.getByRole('region', { name: 'Codes' })).toContainText('2 usable, 1 ended');
});

test('the palette finds a donation by its number and a bin by its code', async ({ page, site }) => {
  const admin = await site.admin();
  const id = await log(site, 'ANN');
  await admin.call(bins.createBin, { body: { name: 'UC East', location: 'East door', binCode: 'UC_EAST' } });
  await signInAdmin(page, site);
  await look(page, `#${id}`);
  await expect(page.getByRole('option', { name: `Donation ${id}` })).toContainText('ANN, 2-3kg');
  await page.getByRole('option', { name: `Donation ${id}` }).click();
  const details = page.getByRole('dialog', { name: `Donation ${id}` });
  await details.getByRole('link', { name: 'ANN' }).click();
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheetOf(page, 'ANN')).toBeHidden();
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();

  await look(page, 'uc_ea');
  await expect(page.getByRole('option', { name: 'UC East' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Edit/ }).getByLabel('Name')).toHaveValue('UC East');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/bin=/);
});

test('a bin is found beyond the first page of the list, and one that is not there leaves the address', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  for (let number = 10; number <= 60; number += 1) {
    const body = { name: `Bin ${number}`, location: 'By the door', binCode: `BIN_${number}` };
    await admin.call(bins.createBin, { body });
  }
  await signInAdmin(page, site);
  await look(page, 'bin_60');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Edit/ }).getByLabel('Name')).toHaveValue('Bin 60');
  await page.goto('/reround-admin-843?tab=bins&bin=118');
  await expect(page).toHaveURL(/\?tab=bins$/);
});

test('over a sheet the palette leads to a code as well, of somebody else or of the same person', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const { code: first } = await confirmedCode(site, admin, { studentId: 'ANN', date: today(site) });
  const { code: other } = await confirmedCode(site, admin, { studentId: 'BEN', date: today(site) });
  const { code: second } = await confirmedCode(site, admin, { studentId: 'BEN', date: today(site) });
  await site.database.execute(sql`update discount_codes set expires_at = now() - interval '1 day'`);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=codes&person=1');
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await look(page, other.slice(3));
  await page.keyboard.press('Enter');
  await expect(rowIn(sheetOf(page, 'BEN'), 'Codes', other)).toBeFocused();
  await look(page, second.slice(3));
  await page.keyboard.press('Enter');
  await expect(rowIn(sheetOf(page, 'BEN'), 'Codes', second)).toBeFocused();
  await look(page, first.slice(3));
  await page.keyboard.press('Enter');
  await expect(rowIn(sheetOf(page, 'ANN'), 'Codes', first)).toBeFocused();
});

test('a sheet that was closed leaves nothing to go back through, nor does what lay over it', async ({
  page,
  site,
}) => {
  const id = await log(site, 'ANN');
  await log(site, 'BEN');
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Rejected' }).click();
  await page.getByRole('link', { name: /^Pending/ }).click();
  await page.getByRole('row', { name: 'ANN' }).getByRole('link', { name: 'ANN' }).click();
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: `Donation ${id}` });
  await expect(details).toBeFocused();
  await closeByEscape(page, details);
  await page.keyboard.press('j');
  await expect(sheetOf(page, 'BEN')).toBeVisible();
  // Twice, as an impatient hand does.
  await page.evaluate(() => {
    const close = document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Close"]');
    close?.click();
    close?.click();
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/tab=pending$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Rejected donations' })).toBeVisible();
});

test('what is asked over a sheet goes with its person', async ({ page, site }) => {
  await log(site, 'ANN');
  await log(site, 'BEN');
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?person=1');
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await look(page, 'BEN');
  await page.getByRole('option', { name: 'BEN' }).first().click();
  await sheetOf(page, 'BEN').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible();
  await page.goBack();
  await expect(sheetOf(page, 'ANN')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /Edit/ })).toHaveCount(0);
});

test('a sheet lies over the intake, whose form stays as it is', async ({ page, site }) => {
  const admin = await site.admin();
  await donor(site, admin, 'JTHIESSEN', { displayName: 'Jo Thiessen' });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/intake');
  await page.getByRole('combobox', { name: 'Participant' }).fill('thiessen');
  await page.getByRole('option', { name: /Jo Thiessen/ }).click();
  await page.getByLabel('Notes').fill('A lamp');
  await page.getByRole('link', { name: 'See all of Jo Thiessen' }).click();
  await expect(sheetOf(page, 'Jo Thiessen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Notes')).toHaveValue('A lamp');
});

test('a sheet lies over the donation that is processed, and its keys leave that one alone', async ({
  page,
  site,
}) => {
  for (const studentId of ['ANN', 'BEN']) await log(site, studentId);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/pending/process');
  await page.getByRole('main').getByRole('link', { name: 'ANN' }).click();
  await expect(rowIn(sheetOf(page, 'ANN'), 'To decide', '2-3kg')).toBeFocused();
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await expect(sheetOf(page, 'ANN')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'ANN' })).toBeFocused();
  await expect(page).toHaveURL(/pending\/process$/);
});

test('on a phone the sheet is the screen, and a card’s name leads to it', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const id = await log(site, 'JTHIESSEN');
  await signInAdmin(page, site);
  const card = page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem');
  await card.getByRole('link', { name: 'JTHIESSEN' }).click();
  const sheet = sheetOf(page, 'JTHIESSEN');
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toBeVisible();
  // Once it has slid in.
  await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 780 });
  await sheet.getByRole('button', { name: 'Close' }).click();
  const box = await card.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + 40);
  await expect(page.getByRole('dialog', { name: `Donation ${id}` })).toBeVisible();
});

test('what was decided does not come back before the sheet has been read again', async ({ page, site }) => {
  await log(site, 'JTHIESSEN');
  await signInAdmin(page, site);
  await page.getByRole('row', { name: 'JTHIESSEN' }).getByRole('link', { name: 'JTHIESSEN' }).click();
  const sheet = sheetOf(page, 'JTHIESSEN');
  await expect(rowIn(sheet, 'To decide', '2-3kg')).toBeFocused();
  const readAgain = Promise.withResolvers<void>();
  await page.route('**/api/admin/participants/1', async (route) => {
    await readAgain.promise;
    await route.continue();
  });
  await page.keyboard.press('c');
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  // The decision is over, and drawn.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await sheet.getByRole('list', { name: 'To decide' }).isVisible()).toBe(false);
  readAgain.resolve();
  await expect(rowIn(sheet, 'Donations', '2-3kg')).toContainText('Confirmed');
  await expect(sheet.getByRole('list', { name: 'To decide' })).toBeHidden();
});

test('somebody who is not there any more', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?person=118');
  await expect(sheetOf(page, 'Participant 118')).toContainText('There is no such participant.');
  await page.goto('/reround-admin-843?person=nobody');
  await expect(page.getByText('No pending donations 🎉')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

function today(site: ServedSite): string {
  return dayOf(site.site.clock(), site.site.timeZone);
}

async function log(
  site: ServedSite,
  studentId: string,
  weight: '1-2kg' | '2-3kg' = '2-3kg',
): Promise<number> {
  return await loggedDonation(site, { studentId, weight, date: today(site) });
}

async function donor(
  site: ServedSite,
  admin: Client,
  studentId: string,
  body: { displayName?: string; email?: string; phone?: string },
): Promise<void> {
  const id = await knownDonor(site, studentId);
  await admin.call(participants.updateParticipant, { params: { id }, body });
}

async function claim(site: ServedSite, studentId: string, email: string): Promise<void> {
  await site.visitor().call(auth.studentLogin, { body: { studentId, displayName: 'Grace Friesen', email } });
}

async function look(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toBeVisible();
}
