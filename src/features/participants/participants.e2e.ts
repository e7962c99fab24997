import type { Page } from '@playwright/test';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { dayOf } from '#shared/dates.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('a volunteer mends a profile', async ({ page, site }) => {
  const admin = await site.admin();
  await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo Tiessen' });
  await someone(site, admin, 'LFEHR', { displayName: 'Liam Fehr', email: 'lfehr@example.ca' });
  await openParticipants(page, site);
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();

  await page.getByLabel('Search participants').fill('jthi');
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await expect(page).toHaveURL(/q=jthi/);
  await row(page, 'Jo Tiessen').getByRole('button', { name: 'Edit' }).click();

  const dialog = page.getByRole('dialog', { name: 'Edit participant' });
  await expect(dialog.getByText(/donor ID JTHIESSEN/)).toBeVisible();
  await dialog.getByLabel('Display name').fill('Jo Thiessen');
  await dialog.getByLabel('Email').fill('jo@example');
  await dialog.getByLabel('Phone').fill('555');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/Phone must be 6 to 20 characters/);
  await expect(dialog.getByLabel('Email')).toBeFocused();

  await dialog.getByLabel('Email').fill('jo@example.ca');
  await dialog.getByLabel('Phone').fill('204-555-0134');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Participant saved', { exact: true })).toBeVisible();
  await expect(row(page, 'Jo Thiessen')).toContainText('jo@example.ca');

  await row(page, 'Jo Thiessen').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Phone').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(page, 'Jo Thiessen')).not.toContainText('204-555-0134');
  await expect(row(page, 'Jo Thiessen')).toContainText('jo@example.ca');
});

test('a volunteer merges two of the same person, and is asked twice', async ({ page, site }) => {
  const admin = await site.admin();
  const from = await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo T', phone: '204-555-0134' });
  await someone(site, admin, '7850933', { displayName: 'Jo Thiessen' });
  await openParticipants(page, site);
  await row(page, 'Jo T').first().getByRole('button', { name: 'Merge' }).click();

  const dialog = page.getByRole('dialog', { name: 'Merge Jo T into another' });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByLabel('Merge into')).toHaveAccessibleDescription(
    /Merge needs a numeric target ID different from the source/,
  );
  await dialog.getByLabel('Merge into').fill(String(from.id));
  await expect(dialog.getByText(/No participant found/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByLabel('Merge into')).toHaveAccessibleDescription(
    /Merge needs a numeric target ID different from the source/,
  );

  await dialog.getByLabel('Merge into').fill('785');
  const found = page.getByRole('option', { name: /Jo Thiessen/ });
  const [field, option] = await Promise.all([
    dialog.getByLabel('Merge into').boundingBox(),
    found.boundingBox(),
  ]);
  // The list is as wide as its field, and the option narrower by its edge.
  expect(Math.abs((field?.width ?? 0) - (option?.width ?? 0) - 14)).toBeLessThan(5);
  await found.click();
  const preview = dialog.getByRole('region', { name: 'What moves' });
  await expect(preview).toContainText('1, 2 in all afterwards');
  await expect(preview).toContainText('JTHIESSEN');
  await expect(preview).toContainText('204-555-0134');
  await dialog.getByRole('button', { name: 'Merge' }).click();

  const question = page.getByRole('alertdialog', { name: 'Merge Jo T into Jo Thiessen?' });
  await expect(question).toContainText('It can be taken back for 30 days.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await question.getByRole('button', { name: 'Merge' }).click();

  await expect(page.getByText('Participants merged', { exact: true })).toBeVisible();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await expect(row(page, 'Jo Thiessen')).toContainText('204-555-0134');
  const { shareToken } = from;
  const { body } = await site.visitor().call(contract.publicStatus, { params: { shareToken } });
  expect(body).toMatchObject({ displayName: 'Jo Thiessen', totals: { all: 2, confirmed: 0, pending: 2 } });
});

test('a volunteer who knows the number merges by it', async ({ page, site }) => {
  const admin = await site.admin();
  await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo T' });
  const { id } = await someone(site, admin, '7850933', { displayName: 'Amara Okafor' });
  await openParticipants(page, site);
  await row(page, 'Jo T').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Merge into another' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Jo T into another' });
  await dialog.getByLabel('Merge into').fill('#999999');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByLabel('Merge into')).toHaveAccessibleDescription(/There is no such participant/);
  await dialog.getByLabel('Merge into').fill(`#${id}`);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByLabel('Merge into')).toHaveValue('Amara Okafor');
  await expect(dialog.getByRole('region', { name: 'What moves' })).toBeVisible();
});

test('a merge by mistake is taken back', async ({ page, site }) => {
  const admin = await site.admin();
  const { id: fromId } = await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo T' });
  const { id: toId } = await someone(site, admin, '7850933', { displayName: 'Amara Okafor' });
  await admin.call(contract.mergeParticipants, { body: { fromId, toId } });
  await openParticipants(page, site);
  await row(page, 'Amara Okafor').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit participant' });
  const merged = dialog.getByRole('region', { name: 'Merged into this one' });
  await expect(merged).toContainText(`Jo T (No. ${fromId}), by alex on`);
  await merged.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Merge taken back', { exact: true })).toBeVisible();
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  await expect(row(page, 'Jo T')).toBeVisible();
});

test('what a donor claims is marked, and an admin accepts it or is told whose email it is', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const { id } = await someone(site, admin, 'GFRIESEN', { displayName: '' });
  await someone(site, admin, 'GRACE', { displayName: 'Grace F', email: 'grace@example.ca' });
  await site.visitor().call(auth.studentLogin, {
    body: { studentId: 'GFRIESEN', displayName: 'Grace Friesen', email: 'grace@example.ca' },
  });
  await openParticipants(page, site);
  const claimed = page
    .getByRole('row')
    .filter({ hasText: 'says: Grace Friesen, grace@example.ca, not proven' });
  await claimed.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit participant' });
  const claim = dialog.getByRole('region', { name: 'Claim' });
  await claim.getByRole('button', { name: 'Accept' }).click();
  await expect(claim.getByRole('alert')).toContainText('Grace F (No. 2) has this email already.');
  await claim.getByRole('button', { name: 'Merge into Grace F' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge GFRIESEN into another' });
  await expect(merge.getByLabel('Merge into')).toHaveValue('Grace F');
  await merge.getByRole('button', { name: 'Cancel' }).click();

  await site.visitor().call(auth.studentLogin, {
    body: { studentId: 'GFRIESEN', displayName: 'Grace Friesen', email: 'friesen@example.ca' },
  });
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: 'friesen@example.ca' })
    .getByRole('button', { name: 'Edit' })
    .click();
  await claim.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Claim accepted', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Display name')).toHaveValue('Grace Friesen');
  await expect(dialog.getByLabel('Email')).toHaveValue('friesen@example.ca');
  await expect(claim).toBeHidden();
  const { body } = await admin.call(contract.mergePreview, { params: { id } });
  expect(body.participant).toMatchObject({ displayName: 'Grace Friesen', claimedName: null });
});

test('a participant whom a colleague has just merged away', async ({ page, site }) => {
  const admin = await site.admin();
  const { id: fromId } = await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo T' });
  const { id: toId } = await someone(site, admin, '7850933', { displayName: 'Amara Okafor' });
  await openParticipants(page, site);
  await row(page, 'Jo T').getByRole('button', { name: 'Edit' }).click();
  const colleague = await site.admin('robin');
  await colleague.call(contract.mergeParticipants, { body: { fromId, toId } });
  const dialog = page.getByRole('dialog', { name: 'Edit participant' });
  await dialog.getByLabel('Display name').fill('Jo');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('There is no such participant.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Jo T')).toBeHidden();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
});

test('a volunteer hands out a share link, and saves the table', async ({ page, site }) => {
  const admin = await site.admin();
  const { shareToken } = await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo Thiessen' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openParticipants(page, site);
  await row(page, 'Jo Thiessen').getByRole('button', { name: 'Share link' }).click();
  await expect(row(page, 'Jo Thiessen').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/p/${shareToken}`);

  await page.getByLabel('Search participants').fill('thiessen');
  const exportLink = page.getByRole('link', { name: 'Export CSV' });
  await expect(exportLink).toHaveAttribute('href', '/api/admin/participants/export.csv?q=thiessen');
  const [download] = await Promise.all([page.waitForEvent('download'), exportLink.click()]);
  expect(download.suggestedFilename()).toMatch(/^participants-\d{4}-\d{2}-\d{2}\.csv$/);
});

test('the list has pages and an order, which live in the address', async ({ page, site }) => {
  const admin = await site.admin();
  for (let number = 10; number < 63; number += 1) {
    await admin.call(contract.upsertParticipant, { body: { displayName: `Donor ${number}` } });
  }
  await openParticipants(page, site);
  await page.getByLabel('Sort by').selectOption({ label: 'Name' });
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(1)).toContainText('Donor 10');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('51 to 53 of 53')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Donor 60');
  await page.reload();
  await expect(page.getByText('51 to 53 of 53')).toBeVisible();
  await page.getByLabel('Search participants').fill('Donor 1');
  await expect(page.getByText('1 to 10 of 10')).toBeVisible();
  await page.getByLabel('Search participants').fill('nobody at all');
  await expect(page.getByText('No participants found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('1 to 50 of 53')).toBeVisible();
});

test('a list that the server refuses says why', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto(`/reround-admin-843?tab=participants&q=${'x'.repeat(101)}`);
  await expect(page.getByText('Participants error: Please use at most 100 characters')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('on a phone the participants are cards', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const admin = await site.admin();
  await someone(site, admin, 'JTHIESSEN', { displayName: 'Jo Thiessen', email: 'jo@example.ca' });
  await openParticipants(page, site);
  const card = page.getByRole('list', { name: 'Participants' }).getByRole('listitem');
  await expect(card).toContainText('1 donation, 0 confirmed');
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Display name')).toHaveValue('Jo Thiessen');
});

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

async function openParticipants(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Participants' }).click();
  await expect(page.getByRole('heading', { name: 'Participants' })).toBeVisible();
}

/** A donor with one donation, and as much of a profile as is given. */
async function someone(
  site: ServedSite,
  admin: Client,
  studentId: string,
  profile: { displayName: string; email?: string; phone?: string },
) {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const logged = await site
    .visitor()
    .call(logging.logDonation, { body: { studentId, weight: '2-3kg', date } });
  const details = await admin.call(donations.donationDetails, { params: { id: logged.body.id } });
  const { body } = await admin.call(contract.updateParticipant, {
    params: { id: details.body.row.participantId },
    body: profile,
  });
  return body.participant;
}
