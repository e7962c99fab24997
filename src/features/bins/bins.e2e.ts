import { sql } from 'drizzle-orm';
import type { Page } from '@playwright/test';
import { dropBins } from '#server/schema.ts';
import { instantOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const BINS = [
  { name: 'University Centre East', location: 'University Centre, east entrance', binCode: 'UC_EAST' },
  { name: 'Fort Richmond Rec', location: 'Recreation centre lobby', binCode: 'FRR_02' },
];

/** The bins above, each with the reports given. Answers their numbers. */
async function seedBins(site: ServedSite, ...reports: string[][]): Promise<number[]> {
  const admin = await site.admin();
  const ids: number[] = [];
  for (const [index, body] of BINS.entries()) {
    const { bin } = (await admin.call(contract.createBin, { body })).body;
    ids.push(bin.id);
    for (const notes of reports[index] ?? []) {
      const report = { binId: bin.id, notes, reportedBy: 'Lena, student' };
      await site.visitor().call(contract.reportOverflow, { body: report });
    }
  }
  return ids;
}

async function chooseFromMenu(page: Page, bin: string, action: string) {
  await page.getByRole('button', { name: `More for ${bin}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a volunteer adds a bin, makes its QR codes, and takes it out of use', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Manage bins' }).click();
  await expect(page.getByRole('heading', { name: 'Drop bin management' })).toBeVisible();
  await expect(page.getByText('No bins.')).toBeVisible();

  await page.getByRole('button', { name: 'Add New Bin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Bin' });
  await dialog.getByRole('button', { name: 'Add Bin' }).click();
  await expect(dialog.getByText('Please fill in all fields')).toBeVisible();
  await dialog.getByLabel('Bin Name').fill('Engineering Atrium');
  await dialog.getByLabel('Location').fill('E2 building, main floor');
  await dialog.getByLabel('Bin Code').fill('eng e2');
  await expect(dialog.getByLabel('Bin Code')).toHaveValue('ENG E2');
  await dialog.getByRole('button', { name: 'Add Bin' }).click();
  await expect(
    dialog.getByText('Bin code must be uppercase letters, numbers, and underscores only'),
  ).toBeVisible();
  await expect(dialog.getByText('Please fill in all fields')).toBeHidden();
  await dialog.getByLabel('Bin Code').fill('eng_e2');
  await dialog.getByRole('button', { name: 'Add Bin' }).click();
  await expect(page.getByText('Drop bin created successfully', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  const cards = page.getByRole('list', { name: 'Drop bins' });
  const card = cards.getByRole('listitem').filter({ hasText: 'Engineering Atrium' });
  await expect(card).toContainText('ENG_E2');
  await expect(card).toContainText('No QR yet');
  await card.getByRole('button', { name: 'QR Code', exact: true }).click();
  await expect(page.getByText('QR code generated successfully', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Show the QR codes of Engineering Atrium' }).click();
  const codes = page.getByRole('dialog', { name: 'QR codes of Engineering Atrium' });
  await expect(codes.getByRole('img', { name: 'Log Donation QR code' })).toBeVisible();
  await expect(codes.getByRole('img', { name: 'Report Issue QR code' })).toBeVisible();
  await expect(codes.getByRole('link', { name: '/log?bin=ENG_E2&location=E2+building' })).toBeVisible();
  await expect(codes.getByRole('link', { name: '/report-overflow?bin=1&code=ENG_E2' })).toBeVisible();
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Bin status updated', { exact: true })).toBeVisible();
  await expect(card.getByText('Inactive')).toBeVisible();
  await card.getByRole('button', { name: 'Activate' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add New Bin' }).click();
  await dialog.getByLabel('Bin Name').fill('Another');
  await dialog.getByLabel('Location').fill('Elsewhere');
  await dialog.getByLabel('Bin Code').fill('ENG_E2');
  await dialog.getByRole('button', { name: 'Add Bin' }).click();
  await expect(page.getByText('Another bin has this code already')).toHaveCount(1);
  await expect(dialog.getByText('Another bin has this code already')).toBeVisible();
  await expect(page.getByText('Failed to create drop bin', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: /^Drop Bins/ })).toHaveAccessibleName('Drop Bins 1 bin');
});

test('alerts are acknowledged and resolved until none is left', async ({ page, site }) => {
  await seedBins(site, ['Lid will not close.'], ['Hinge is broken.']);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/bins');
  await expect(page.getByText('2 unresolved alerts')).toBeVisible();
  await page.getByRole('link', { name: /^Overflow Alerts/ }).click();
  await expect(page).toHaveURL(/tab=alerts/);

  const lid = page.getByRole('listitem').filter({ hasText: 'Lid will not close.' });
  await expect(lid).toContainText('University Centre, east entrance');
  await expect(lid).toContainText('Lena, student, ');
  await lid.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('Alert acknowledged', { exact: true })).toBeVisible();
  await expect(lid.getByText(/^Acknowledged by alex, /)).toBeVisible();
  await expect(lid.getByRole('button', { name: 'Acknowledge' })).toBeHidden();

  await lid.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Alert resolved', { exact: true })).toBeVisible();
  await expect(lid).toBeHidden();
  await expect(page.getByText('1 unresolved alert', { exact: true })).toBeVisible();
  // Whoever works by keyboard stands on the next alert's button.
  await expect(page.getByRole('button', { name: 'Resolve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No pending overflow alerts')).toBeVisible();
  await page.getByRole('link', { name: /^Drop Bins/ }).click();
  await expect(page.getByText('Overflow', { exact: true })).toBeHidden();
});

test('a colleague who was faster leaves a fresh list and a word about it', async ({ page, site }) => {
  await seedBins(site, ['Lid will not close.']);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/bins?tab=alerts');
  const resolve = page.getByRole('button', { name: 'Resolve' });
  await expect(resolve).toBeVisible();
  const colleague = await site.admin('mkaur');
  await colleague.call(contract.resolveAlert, { params: { id: 1 } });
  await resolve.click();
  await expect(page.getByText('Failed to resolve alert', { exact: true })).toBeVisible();
  await expect(page.getByText('This alert is already resolved.', { exact: true })).toBeVisible();
  await expect(page.getByText('No pending overflow alerts')).toBeVisible();
});

test("the console's list: emptied, overflow, pickup, edit and history", async ({ page, site }) => {
  await seedBins(site, ['Lid will not close.', 'Bags beside it.']);
  await signInAdmin(page, site);
  const tab = page.getByRole('link', { name: /^Bins/ });
  await expect(tab).toHaveAccessibleName('Bins 2 open alerts');
  await tab.click();
  const row = page.getByRole('row', { name: /University Centre East/ });
  await expect(row).toContainText('UC_EAST');
  await expect(row.getByText('Overflow')).toBeVisible();
  await expect(row.getByRole('link', { name: '2 alerts of University Centre East' })).toBeVisible();

  const emptied = row.getByRole('button', { name: 'Mark emptied' });
  const question = page.getByRole('alertdialog', { name: 'Mark University Centre East emptied?' });
  await emptied.click();
  await expect(question).toContainText('Its 2 open alerts are resolved with it. This cannot be undone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(emptied).toBeFocused();
  await expect(row.getByRole('link', { name: '2 alerts' })).toBeVisible();
  await emptied.click();
  await question.getByRole('button', { name: 'Mark emptied' }).click();
  await expect(page.getByText('Bin marked emptied', { exact: true })).toBeVisible();
  await expect(row.getByText('Overflow')).toBeHidden();
  await expect(row.getByRole('link')).toBeHidden();
  await expect(row).not.toContainText('Never');
  await expect(tab).toHaveAccessibleName('Bins');
  // Nothing is lost by it now, so nothing is asked.
  await emptied.click();
  await expect(page.getByText('University Centre East has room again.', { exact: true })).toBeVisible();
  await expect(question).toHaveCount(0);

  await chooseFromMenu(page, 'University Centre East', 'Set overflow');
  await expect(row.getByText('Overflow')).toBeVisible();
  await chooseFromMenu(page, 'University Centre East', 'Clear overflow');
  await expect(page.getByText('Overflow cleared', { exact: true })).toBeVisible();
  await expect(row.getByText('Overflow')).toBeHidden();

  await chooseFromMenu(page, 'University Centre East', 'Schedule pickup');
  const schedule = page.getByRole('dialog', { name: 'Schedule next pickup' });
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(schedule.getByText('Please choose a date and time')).toBeVisible();
  // Of winters to come, the time zone data of browser and server may say different things.
  const nextWinter = `${new Date().getFullYear() + 1}-01-15T23:30`;
  await schedule.getByLabel('Date and time').fill(nextWinter);
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(row).toContainText(`Jan 15, ${nextWinter.slice(0, 4)}, 11:30 PM`);
  await expect(page.getByRole('button', { name: 'More for University Centre East' })).toBeFocused();
  expect(await site.database.select({ at: dropBins.nextScheduledPickup }).from(dropBins)).toContainEqual({
    at: instantOf(nextWinter, site.site.timeZone),
  });
  await chooseFromMenu(page, 'University Centre East', 'Schedule pickup');
  await expect(schedule.getByLabel('Date and time')).toHaveValue(nextWinter);
  // The dialog listens to keys from then on.
  await expect(schedule.getByLabel('Date and time')).toBeFocused();
  await page.keyboard.press('Escape');

  await chooseFromMenu(page, 'University Centre East', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit University Centre East' });
  await edit.getByLabel('Location').fill('West entrance');
  await edit.getByLabel('Active').uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('West entrance');
  await expect(row.getByText('Inactive')).toBeVisible();

  await chooseFromMenu(page, 'University Centre East', 'Overflow history');
  const history = page.getByRole('dialog', { name: 'Overflow history' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByText('Bags beside it.')).toBeVisible();
  await expect(history.getByText('Resolved', { exact: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await chooseFromMenu(page, 'Fort Richmond Rec', 'Overflow history');
  await expect(page.getByText('No history found.')).toBeVisible();
});

test('a change that fails is told in an alert and taken back', async ({ page, site }) => {
  const [id] = await seedBins(site);
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=bins');
  await expect(page.getByRole('row', { name: /University Centre East/ })).toBeVisible();
  await site.database.execute(sql`delete from drop_bins where id = ${id}`);
  await chooseFromMenu(page, 'University Centre East', 'Set overflow');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('There is no such bin.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('row', { name: /University Centre East/ })).toBeHidden();
  await expect(page.getByRole('row', { name: /Fort Richmond Rec/ })).toBeVisible();
});
