import { sql } from 'drizzle-orm';
import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { contract as donations } from '#features/donations/contract.ts';
import { binVisits, dropBins, overflowAlerts } from '#server/db/schema.ts';
import { instantOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { binAddresses } from './rules.ts';
import { sampleBins } from './sampleBins.ts';

const BINS = [
  { name: 'University Centre East', location: 'University Centre, east entrance', binCode: 'UC_EAST' },
  { name: 'Fort Richmond Rec', location: 'Recreation centre lobby', binCode: 'FRR_02' },
];

/** Adds `BINS`, each with its reports, and returns their ids. */
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

test('an admin adds a bin, generates its QR codes, deactivates it and resolves alerts', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Manage bins' }).click();
  await expect(page.getByText('No bins.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add New Bin' });
  const row = page.getByRole('row', { name: /Engineering Atrium/ });
  const panel = page.getByRole('region', { name: 'Engineering Atrium', exact: true });

  await test.step('the dialog shows errors', async () => {
    await page.getByRole('button', { name: 'Add New Bin' }).click();
    await dialog.getByRole('button', { name: 'Add Bin' }).click();
    await expect(dialog.getByText('Please fill in all fields')).toBeVisible();
    await dialog.getByLabel('Bin Name').fill('Engineering Atrium');
    await dialog.getByLabel('Location').fill('E2 building, main floor');
    const target = dialog.getByLabel('Target days');
    const place = dialog.getByLabel('Place on the map');
    await dialog.getByLabel('Bin Code').fill('eng e2');
    await expect(dialog.getByLabel('Bin Code')).toHaveValue('ENG E2');
    await target.fill('0');
    await place.fill('197, -97');
    await dialog.getByRole('button', { name: 'Add Bin' }).click();
    await expect(
      dialog.getByText('Bin code must be uppercase letters, numbers, and underscores only'),
    ).toBeVisible();
    await expect(target).toHaveAccessibleDescription(/Please give 1 to 365 days, or nothing/);
    await expect(place).toHaveAccessibleDescription(/Please give latitude and longitude/);
    await dialog.getByLabel('Bin Code').fill('eng_e2');
    await target.fill('5');
    await place.fill('49.8081, -97.1337');
    await dialog.getByLabel('Directions').fill('Under the stairs.');
    await dialog.getByLabel('Hours').fill('Mon to Fri');
    await dialog.getByRole('button', { name: 'Add Bin' }).click();
    await expect(page.getByText('Drop bin created successfully', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await site.database.select().from(dropBins)).toMatchObject([
      { directions: 'Under the stairs.', hours: 'Mon to Fri', targetDays: 5, lat: 49.8081, lng: -97.1337 },
    ]);
  });

  await test.step('QR codes are generated and shown', async () => {
    await expect(row).toContainText('in 5 days');
    await expect(panel).toContainText('No QR yet');
    await panel.getByRole('button', { name: 'QR Code', exact: true }).click();
    await expect(page.getByText('QR code generated successfully', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Show the QR codes of Engineering Atrium' }).click();
    const codes = page.getByRole('dialog', { name: 'QR codes of Engineering Atrium' });
    await expect(codes.getByRole('img', { name: 'Log Donation QR code' })).toBeVisible();
    await expect(codes.getByRole('link', { name: '/log?bin=ENG_E2&location=E2+building' })).toBeVisible();
    await expect(codes.getByRole('link', { name: '/report-overflow?bin=1&code=ENG_E2' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the bin is deactivated and activated', async () => {
    await panel.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('Bin status updated', { exact: true })).toBeVisible();
    await expect(row.getByText('Inactive')).toBeVisible();
    await panel.getByRole('button', { name: 'Activate' }).click();
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

  await test.step('alerts are acknowledged and resolved, also after a faster colleague', async () => {
    await seedBins(site, ['Lid will not close.', 'Full again.'], ['Hinge is broken.']);
    const admin = await site.admin();
    const third = { name: 'Library', location: 'Foyer', binCode: 'LIBRARY' };
    const { bin } = (await admin.call(contract.createBin, { body: third })).body;
    const body = { binId: bin.id, notes: 'Bags beside it.' };
    await site.visitor().call(contract.reportOverflow, { body });
    await page.reload();
    await page.getByRole('link', { name: /^Overflow Alerts 3 unresolved alerts$/ }).click();
    await expect(page).toHaveURL(/tab=alerts/);
    const lid = page.getByRole('row').filter({ hasText: 'Lid will not close.' });
    await expect(lid).toContainText('Lena, student, ');
    await expect(lid).toContainText('2 reports');
    await lid.getByRole('button', { name: 'University Centre East' }).click();
    const east = page.getByRole('region', { name: 'University Centre East', exact: true });
    await expect(east.getByRole('list', { name: 'Reports' })).toContainText('“Full again.”');
    await east.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(east.getByText(/^Acknowledged by alex, /)).toBeVisible();
    await expect(lid.getByText('Acknowledged')).toBeVisible();
    await expect(east.getByRole('button', { name: 'Resolve' })).toBeFocused();
    await expect(east.getByRole('button', { name: 'Acknowledge' })).toBeHidden();

    const colleague = await site.admin('mkaur');
    await page.getByRole('button', { name: 'Library' }).click();
    const library = page.getByRole('region', { name: 'Library', exact: true });
    await expect(library.getByText('“Bags beside it.”')).toBeVisible();
    // A request still under way would show the colleague's change and remove the button.
    await page.waitForLoadState('networkidle');
    await colleague.call(contract.resolveAlert, { params: { id: 4 } });
    await library.getByRole('button', { name: 'Resolve' }).click();
    await expect(page.getByText('This alert is already resolved.', { exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Bags beside it.' })).toBeHidden();

    await page.getByRole('button', { name: 'University Centre East' }).click();
    await east.getByRole('button', { name: 'Resolve' }).click();
    await expect(lid).toBeHidden();
    await expect(page.getByRole('link', { name: /^Overflow Alerts 1 unresolved alert$/ })).toBeVisible();
    // The focus moves to the next alert.
    await expect(page.getByRole('button', { name: 'Fort Richmond Rec' })).toBeFocused();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await expect(page.getByText('No pending overflow alerts')).toBeVisible();
  });
});

test('an admin empties, flags, schedules and edits a bin, and reads its history', async ({ page, site }) => {
  const [eastId, recId] = await seedBins(site, ['Lid will not close.', 'Bags beside it.']);
  const donation = { weight: '1-2kg', date: '2026-11-20', dropSite: 'University Centre East' } as const;
  const logged = await site
    .visitor()
    .call(donations.logDonation, { body: { ...donation, studentId: 'JTHIESSEN' } });
  const { mark } = logged.body;
  await signInAdmin(page, site);
  const tab = page.getByRole('link', { name: /^Bins/ });
  await expect(tab).toHaveAccessibleName('Bins 1 open alerts');
  await tab.click();
  const row = page.getByRole('row', { name: /University Centre East/ });
  const panel = page.getByRole('region', { name: 'University Centre East', exact: true });

  await test.step('a retry loads all that a panel could not load without a connection', async () => {
    await page.getByRole('button', { name: 'Fort Richmond Rec' }).click();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'University Centre East' }).click();
    const retry = panel.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.context().setOffline(false);
    await retry.click();
    await expect(panel.getByRole('link', { name: 'Poster' })).toBeVisible();
    await expect(panel).toContainText('1 logged so far');
    await expect(retry).toBeHidden();
  });

  await test.step('a bin is emptied by keyboard alone, and the visit is undone', async () => {
    await page.getByRole('button', { name: 'Fort Richmond Rec' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(row.getByText('Overflow')).toBeVisible();
    await expect(row).toContainText('2 reports');
    await expect(panel.getByRole('heading', { name: /^Full, 2 reports since today, / })).toBeVisible();
    await expect(panel).toContainText('1 logged so far');
    await expect(panel).toContainText(`Marks: ${mark}`);
    await page.keyboard.press('Enter');
    await expect(panel.getByLabel('Bags found')).toBeFocused();
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('University Centre East has room again, 6 bags found.', { exact: true }),
    ).toBeVisible();
    await expect(row).toContainText(/today, .+, 6 bags/);
    await expect(row.getByText('Overflow')).toBeHidden();
    await expect(panel).toContainText('0 logged since today, ');
    await expect(tab).toHaveAccessibleName('Bins');
    // Another Enter empties nothing: the focus is back in the list.
    await expect(row.getByRole('button', { name: 'University Centre East' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Visit taken back', { exact: true })).toBeVisible();
    await expect(row).toContainText('Never');
    await expect(row).toContainText('2 reports');
    await expect(tab).toHaveAccessibleName('Bins 1 open alerts');
  });

  await test.step('a bin is emptied without a count', async () => {
    await panel.getByRole('button', { name: 'Mark emptied' }).click();
    await expect(page.getByText('University Centre East has room again.', { exact: true })).toBeVisible();
    await expect(row.getByRole('cell', { name: /^today, \d+:\d\d [AP]M$/ })).toBeVisible();
    await expect(row.getByText('Overflow')).toBeHidden();
  });

  await test.step('the overflow flag is set and cleared by hand', async () => {
    await panel.getByRole('button', { name: 'Set overflow' }).click();
    await expect(row.getByText('Overflow')).toBeVisible();
    await expect(panel).toContainText('Set by hand.');
    await panel.getByRole('button', { name: 'Clear overflow' }).click();
    await expect(row.getByText('Overflow')).toBeHidden();
  });

  await test.step('a pickup is scheduled in the site’s time zone', async () => {
    const opener = panel.getByRole('button', { name: 'Schedule' });
    await opener.click();
    const schedule = page.getByRole('dialog', { name: 'Schedule next pickup' });
    await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(schedule.getByText('Please choose a date and time')).toBeVisible();
    // Only next winter: for later years, the time zone data of browser and server may differ.
    const nextWinter = `${new Date().getFullYear() + 1}-01-15T23:30`;
    await schedule.getByLabel('Date and time').fill(nextWinter);
    await schedule.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(panel).toContainText(`Next pickup Jan 15, ${nextWinter.slice(0, 4)}, 11:30 PM`);
    await expect(opener).toBeFocused();
    expect(await site.database.select({ at: dropBins.nextScheduledPickup }).from(dropBins)).toContainEqual({
      at: instantOf(nextWinter, site.site.timeZone),
    });
    await opener.click();
    await expect(schedule.getByLabel('Date and time')).toHaveValue(nextWinter);
    // Once its field has the focus, the dialog listens to keys.
    await expect(schedule.getByLabel('Date and time')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('the bin is edited, and its history shows alerts and visits', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit University Centre East' });
    await edit.getByLabel('Location').fill('West entrance');
    await edit.getByLabel('Active').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toContainText('West entrance');
    await expect(row.getByText('Inactive')).toBeVisible();
    await panel.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History of University Centre East' });
    await expect(history.getByText('Not counted')).toBeVisible();
    await expect(history.getByText('“Bags beside it.”')).toBeVisible();
    await expect(history.getByText('2 reports')).toBeVisible();
    await expect(history.getByText('Resolved', { exact: true })).toHaveCount(1);
    await history.getByRole('button', { name: 'Undo' }).click();
    await expect(history.getByText('Not counted')).toBeHidden();
    await expect(history.getByText('Resolved', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(row.getByText('Overflow')).toBeVisible();
  });

  await test.step('a failed change is shown in an alert and reverted', async () => {
    await page.getByRole('button', { name: 'Fort Richmond Rec' }).click();
    const rec = page.getByRole('region', { name: 'Fort Richmond Rec', exact: true });
    await expect(rec.getByLabel('Bags found')).toBeFocused();
    await site.database.execute(sql`delete from drop_bins where id = ${recId}`);
    await rec.getByRole('button', { name: 'Set overflow' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('There is no such bin.');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('row', { name: /Fort Richmond Rec/ })).toBeHidden();
    await expect(row).toBeVisible();
  });

  await test.step('on a phone the panel fills the screen, and closes once the bin is emptied', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/reround-admin-843?tab=bins`);
    await page.getByRole('button', { name: 'University Centre East' }).click();
    const sheet = page.getByRole('dialog', { name: 'University Centre East' });
    await sheet.getByLabel('Bags found').fill('3');
    await sheet.getByRole('button', { name: 'Mark emptied' }).click();
    await expect(sheet).toBeHidden();
    const card = page.getByRole('list', { name: 'Bins', exact: true }).getByRole('listitem').first();
    await expect(card).toContainText('3 bags');
    expect(await site.database.select().from(binVisits)).toMatchObject([
      { binId: eastId, bagsFound: 6, undoneBy: 'alex' },
      { binId: eastId, bagsFound: null, undoneBy: 'alex' },
      { binId: eastId, bagsFound: 3, undoneBy: null },
    ]);
  });
});

test('a double click empties a bin once', async ({ page, site }) => {
  await seedBins(site);
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Bins/ }).click();
  const panel = page.getByRole('region', { name: 'Fort Richmond Rec', exact: true });
  await panel.getByLabel('Bags found').fill('6');
  await panel.getByRole('button', { name: 'Mark emptied' }).dblclick({ delay: 200 });
  await expect(page.getByText('Fort Richmond Rec has room again, 6 bags found.')).toBeVisible();
  await panel.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByText('6 bags')).toBeVisible();
  await expect(history.getByRole('listitem')).toHaveCount(1);
});

test('a late answer about one bin does not take an admin away from where they went', async ({
  page,
  site,
}) => {
  await seedBins(site, ['Lid will not close.'], ['Hinge is broken.']);
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Bins/ }).click();
  const east = page.getByRole('region', { name: 'University Centre East', exact: true });
  const rec = page.getByRole('region', { name: 'Fort Richmond Rec', exact: true });
  const recBags = rec.getByLabel('Bags found');

  /** Does something before the server can answer. */
  const beforeAnswer = (act: () => Promise<void>) =>
    site.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table drop_bins, overflow_alerts`);
      await act();
    });

  await test.step('the bin chosen meanwhile stays, with the focus in its panel', async () => {
    await page.getByRole('button', { name: 'University Centre East' }).click();
    await expect(east.getByText(/^1 logged|^0 logged/)).toBeVisible();
    await page.getByRole('button', { name: 'Fort Richmond Rec' }).click();
    await expect(rec.getByText(/^0 logged/)).toBeVisible();
    await page.getByRole('button', { name: 'University Centre East' }).click();
    await beforeAnswer(async () => {
      await east.getByRole('button', { name: 'Mark emptied' }).click();
      await page.getByRole('button', { name: 'Fort Richmond Rec' }).click();
      await expect(recBags).toBeFocused();
    });
    await expect(page.getByText('University Centre East has room again.')).toBeVisible();
    await expect(recBags).toBeFocused();
  });

  await test.step('another tab stays open', async () => {
    await beforeAnswer(async () => {
      await rec.getByRole('button', { name: 'Mark emptied' }).click();
      await page.getByRole('link', { name: 'Partners' }).click();
      await expect(page).toHaveURL(/tab=partners/);
    });
    await expect(page.getByText('Fort Richmond Rec has room again.')).toBeVisible();
    await expect(page).toHaveURL(/tab=partners/);
  });
});

test('the second click of a double click takes back no earlier visit', async ({ page, site }) => {
  const [eastId] = await seedBins(site);
  const admin = await site.admin();
  for (const bagsFound of [6, 3]) {
    await admin.call(contract.createBinVisit, { params: { id: eastId! }, body: { bagsFound } });
  }
  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Bins/ }).click();
  await page.getByRole('button', { name: 'University Centre East' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of University Centre East' });
  const undo = history.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(history.getByText('3 bags')).toBeHidden();
  // The earlier visit has come to the place of the later one.
  await undo.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.keyboard.press('Escape');
  // Once a later change is done, the second click would have done its own.
  await page.getByRole('button', { name: 'Set overflow' }).click();
  await expect(page.getByRole('button', { name: 'Clear overflow' })).toBeVisible();
  expect(await site.database.select().from(binVisits).orderBy(binVisits.id)).toMatchObject([
    { bagsFound: 6, undoneBy: null },
    { bagsFound: 3, undoneBy: 'alex' },
  ]);
});

test('a visitor reports a bin by its code, and picks one if the code names none', async ({ page, site }) => {
  await seedBins(site);
  const send = page.getByRole('button', { name: 'Send' });
  const sent = page.getByRole('heading', { name: 'Report sent' });

  await test.step('the codes of the demonstration open the same pages as their buttons', async () => {
    await page.goto('/bin-demo');
    const [bin] = sampleBins;
    const { log, report } = binAddresses(site.url, bin);
    const sample = page.getByRole('article', { name: bin.name });
    expect(await scanCode(sample.getByRole('img', { name: /^Log Donation QR code/ }))).toBe(log);
    expect(await scanCode(sample.getByRole('img', { name: /^Report Issue QR code/ }))).toBe(report);
    await sample.getByRole('link', { name: 'Test Report' }).click();
    await expect(page).toHaveURL(report);
    await expect(page.getByText('This is a sample bin of the demonstration')).toBeVisible();
  });

  await test.step('without a bin’s code, the visitor picks the bin', async () => {
    await expect(send).toBeDisabled();
    await expect(send).toHaveAccessibleDescription('Please pick a bin.');
    await page.getByLabel('Bin').selectOption('Fort Richmond Rec, Recreation centre lobby');
    await page.getByLabel('Your name').fill('Robin');
    await send.click();
    await expect(sent).toBeVisible();
    await page.goto('/report-overflow?bin=1&code=FRR_02');
    await expect(page.getByText('Please pick the bin you mean.')).toBeVisible();
  });

  await test.step('with a bin’s code, a note is enough', async () => {
    await page.goto('/report-overflow?bin=1&code=UC_EAST');
    const named = page.getByRole('region', { name: 'The bin you report' });
    await expect(named).toContainText('University Centre, east entrance');
    await expect(page.getByLabel('Bin', { exact: true })).toBeHidden();
    await page.getByLabel('Notes').fill('Bags beside it');
    await send.click();
    await expect(sent).toBeFocused();
    await expect(page.getByText('Thank you. We will look after the bin.')).toBeVisible();
    await page.getByRole('link', { name: 'What we take' }).click();
    await expect(page).toHaveURL('/bric-a-brac');
  });

  expect(await site.database.select().from(overflowAlerts)).toMatchObject([
    { binId: 2, notes: null, reportedBy: 'Robin' },
    { binId: 1, notes: 'Bags beside it', reportedBy: null },
  ]);
});

async function scanCode(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }, { format: 'RGB' });
}
