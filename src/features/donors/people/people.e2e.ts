import type { Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { paths } from '#web/paths.ts';
import { closeByEscape, expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const rowIn = (page: Page, list: string, text: string) =>
  page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('an admin opens a person’s page, decides donations there, and returns to the list', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await logDonation(site, 'JTHIESSEN', '1-2kg');
  const second = await logDonation(site, 'JTHIESSEN', '2-3kg');
  const profile = { displayName: 'Jo Thiessen', phone: '204-555-0134' };
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: profile });
  await signInAdmin(page, site);
  const heavier = rowIn(page, 'Donations', '2-3kg');
  const codes = page.getByRole('region', { name: 'Codes' });

  await test.step('the page can be reloaded under its address', async () => {
    await page.getByRole('row', { name: '2-3kg' }).getByRole('link', { name: 'Jo Thiessen' }).click();
    await expect(heading(page, 'Jo Thiessen')).toBeVisible();
    await expect(page).toHaveURL(/people\/1$/);
    await page.reload();
    await expect(page.getByRole('link', { name: '204-555-0134' })).toBeVisible();
    await expect(page.getByText('0 of 6 to Gold')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Donations' })).toContainText('2, 2 to decide');
  });

  await test.step('a confirmation issues a code, and can be undone', async () => {
    await heavier.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(heavier).toContainText('Confirmed');
    await expect(codes).toContainText('1 usable');
    await expect(page.getByText('1 of 6 to Gold')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Confirmation undone', { exact: true })).toBeVisible();
    await expect(codes).toContainText('0 usable');
  });

  await test.step('another donation is rejected with a reason', async () => {
    await rowIn(page, 'Donations', '1-2kg').getByRole('button', { name: 'Reject' }).click();
    const reason = page.getByRole('dialog', { name: 'Reject this donation?' });
    await reason.getByLabel('Reason').fill('Wet');
    await reason.getByRole('button', { name: 'Reject' }).click();
    await expect(rowIn(page, 'Donations', '1-2kg')).toContainText('Rejected');
  });

  await test.step('the weight of a donation opens its details', async () => {
    await heavier.getByRole('link', { name: `details of donation ${second}` }).click();
    const details = page.getByRole('dialog', { name: `Donation ${second}` });
    await expect(details).toBeVisible();
    await closeByEscape(page, details);
  });

  await test.step('Back leads to the list, where the key p opens the person of the row', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await expect(page.getByRole('row', { name: '2-3kg' })).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(heading(page, 'Jo Thiessen')).toBeVisible();
  });

  await test.step('the share link is switched off after a question, and the list shows it', async () => {
    await page.getByRole('button', { name: 'Switch off' }).click();
    const question = page.getByRole('alertdialog', { name: 'Switch off the share link?' });
    await question.getByRole('button', { name: 'Switch off' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Switched off')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeFocused();
    await page.getByRole('link', { name: 'Participants' }).first().click();
    await page.getByRole('link', { name: 'Share link off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
  });

  await test.step('the page of an unknown person says that there is none', async () => {
    await page.goto('/reround-admin-843/people/118');
    await expect(page.getByText('There is no such participant.')).toBeVisible();
  });
});

test('a person’s address that was cut short says that there is no such participant', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.goto(`${paths.consolePerson(1)}x`);
  await expect(heading(page, 'No such participant')).toBeAttached();
  await expect(page.getByRole('alert')).toHaveText('There is no such participant.');
});

test('the palette finds a code, a donation and a bin', async ({ page, site }) => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin, { date: today(site) });
  const id = await logDonation(site, 'ANN');
  await admin.call(bins.createBin, { body: { name: 'UC East', location: 'East door', binCode: 'UC_EAST' } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAdmin(page, site);
  const row = rowIn(page, 'Codes', code);

  await test.step('a part of a code finds it, and opens the page of its person', async () => {
    await searchPalette(page, code.slice(3, 8).toLowerCase());
    await expect(page.getByRole('option', { name: code })).toContainText('JTHIESSEN, 0 of 2 used');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'JTHIESSEN')).toBeVisible();
    await row.getByRole('button', { name: 'Copy' }).click();
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  });

  await test.step('there the code is extended and revoked, and another one is added', async () => {
    await row.getByRole('button', { name: 'Extend' }).click();
    const extend = page.getByRole('dialog', { name: `Extend ${code}` });
    await extend.getByRole('button', { name: 'Extend' }).click();
    await expect(page.getByText('Code extended', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toContainText('Revoked');
    await page.getByRole('button', { name: 'Add code' }).click();
    const add = page.getByRole('dialog', { name: 'Create code' });
    await expect(add.getByRole('combobox', { name: 'Participant' })).toHaveValue('JTHIESSEN');
    await add.getByRole('button', { name: 'Create code' }).click();
    await expect(page.getByRole('region', { name: 'Codes' })).toContainText('1 usable, 1 ended');
  });

  await test.step('a number finds a donation, whose details link to the donor', async () => {
    await searchPalette(page, `#${id}`);
    await expect(page.getByRole('option', { name: `Donation ${id}` })).toContainText('ANN, 2-3kg');
    await page.getByRole('option', { name: `Donation ${id}` }).click();
    const details = page.getByRole('dialog', { name: `Donation ${id}` });
    await details.getByRole('link', { name: 'ANN' }).click();
    await expect(heading(page, 'ANN')).toBeVisible();
    await page.goBack();
    await expect(details).toBeVisible();
    await closeByEscape(page, details);
  });

  await test.step('the code of a bin finds it', async () => {
    await searchPalette(page, 'uc_ea');
    await expect(page.getByRole('option', { name: 'UC East' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'UC East' })).toBeVisible();
    await expect(page.getByText('East door')).toBeVisible();
  });
});

test('an admin exports a person’s data, and removes them after typing the name', async ({ page, site }) => {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  await confirmedCode(site, admin, { studentId: 'JTHIESSEN', date });
  await loggedDonation(site, { studentId: 'JTHIESSEN', weight: '1-2kg', date });
  const profile = { displayName: 'Jo Thiessen', email: 'jo@example.ca' };
  await admin.call(participants.updateParticipant, { params: { id: 1 }, body: profile });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Jo Thiessen' }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export everything' }).click();
  expect((await download).suggestedFilename()).toBe(`participant-1-${date}.json`);

  await page.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Jo Thiessen?' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('1 code with uses left');
  await expect(dialog).toContainText('1 pending, will give no usable code');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
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

  await expect(heading(page, 'Removed person')).toBeVisible();
  await expect(page.getByText('Their donations still count.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden();
  await page.goBack();
  const row = page.getByRole('row', { name: 'Removed person' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('link', { name: 'Removed person' })).toBeHidden();
});

function today(site: ServedSite): string {
  return dayOf(site.site.clock(), site.site.timeZone);
}

async function logDonation(
  site: ServedSite,
  studentId: string,
  weight: '1-2kg' | '2-3kg' = '2-3kg',
): Promise<number> {
  return await loggedDonation(site, { studentId, weight, date: today(site) });
}

async function searchPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toBeVisible();
}
