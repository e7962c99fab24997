import type { Page } from '@playwright/test';
import { contract as donations } from '#features/donations/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('an admin finds a participant, corrects the profile and copies the share link', async ({
  page,
  site,
  newVisitor,
}) => {
  const admin = await site.admin();
  const { shareToken } = await createParticipant(site, admin, 'JTHIESSEN', { displayName: 'Jo Tiessen' });
  await createParticipant(site, admin, 'LFEHR', { displayName: 'Liam Fehr', email: 'lfehr@example.ca' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openParticipants(page, site);
  const search = page.getByLabel('Search participants');
  const dialog = page.getByRole('dialog', { name: 'Edit participant' });

  await test.step('search and order stay after a reload', async () => {
    await page.getByLabel('Sort by').selectOption({ label: 'Name' });
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('row').nth(1)).toContainText('Jo Tiessen');
    await search.fill('nobody at all');
    await expect(page.getByText('No participants found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByText('1 to 2 of 2')).toBeVisible();
    await search.fill('jthi');
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await expect(search).toHaveValue('jthi');
  });

  await test.step('errors are shown at their fields', async () => {
    await row(page, 'Jo Tiessen').getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByText(/donor ID JTHIESSEN/)).toBeVisible();
    await dialog.getByLabel('Display name').fill('Jo Thiessen');
    await dialog.getByLabel('Email').fill('jo@example');
    await dialog.getByLabel('Phone').fill('555');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
      /Please enter a valid email address/,
    );
    await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/Phone must be 6 to 20 characters/);
    await expect(dialog.getByLabel('Email')).toBeFocused();
  });

  await test.step('the list shows the saved profile', async () => {
    await dialog.getByLabel('Email').fill('jo@example.ca');
    await dialog.getByLabel('Phone').fill('204-555-0134');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Participant saved', { exact: true })).toBeVisible();
    await expect(row(page, 'Jo Thiessen')).toContainText('jo@example.ca');
  });

  await test.step('an open dialog does not overwrite what another admin changed meanwhile', async () => {
    await row(page, 'Jo Thiessen').getByRole('button', { name: 'Edit' }).click();
    const { items } = (await admin.call(contract.participants, { query: { q: 'JTHIESSEN' } })).body;
    const params = { id: items[0]?.id ?? 0 };
    await admin.call(contract.updateParticipant, { params, body: { phone: '431-555-0177' } });
    await dialog.getByLabel('Email').fill('jo@example.com');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(row(page, 'Jo Thiessen')).toContainText('jo@example.com');
    await expect(row(page, 'Jo Thiessen')).toContainText('431-555-0177');
  });

  await test.step('the link is copied, and the export has the participants found', async () => {
    await row(page, 'Jo Thiessen').getByRole('button', { name: 'Share link' }).click();
    await expect(row(page, 'Jo Thiessen').getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/p/${shareToken}`);
    const exportLink = page.getByRole('link', { name: 'Export CSV' });
    await expect(exportLink).toHaveAttribute('href', '/api/admin/participants/export.csv?q=jthi');
    const [download] = await Promise.all([page.waitForEvent('download'), exportLink.click()]);
    expect(download.suggestedFilename()).toMatch(/^participants-\d{4}-\d{2}-\d{2}\.csv$/);
    await expect(
      page.getByRole('link', { name: 'Participants, CSV for Excel in French', exact: true }),
    ).toHaveAttribute('href', '/api/admin/participants/export.csv?q=jthi&separator=semicolon');
  });

  await test.step('the help about Excel opens and closes by keyboard', async () => {
    const help = page.getByRole('dialog', { name: 'How to open it in Excel' });
    await page.getByRole('button', { name: 'How to open it in Excel' }).press('Enter');
    await expect(help).toContainText('Zeros at the front and phone numbers stay');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(page.getByRole('button', { name: 'How to open it in Excel' })).toBeFocused();
  });

  await test.step('a visitor with the link sees the name and three numbers, and search engines do not index it', async () => {
    const visitor = await newVisitor();
    await visitor.goto(`/p/${shareToken}`);
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(visitor.getByText('Jo Thiessen')).toBeVisible();
    await expect(visitor.getByRole('term')).toHaveText(['Total Donations', 'Confirmed', 'Pending']);
    await expect(visitor.getByRole('definition')).toHaveText(['1', '0', '1']);
    expect((await visitor.goto('/p/no-such-link'))?.status()).toBe(404);
    await expect(visitor.getByRole('alert')).toHaveText('Link not found or expired.');
  });
});

test('an admin merges two participants, and undoes the merge', async ({ page, site }) => {
  const admin = await site.admin();
  const source = await createParticipant(site, admin, 'JTHIESSEN', {
    displayName: 'Jo T',
    phone: '204-555-0134',
  });
  const target = await createParticipant(site, admin, '7850933', { displayName: 'Jo Thiessen' });
  await openParticipants(page, site);
  const dialog = page.getByRole('dialog', { name: 'Merge Jo T into another' });
  const targetField = dialog.getByLabel('Merge into');

  await test.step('a merge needs a target, which cannot be the source', async () => {
    await row(page, 'Jo T').getByRole('button', { name: 'Merge' }).click();
    await expect(dialog).toContainText('You can undo this for 30 days');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(targetField).toHaveAccessibleDescription(
      /Merge needs a numeric target ID different from the source/,
    );
    await targetField.fill(String(source.id));
    await expect(dialog.getByText(/No participant found/).first()).toBeVisible();
  });

  await test.step('the target is found by typing, or by number', async () => {
    await targetField.fill('785');
    const found = page.getByRole('option', { name: /Jo Thiessen/ });
    const [fieldBox, optionBox] = await Promise.all([targetField.boundingBox(), found.boundingBox()]);
    // The list is as wide as its field. Padding and border make the option 14 pixels narrower.
    expect(Math.abs((fieldBox?.width ?? 0) - (optionBox?.width ?? 0) - 14)).toBeLessThan(5);
    await targetField.fill(`#${target.id}`);
    await found.click();
    await expect(targetField).toHaveValue('Jo Thiessen');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByText('Participants merged', { exact: true })).toBeVisible();
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await expect(row(page, 'Jo Thiessen')).toContainText('204-555-0134');
  });

  await test.step('the merge is undone on the page of the target', async () => {
    await row(page, 'Jo Thiessen').getByRole('link', { name: 'Jo Thiessen' }).click();
    const merged = page.getByRole('region', { name: 'Merged into this one' });
    await expect(merged).toContainText(`Jo T (No. ${source.id})`);
    await expect(merged).toContainText('by alex');
    await merged.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }).click();
    await expect(page.getByText('Merge undone', { exact: true })).toBeVisible();
    await expect(merged).toBeHidden();
    await page.goBack();
    await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  });

  const profile = page.getByRole('dialog', { name: 'Edit participant' });
  await test.step('a participant whom a colleague has just merged away cannot be edited', async () => {
    await page.reload();
    await row(page, 'Jo T').getByRole('button', { name: 'Edit' }).click();
    await expect(profile.getByLabel('Display name')).toHaveValue('Jo T');
    const colleague = await site.admin('robin');
    await colleague.call(contract.mergeParticipants, { body: { fromId: source.id, toId: target.id } });
    await profile.getByLabel('Display name').fill('Jo');
    await profile.getByRole('button', { name: 'Save changes' }).click();
    await expect(profile.getByText('There is no such participant.')).toBeVisible();
    await profile.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  });
});

test.describe('with mail on', () => {
  test.use({ sendsMail: true });

  test('an admin decides claims, and merges a participant into the owner of a claimed email', async ({
    page,
    site,
  }) => {
    const admin = await site.admin();
    await createParticipant(site, admin, 'GFRIESEN100', { displayName: '' });
    await createParticipant(site, admin, 'GRACE', { displayName: 'Grace F', email: 'grace@example.ca' });
    await createParticipant(site, admin, 'JTHIESSEN', { displayName: '' });
    await site.newMail();
    await proveEmail(site, 'GFRIESEN100', 'friesen@example.ca');
    const { mailer } = site.site;
    // Without mail a sign-in needs no code and proves nothing.
    site.site.mailer = null;
    await site.visitor().call(contract.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Jo' } });
    site.site.mailer = mailer;

    await signInAdmin(page, site);
    const rows = page.getByRole('table', { name: 'Participants' }).getByRole('row');
    const claim = page.getByRole('region', { name: 'Not yet checked' });

    await test.step('the list shows the claims, the proven one first', async () => {
      await page.getByRole('link', { name: /^Participants 1/ }).click();
      const state = page.getByRole('group', { name: 'State' });
      await state.getByRole('button', { name: 'Not yet checked 2' }).click();
      await expect(page).toHaveURL(/claim=open/);
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(1)).toContainText('new email friesen@example.ca, code entered');
      await expect(rows.nth(1)).not.toContainText('not yet checked');
      await expect(rows.nth(2)).toContainText('says: Jo, not yet checked');
      await state.getByRole('button', { name: 'Code entered 1' }).click();
      await expect(rows).toHaveCount(2);
    });

    await test.step('one claim is accepted on the person’s page, another dropped', async () => {
      await rows.nth(1).getByRole('link', { name: 'GFRIESEN100' }).click();
      await expect(claim).toContainText('new email friesen@example.ca, code entered');
      await expect(claim).toContainText('Until then they see no codes.');
      await claim.getByRole('button', { name: 'Accept' }).click();
      await expect(claim).toBeHidden();
      await expect(page.getByRole('link', { name: 'friesen@example.ca' })).toBeVisible();
      await page.goBack();
      await expect(page.getByText('Nothing to check.')).toBeVisible();
      await page
        .getByRole('group', { name: 'State' })
        .getByRole('button', { name: 'Not yet checked 1' })
        .click();
      await rows.nth(1).getByRole('link', { name: 'JTHIESSEN' }).click();
      await claim.getByRole('button', { name: 'Drop' }).click();
      await expect(page.getByText('Details dropped', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(page.getByText('Nothing to check.')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(rows).toHaveCount(4);
    });

    await test.step('a claimed email that somebody else has offers a merge', async () => {
      await proveEmail(site, 'JTHIESSEN', 'jo@example.ca');
      await admin.call(contract.updateParticipant, {
        params: { id: 2 },
        body: { email: 'jo@example.ca' },
      });
      await page.goto('/reround-admin-843/people/3');
      await claim.getByRole('button', { name: 'Accept' }).click();
      await expect(claim.getByRole('alert')).toContainText('Grace F (No. 2) has this email already.');
      await claim.getByRole('button', { name: 'Merge into Grace F' }).click();
      const merge = page.getByRole('dialog', { name: 'Merge JTHIESSEN into another' });
      await merge.getByRole('button', { name: 'Merge' }).click();
      await expect(page.getByRole('heading', { name: 'Grace F' })).toBeVisible();
      await expect(page.getByText('GRACE, JTHIESSEN')).toBeVisible();
      await expect(page).toHaveURL(/people\/2$/);
    });
  });
});

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

async function openParticipants(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Participants' }).click();
  await expect(page.getByRole('heading', { name: 'Participants' })).toBeVisible();
}

/** Creates a participant with one donation and this profile. */
async function createParticipant(
  site: ServedSite,
  admin: Client,
  studentId: string,
  profile: { displayName: string; email?: string; phone?: string },
) {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const id = await loggedDonation(site, { studentId, date });
  const details = await admin.call(donations.donationDetails, { params: { id } });
  const { body } = await admin.call(contract.updateParticipant, {
    params: { id: details.body.row.participantId! },
    body: profile,
  });
  return body.participant;
}

/** Signs a donor in by a code mailed to this email, which proves it. */
async function proveEmail(site: ServedSite, studentId: string, email: string): Promise<void> {
  const client = site.visitor();
  await client.call(contract.studentLogin, { body: { studentId, email } });
  await client.call(contract.studentLoginCode, { body: { code: await site.mailedCode() } });
}
