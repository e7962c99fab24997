import type { Locator, Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { closeByEscape, expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const rowIn = (sheet: Locator, list: string, text: string) =>
  sheet.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

test('a name opens the sheet on its donation, where keys decide, undo and go from person to person', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await log(site, 'JTHIESSEN', '1-2kg');
  const second = await log(site, 'JTHIESSEN', '2-3kg');
  for (const studentId of ['BEN', 'ANN']) await log(site, studentId);
  const profile = { displayName: 'Jo Thiessen', phone: '204-555-0134' };
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: profile });
  await signInAdmin(page, site);
  const sheet = sheetOf(page, 'Jo Thiessen');
  const lighter = rowIn(sheet, 'To decide', '1-2kg');
  const heavier = rowIn(sheet, 'To decide', '2-3kg');
  const details = page.getByRole('dialog', { name: `Donation ${second}` });

  await test.step('c decides the one with the focus, which does not come back while the sheet is read again', async () => {
    // By another tab and back: there is something that Back could lead to.
    await page.getByRole('link', { name: 'Rejected' }).click();
    await page.getByRole('link', { name: /^Pending/ }).click();
    await page.getByRole('row', { name: '2-3kg' }).getByRole('link', { name: 'Jo Thiessen' }).click();
    await expect(sheet).toContainText('204-555-0134');
    await expect(sheet).toContainText('0 of 6 to Gold');
    await expect(page).toHaveURL(/person=1/);
    await expect(heavier).toBeFocused();
    await expect(heavier.getByText('c', { exact: true })).toBeVisible();
    await expect(lighter.getByText('c', { exact: true })).toBeHidden();
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
    expect(await heavier.isVisible()).toBe(false);
    readAgain.resolve();
    await expect(lighter).toBeFocused();
    await expect(sheet.getByRole('region', { name: 'Codes' })).toContainText('1 usable');
    await expect(rowIn(sheet, 'Donations', '2-3kg')).toContainText('Confirmed');
    await expect(sheet).toContainText('1 of 6 to Gold');
  });

  await test.step('r asks for a reason, and Escape leaves it', async () => {
    await page.keyboard.press('r');
    const reason = page.getByRole('dialog', { name: 'Reject this donation?' });
    await expect(reason.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('cju');
    await closeByEscape(page, reason);
    await expect(lighter).toBeFocused();
  });

  await test.step('u takes the confirmation back', async () => {
    await page.keyboard.press('u');
    await expect(page.getByText('Confirmation undone', { exact: true })).toBeVisible();
    await expect(heavier).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'Codes' })).toContainText('0 usable');
  });

  await test.step('Enter opens the details over it', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    await closeByEscape(page, details);
  });

  await test.step('j and k go to the list’s next and previous person, and the address keeps it', async () => {
    await page.keyboard.press('j');
    await expect(sheetOf(page, 'BEN')).toBeVisible();
    await sheetOf(page, 'BEN').getByRole('button', { name: 'Next person' }).click();
    const last = sheetOf(page, 'ANN');
    await expect(last.getByRole('button', { name: 'Next person' })).toHaveAttribute('aria-disabled');
    // Whoever has no row left is followed by who takes their place.
    await page.keyboard.press('k');
    await expect(rowIn(sheetOf(page, 'BEN'), 'To decide', '2-3kg')).toBeFocused();
    await page.keyboard.press('c');
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await page.keyboard.press('j');
    await expect(last).toBeVisible();
    await page.reload();
    await expect(last).toBeVisible();
  });

  await test.step('closed twice, as an impatient hand does, it leaves nothing to go back through', async () => {
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

  await test.step('on a phone the sheet is the screen, and a card’s name leads to it', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/reround-admin-843');
    const card = page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem').last();
    await card.getByRole('link', { name: 'ANN' }).click();
    // Once it has slid in.
    await expect
      .poll(() => sheetOf(page, 'ANN').boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 360, height: 780 });
    await sheetOf(page, 'ANN').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('the palette finds a code, a donation and a bin, also over a sheet', async ({ page, site }) => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin, { date: today(site) });
  const { code: older } = await confirmedCode(site, admin, { date: today(site) });
  const { code: others } = await confirmedCode(site, admin, { studentId: 'BEN', date: today(site) });
  const id = await log(site, 'ANN');
  await admin.call(bins.createBin, { body: { name: 'UC East', location: 'East door', binCode: 'UC_EAST' } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAdmin(page, site);
  const sheet = sheetOf(page, 'JTHIESSEN');
  const row = rowIn(sheet, 'Codes', code);

  await test.step('a code by a part of it, and the sheet begins there', async () => {
    await look(page, code.slice(3, 8).toLowerCase());
    await expect(page.getByRole('option', { name: code })).toContainText('JTHIESSEN, 0 of 2 used');
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
    await page.keyboard.press('c');
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  });

  await test.step('keys extend and revoke it, and the focus goes on', async () => {
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

  await test.step('over a sheet another code of the same person, or of somebody else', async () => {
    await look(page, older.slice(3));
    await page.keyboard.press('Enter');
    await expect(rowIn(sheet, 'Codes', older)).toBeFocused();
    await look(page, others.slice(3));
    await page.keyboard.press('Enter');
    await expect(rowIn(sheetOf(page, 'BEN'), 'Codes', others)).toBeFocused();
  });

  await test.step('what is asked over a sheet goes with its person', async () => {
    await sheetOf(page, 'BEN').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeVisible();
    await expect(page.getByRole('dialog', { name: /Edit/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('a donation by its number, whose sheet lies over its details', async () => {
    await look(page, `#${id}`);
    await expect(page.getByRole('option', { name: `Donation ${id}` })).toContainText('ANN, 2-3kg');
    await page.getByRole('option', { name: `Donation ${id}` }).click();
    const details = page.getByRole('dialog', { name: `Donation ${id}` });
    await details.getByRole('link', { name: 'ANN' }).click();
    await expect(sheetOf(page, 'ANN')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheetOf(page, 'ANN')).toBeHidden();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
  });

  await test.step('a bin by its code', async () => {
    await look(page, 'uc_ea');
    await expect(page.getByRole('option', { name: 'UC East' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /Edit/ }).getByLabel('Name')).toHaveValue('UC East');
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/bin=/);
  });

  await test.step('somebody who is not there says so', async () => {
    await page.goto('/reround-admin-843?person=118');
    await expect(sheetOf(page, 'Participant 118')).toContainText('There is no such participant.');
  });
});

test('an admin saves what is kept about somebody, and removes them by their name typed', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  await confirmedCode(site, admin, { studentId: 'JTHIESSEN', date });
  await loggedDonation(site, { studentId: 'JTHIESSEN', weight: '1-2kg', date });
  const profile = { displayName: 'Jo Thiessen', email: 'jo@example.ca' };
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: profile });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Jo Thiessen' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Jo Thiessen', exact: true });
  const more = sheet.getByRole('button', { name: 'More for Jo Thiessen' });

  await more.click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export everything' }).click();
  expect((await saving).suggestedFilename()).toBe(`participant-1-${date}.json`);

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Merge' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove Jo Thiessen?' });
  await expect(dialog).toContainText('This cannot be undone by anybody.');
  await expect(dialog).toContainText('1 code with uses left');
  await expect(dialog).toContainText('1 still to decide, without a usable code');
  await dialog.getByLabel('Type Jo Thiessen').fill('Jo');
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please say why/);
  await expect(dialog.getByLabel('Type Jo Thiessen')).toHaveAccessibleDescription(
    'That is not the name of this person',
  );
  await dialog.getByLabel('Reason').fill('Asked by mail');
  await dialog.getByLabel('Type Jo Thiessen').fill('jo thiessen');
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page.getByText('Person removed', { exact: true })).toBeVisible();

  const removed = page.getByRole('dialog', { name: 'Removed person', exact: true });
  await expect(removed).toContainText('What was given stays for the sums.');
  await expect(removed.getByRole('button', { name: 'Edit' })).toBeHidden();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: 'Removed person' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('link', { name: 'Removed person' })).toBeHidden();
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

async function look(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toBeVisible();
}
