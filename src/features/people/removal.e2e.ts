import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, signInAdmin, signInDonor, test } from '#e2e/fixtures.ts';

test('an admin saves what is kept about somebody, and removes them by their name typed', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const date = dayOf(site.site.clock(), site.site.timeZone);
  await confirmedCode(site, admin, { studentId: 'JTHIESSEN', date });
  await site.visitor().call(logging.logDonation, { body: { studentId: 'JTHIESSEN', weight: '1-2kg', date } });
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

test('a donor saves what the dashboard shows', async ({ page, site }) => {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  await confirmedCode(site, await site.admin(), { date });
  await signInDonor(page, 'JTHIESSEN');
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download what is kept about me' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^my-reround-data-[\d-]+\.json$/);
});
