import { sql } from 'drizzle-orm';
import type { Locator, Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { dropBins, overflowAlerts, overflowReports } from '#server/db/schema.ts';
import { instantOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { binAddresses } from './rules.ts';
import { sampleBins } from './sampleBins.ts';

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

test('a volunteer adds a bin, makes its QR codes, takes it out of use and works off the alerts', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Manage bins' }).click();
  await expect(page.getByText('No bins.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add New Bin' });
  const row = page.getByRole('row', { name: /Engineering Atrium/ });

  await test.step('what is wrong stands in the dialog', async () => {
    await page.getByRole('button', { name: 'Add New Bin' }).click();
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
    await dialog.getByLabel('Bin Code').fill('eng_e2');
    await dialog.getByRole('button', { name: 'Add Bin' }).click();
    await expect(page.getByText('Drop bin created successfully', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('its codes are made and shown', async () => {
    await expect(row).toContainText('No QR yet');
    await row.getByRole('button', { name: 'QR Code', exact: true }).click();
    await expect(page.getByText('QR code generated successfully', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Show the QR codes of Engineering Atrium' }).click();
    const codes = page.getByRole('dialog', { name: 'QR codes of Engineering Atrium' });
    await expect(codes.getByRole('img', { name: 'Log Donation QR code' })).toBeVisible();
    await expect(codes.getByRole('link', { name: '/log?bin=ENG_E2&location=E2+building' })).toBeVisible();
    await expect(codes.getByRole('link', { name: '/report-overflow?bin=1&code=ENG_E2' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it is taken out of use and back', async () => {
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('Bin status updated', { exact: true })).toBeVisible();
    await expect(row.getByText('Inactive')).toBeVisible();
    await row.getByRole('button', { name: 'Activate' }).click();
    await expect(row.getByText('Active', { exact: true })).toBeVisible();
  });

  await test.step('a code that another bin has is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add New Bin' }).click();
    await dialog.getByLabel('Bin Name').fill('Another');
    await dialog.getByLabel('Location').fill('Elsewhere');
    await dialog.getByLabel('Bin Code').fill('ENG_E2');
    await dialog.getByRole('button', { name: 'Add Bin' }).click();
    await expect(dialog.getByText('Another bin has this code already')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('alerts are acknowledged and resolved, and a colleague may be faster', async () => {
    await seedBins(site, ['Lid will not close.', 'Full again.'], ['Hinge is broken.']);
    const admin = await site.admin();
    const third = { name: 'Library', location: 'Foyer', binCode: 'LIBRARY' };
    const { bin } = (await admin.call(contract.createBin, { body: third })).body;
    const body = { binId: bin.id, notes: 'Bags beside it.' };
    await site.visitor().call(contract.reportOverflow, { body });
    await page.reload();
    await expect(page.getByText('3 unresolved alerts')).toBeVisible();
    await page.getByRole('link', { name: /^Overflow Alerts/ }).click();
    await expect(page).toHaveURL(/tab=alerts/);
    const lid = page.getByRole('row').filter({ hasText: 'Lid will not close.' });
    await expect(lid).toContainText('Lena, student, ');
    await expect(lid).toContainText('2 reports');
    await expect(lid.getByRole('list', { name: 'Further reports' })).toContainText('Full again.');
    await lid.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(lid.getByText(/^Acknowledged by alex, /)).toBeVisible();
    await expect(lid.getByRole('button', { name: 'Acknowledge' })).toBeHidden();

    const colleague = await site.admin('mkaur');
    await colleague.call(contract.resolveAlert, { params: { id: 4 } });
    const bags = page.getByRole('row').filter({ hasText: 'Bags beside it.' });
    await bags.getByRole('button', { name: 'Resolve' }).click();
    await expect(page.getByText('This alert is already resolved.', { exact: true })).toBeVisible();
    await expect(bags).toBeHidden();

    await lid.getByRole('button', { name: 'Resolve' }).click();
    await expect(lid).toBeHidden();
    await expect(page.getByText('1 unresolved alert', { exact: true })).toBeVisible();
    // Whoever works by keyboard stands on the next alert's button.
    await expect(page.getByRole('button', { name: 'Resolve' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No pending overflow alerts')).toBeVisible();
  });
});

test("a volunteer works on the console's list: emptied, overflow, pickup, edit and history", async ({
  page,
  site,
}) => {
  const [, second] = await seedBins(site, ['Lid will not close.', 'Bags beside it.']);
  await signInAdmin(page, site);
  const tab = page.getByRole('link', { name: /^Bins/ });
  await expect(tab).toHaveAccessibleName('Bins 1 open alerts');
  await tab.click();
  const row = page.getByRole('row', { name: /University Centre East/ });

  await test.step('emptying asks only where alerts go with it', async () => {
    await expect(row.getByText('Overflow')).toBeVisible();
    await expect(row.getByRole('link', { name: '1 alert of University Centre East' })).toBeVisible();
    await expect(row).toContainText('2 reports');
    const emptied = row.getByRole('button', { name: 'Mark emptied' });
    const question = page.getByRole('alertdialog', { name: 'Mark University Centre East emptied?' });
    await emptied.click();
    await expect(question).toContainText('Its open alert is resolved with it. This cannot be undone.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(emptied).toBeFocused();
    await emptied.click();
    await question.getByRole('button', { name: 'Mark emptied' }).click();
    await expect(page.getByText('Bin marked emptied', { exact: true })).toBeVisible();
    await expect(row.getByText('Overflow')).toBeHidden();
    await expect(tab).toHaveAccessibleName('Bins');
    await emptied.click();
    await expect(page.getByText('University Centre East has room again.', { exact: true })).toBeVisible();
    await expect(question).toHaveCount(0);
  });

  await test.step('the flag is set by hand', async () => {
    await chooseFromMenu(page, 'University Centre East', 'Set overflow');
    await expect(row.getByText('Overflow')).toBeVisible();
    await chooseFromMenu(page, 'University Centre East', 'Clear overflow');
    await expect(row.getByText('Overflow')).toBeHidden();
  });

  await test.step('a pickup is scheduled by the site’s clock', async () => {
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
  });

  await test.step('it is edited, and its alerts stay readable', async () => {
    await chooseFromMenu(page, 'University Centre East', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit University Centre East' });
    await edit.getByLabel('Location').fill('West entrance');
    await edit.getByLabel('Active').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('West entrance');
    await expect(row.getByText('Inactive')).toBeVisible();
    await chooseFromMenu(page, 'University Centre East', 'Overflow history');
    const history = page.getByRole('dialog', { name: 'Overflow history' });
    await expect(history.getByText('Bags beside it.')).toBeVisible();
    await expect(history.getByText('2 reports')).toBeVisible();
    await expect(history.getByText('Resolved', { exact: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('a change that fails is told in an alert and taken back', async () => {
    await site.database.execute(sql`delete from drop_bins where id = ${second}`);
    await chooseFromMenu(page, 'Fort Richmond Rec', 'Set overflow');
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('There is no such bin.');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('row', { name: /Fort Richmond Rec/ })).toBeHidden();
    await expect(row).toBeVisible();
  });
});

test('a visitor reports a bin by its code, and picks one where the code names none', async ({
  page,
  site,
}) => {
  await seedBins(site);
  const send = page.getByRole('button', { name: 'Send' });
  const sent = page.getByRole('heading', { name: 'Report sent' });

  await test.step('the codes of the demonstration lead where their buttons do', async () => {
    await page.goto('/bin-demo');
    const [bin] = sampleBins;
    const { log, report } = binAddresses(site.url, bin);
    const sample = page.getByRole('article', { name: bin.name });
    expect(await scanned(sample.getByRole('img', { name: /^Log Donation QR code/ }))).toBe(log);
    expect(await scanned(sample.getByRole('img', { name: /^Report Issue QR code/ }))).toBe(report);
    await sample.getByRole('link', { name: 'Test Report' }).click();
    await expect(page).toHaveURL(report);
    await expect(page.getByText('This is a sample bin of the demonstration')).toBeVisible();
  });

  await test.step('whoever comes without a bin’s code picks the bin', async () => {
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription('Please pick a bin.');
    await page.getByLabel('Bin').selectOption('Fort Richmond Rec, Recreation centre lobby');
    await page.getByLabel('Your name').fill('Robin');
    await send.click();
    await expect(sent).toBeVisible();
    await page.goto('/report-overflow?bin=1&code=FRR_02');
    await expect(page.getByText('Please pick the bin you mean.')).toBeVisible();
  });

  await test.step('with it a note is all it takes', async () => {
    await page.goto('/report-overflow?bin=1&code=UC_EAST');
    const named = page.getByRole('region', { name: 'The bin you report' });
    await expect(named).toContainText('University Centre, east entrance');
    await expect(page.getByLabel('Bin', { exact: true })).toBeHidden();
    await page.getByLabel('Notes').fill('Bags beside it');
    await send.click();
    await expect(sent).toBeFocused();
    await page.getByRole('link', { name: 'What we take' }).click();
    await expect(page).toHaveURL('/bric-a-brac');
  });

  await test.step('another report of it is added to the first', async () => {
    await page.goto('/report-overflow?bin=1&code=UC_EAST');
    await page.getByLabel('Notes').fill('Still full');
    await send.click();
    await expect(page.getByText(/^Already reported .+ Thank you, we added yours\.$/)).toBeVisible();
  });

  expect(await site.database.select().from(overflowReports)).toMatchObject([{ notes: 'Still full' }]);
  expect(await site.database.select().from(overflowAlerts)).toMatchObject([
    { binId: 2, notes: null, reportedBy: 'Robin' },
    { binId: 1, notes: 'Bags beside it', reportedBy: null },
  ]);
});

async function scanned(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }, { format: 'RGB' });
}
