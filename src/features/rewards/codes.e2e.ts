import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { partnerStore } from '#server/testing/scenarios.ts';
import { addDays, dayOf, yearOf } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';
import { expect, type ServedSite, signInAdmin, signInDonor, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const TIME_ZONE = 'America/Winnipeg';

function dayIn(days: number): string {
  return dayOf(addDays(new Date(), days), TIME_ZONE);
}

/** For a future winter, the time zone data of the browser and the server may differ. */
const nextWinter = `${yearOf(dayIn(30)) + 1}-01-15`;

/** Creates two people with a code each: one has a name, the other only a donor ID. */
async function seed(site: ServedSite) {
  const admin = await site.admin();
  const { body: jo } = await admin.call(participants.upsertParticipant, {
    body: { displayName: 'Jo Thiessen', email: 'jo@example.ca' },
  });
  const { body: byHand } = await admin.call(contract.createCode, {
    body: { participantId: jo.id, expiresAt: dayIn(20), maxUses: 3 },
  });
  const { body: donation } = await site.visitor().call(logging.logDonation, {
    body: { studentId: 'QZ7846120', weight: '1-2kg', date: dayIn(-1) },
  });
  const { body: confirmed } = await admin.call(consoleDonations.confirmDonation, {
    body: { id: donation.id },
  });
  await partnerStore(admin, 'Main Street Thrift');
  return { admin, josCode: byHand.code, donorsCode: confirmed.discountCode };
}

async function openCodes(page: Page, site: ServedSite) {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Codes' }).click();
  await expect(page.getByRole('heading', { name: 'Codes', level: 1 })).toBeVisible();
}

test('an admin issues a code by hand, finds participants by typing, and exports the list', async ({
  page,
  site,
}) => {
  await openCodes(page, site);
  await expect(page.getByText('No codes found.')).toBeVisible();
  const { josCode, donorsCode } = await seed(site);
  const dialog = page.getByRole('dialog', { name: 'Create code' });
  const participant = dialog.getByRole('combobox', { name: 'Participant' });

  await test.step('errors show at their fields', async () => {
    await page.getByRole('button', { name: 'Create code' }).click();
    await expect(participant).toBeFocused();
    await expect(dialog.getByLabel('Expiry date')).toHaveValue(dayIn(30));
    await expect(dialog.getByLabel('Max uses')).toHaveValue('2');
    await dialog.getByLabel('Expiry date').fill('');
    await dialog.getByLabel('Max uses').fill('11');
    await dialog.getByRole('button', { name: 'Create code' }).click();
    const required = /Participant ID and expiry date are required/;
    await expect(participant).toHaveAccessibleDescription(required);
    await expect(participant).toBeFocused();
    await expect(dialog.getByLabel('Expiry date')).toHaveAccessibleDescription(required);
    await expect(dialog.getByLabel('Max uses')).toHaveAccessibleDescription(/Max uses must be 1 to 10/);
  });

  await test.step('the participant is chosen by the keyboard, and Escape leaves the dialog open', async () => {
    await participant.fill('nobody like this');
    await expect(dialog.getByText('No participant found for “nobody like this”.').first()).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await participant.fill('qz78');
    await expect(page.getByRole('option', { name: /QZ7846120/ })).toHaveAttribute('aria-selected', 'true');
    await participant.fill('e');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Jo Thiessen/]);
    await page.keyboard.press('Enter');
    await expect(participant).toHaveValue('Jo Thiessen');
    await expect(participant).toHaveAccessibleDescription(/jo@example\.ca/);
  });

  await test.step('the code appears in the list', async () => {
    await dialog.getByLabel('Expiry date').fill(nextWinter);
    await dialog.getByLabel('Max uses').fill('4');
    await dialog.getByLabel('Partner').selectOption('Main Street Thrift');
    await dialog.getByRole('button', { name: 'Create code' }).click();
    await expect(page.getByText(/^Code RR-[A-Z2-9]{6} created$/)).toBeVisible();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row', { name: /Main Street Thrift/ });
    await expect(row).toContainText('Jo Thiessen');
    await expect(row).toContainText('0 of 4');
    await expect(row).toContainText(formatDay(nextWinter));
  });

  await test.step('the address keeps the filters, and the exported file follows them', async () => {
    await page.getByLabel('Search').fill('qz784');
    await expect(page.getByRole('row', { name: josCode })).toBeHidden();
    await expect(page.getByRole('row', { name: donorsCode })).toBeVisible();
    await page.getByLabel('Status').selectOption('Used');
    await expect(page.getByText('No codes found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    const filter = page.getByRole('combobox', { name: 'Participant' });
    await filter.fill('thiessen');
    await page.getByRole('option', { name: /Jo Thiessen/ }).click();
    await expect(page.getByRole('row', { name: donorsCode })).toBeHidden();
    await page.reload();
    await expect(filter).toHaveValue('Jo Thiessen');
    await expect(page.getByRole('row', { name: josCode })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain(josCode);
    expect(file).not.toContain(donorsCode);
    await page.getByRole('button', { name: 'Clear participant' }).click();
    await expect(page.getByRole('row', { name: donorsCode })).toBeVisible();
  });
});

test('an admin extends a code or marks it as used, and a disabled action gives its reason', async ({
  page,
  site,
  newVisitor,
}) => {
  const { admin, josCode, donorsCode } = await seed(site);
  await openCodes(page, site);
  const donorsRow = page.getByRole('row', { name: donorsCode });
  const josRow = page.getByRole('row', { name: josCode });
  const question = page.getByRole('alertdialog');

  await test.step('a code is extended to a winter day, which console and dashboard show alike', async () => {
    await donorsRow.getByRole('button', { name: 'Extend' }).click();
    const extend = page.getByRole('dialog', { name: `Extend ${donorsCode}` });
    const day = extend.getByLabel('New expiry date');
    for (const refusedDay of ['', dayIn(5)]) {
      await day.fill(refusedDay);
      await extend.getByRole('button', { name: 'Extend' }).click();
      await expect(day).toHaveAccessibleDescription(/Please choose [A-Z][a-z]+ \d+, \d{4} or a later day/);
    }
    await day.fill(nextWinter);
    await extend.getByRole('button', { name: 'Extend' }).click();
    await expect(page.getByText('Code extended', { exact: true })).toBeVisible();
    await expect(donorsRow).toContainText(formatDay(nextWinter));
    const donor = await newVisitor();
    await signInDonor(donor, 'QZ7846120');
    await expect(donor.getByText(`until ${formatDay(nextWinter)}`)).toBeVisible();
  });

  await test.step('a code is marked as used on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const card = page
      .getByRole('list', { name: 'Reward codes' })
      .getByRole('listitem')
      .filter({ hasText: donorsCode });
    await card.getByRole('button', { name: 'Mark used' }).click();
    await expect(question).toHaveAccessibleName(`Mark ${donorsCode} as used?`);
    await expect(question).toContainText('QZ7846120 loses the 2 uses that are left. This cannot be undone.');
    // The focus is on the button that changes nothing.
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(card).toContainText('0 of 2 used');
    await card.getByRole('button', { name: 'Mark used' }).click();
    // A second press, before the browser has painted the first one, does nothing.
    await question.getByRole('button', { name: 'Mark used' }).evaluate(async (button: HTMLElement) => {
      button.click();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      button.click();
    });
    await expect(page.getByText('Code marked as used', { exact: true })).toBeVisible();
    await expect(question).toBeHidden();
    await expect(card).toContainText('2 of 2 used');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(donorsRow.getByRole('button', { name: 'Mark used' })).toHaveAccessibleDescription(
      'This code is already fully used.',
    );
  });

  await test.step('if a colleague revoked the code meanwhile, the refusal shows and the list reloads', async () => {
    await expect(josRow).toContainText('Active');
    await admin.call(contract.revokeCode, { params: { id: 1 } });
    await josRow.getByRole('button', { name: 'Mark used' }).click();
    await question.getByRole('button', { name: 'Mark used' }).click();
    await expect(question.getByRole('alert')).toContainText('This code is revoked.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(josRow).toContainText('Revoked');
    for (const name of ['Mark used', 'Extend', 'Revoke']) {
      await expect(josRow.getByRole('button', { name })).toHaveAccessibleDescription('This code is revoked.');
    }
  });
});
