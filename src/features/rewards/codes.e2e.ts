import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { partnerStore } from '#server/testing/scenarios.ts';
import { addDays, dayOf, yearOf } from '#shared/dates.ts';
import { formatDay } from '#words/dates.ts';
import { expect, type ServedSite, signInAdmin, signInDonor, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const TIME_ZONE = 'America/Winnipeg';

function dayIn(days: number): string {
  return dayOf(addDays(new Date(), days), TIME_ZONE);
}

/** Of winters to come, the time zone data of browser and server may say different things. */
const nextWinter = `${yearOf(dayIn(30)) + 1}-01-15`;

/** Two people with a code each: one has a name, of the other nobody knows more than the donor ID. */
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
  const { body: confirmed } = await admin.call(deciding.confirmDonation, { body: { id: donation.id } });
  await partnerStore(admin, 'Main Street Thrift');
  return { admin, ofJo: byHand.code, ofDonor: confirmed.discountCode };
}

async function openCodes(page: Page, site: ServedSite) {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Codes' }).click();
  await expect(page.getByRole('heading', { name: 'Codes', level: 1 })).toBeVisible();
}

test('a volunteer issues a code by hand and finds its participant by typing', async ({ page, site }) => {
  await openCodes(page, site);
  await expect(page.getByText('No codes found.')).toBeVisible();
  await seed(site);
  await page.getByRole('button', { name: 'Create code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create code' });
  const participant = dialog.getByRole('combobox', { name: 'Participant' });
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
  await expect(row).toContainText('Active');
});

test('a code is extended, and marked as used or revoked after a question; what may not be done says why', async ({
  page,
  site,
}) => {
  const { ofJo, ofDonor } = await seed(site);
  await openCodes(page, site);
  const donors = page.getByRole('row', { name: ofDonor });
  const question = page.getByRole('alertdialog');
  await donors.getByRole('button', { name: 'Mark used' }).click();
  await expect(question).toHaveAccessibleName(`Mark ${ofDonor} as used?`);
  await expect(question).toContainText('QZ7846120 loses the 2 uses that are left. This cannot be undone.');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(donors).toContainText('0 of 2');
  await donors.getByRole('button', { name: 'Mark used' }).click();
  await question.getByRole('button', { name: 'Mark used' }).click();
  await expect(page.getByText('Code marked as used', { exact: true })).toBeVisible();
  await expect(donors).toContainText('2 of 2');
  await expect(donors).toContainText('Used');
  await expect(donors.getByRole('button', { name: 'Mark used' })).toHaveAccessibleDescription(
    'This code is already fully used.',
  );

  const jos = page.getByRole('row', { name: ofJo });
  await jos.getByRole('button', { name: 'Extend' }).click();
  const extend = page.getByRole('dialog', { name: `Extend ${ofJo}` });
  await extend.getByLabel('New expiry date').fill('');
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(extend.getByLabel('New expiry date')).toHaveAccessibleDescription(
    /Please choose [A-Z][a-z]+ \d+, \d{4} or a later day/,
  );
  await extend.getByLabel('New expiry date').fill(dayIn(5));
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(extend.getByLabel('New expiry date')).toHaveAccessibleDescription(/or a later day/);
  await extend.getByLabel('New expiry date').fill(nextWinter);
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByText('Code extended', { exact: true })).toBeVisible();
  await expect(jos).toContainText(formatDay(nextWinter));

  await jos.getByRole('button', { name: 'Revoke' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(jos).toContainText('Active');
  await jos.getByRole('button', { name: 'Revoke' }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Code revoked', { exact: true })).toBeVisible();
  await expect(jos).toContainText('Revoked');
  for (const name of ['Mark used', 'Extend', 'Revoke']) {
    await expect(jos.getByRole('button', { name })).toHaveAccessibleDescription('This code is revoked.');
  }
  const till = site.visitor();
  expect((await till.send('GET', `/api/redeem/${ofJo}`)).status).toBe(404);
});

test('a code is good until the end of a winter day, and console and dashboard name that day', async ({
  page,
  site,
}) => {
  const { admin, ofDonor } = await seed(site);
  const { body } = await admin.call(contract.codes, { query: { q: ofDonor } });
  for (const { id } of body.items) {
    await admin.call(contract.extendCode, { params: { id }, body: { expiresAt: nextWinter } });
  }
  await openCodes(page, site);
  const row = page.getByRole('row', { name: ofDonor });
  await expect(row).toContainText(formatDay(nextWinter));
  await row.getByRole('button', { name: 'Extend' }).click();
  const extend = page.getByRole('dialog', { name: `Extend ${ofDonor}` });
  await expect(extend).toContainText(`now until ${formatDay(nextWinter)}`);

  await signInDonor(page, 'QZ7846120');
  await expect(page.getByText(ofDonor, { exact: true })).toBeVisible();
  await expect(page.getByText(`until ${formatDay(nextWinter)}`)).toBeVisible();
});

test('a colleague who was faster: the refusal is told and the list comes anew', async ({ page, site }) => {
  const { admin, ofJo } = await seed(site);
  await openCodes(page, site);
  const jos = page.getByRole('row', { name: ofJo });
  await expect(jos).toContainText('Active');
  await admin.call(contract.revokeCode, { params: { id: 1 } });
  await jos.getByRole('button', { name: 'Mark used' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Mark used' }).click();
  await expect(question.getByRole('alert')).toContainText('This code is revoked.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(jos).toContainText('Revoked');
});

test('the filters live in the address, and the export follows them', async ({ page, site }) => {
  const { ofJo, ofDonor } = await seed(site);
  await openCodes(page, site);
  await page.getByLabel('Search').fill('qz784');
  await expect(page.getByRole('row', { name: ofJo })).toBeHidden();
  await expect(page.getByRole('row', { name: ofDonor })).toBeVisible();
  await expect(page).toHaveURL(/q=qz784/);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('qz784');
  await page.getByLabel('Status').selectOption('Used');
  await expect(page.getByText('No codes found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  const participant = page.getByRole('combobox', { name: 'Participant' });
  await participant.fill('thiessen');
  await page.getByRole('option', { name: /Jo Thiessen/ }).click();
  await expect(page.getByRole('row', { name: ofDonor })).toBeHidden();
  await expect(page.getByRole('row', { name: ofJo })).toBeVisible();
  await page.reload();
  await expect(participant).toHaveValue('Jo Thiessen');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(ofJo);
  expect(file).not.toContain(ofDonor);

  await page.getByRole('button', { name: 'Clear participant' }).click();
  await expect(page.getByRole('row', { name: ofDonor })).toBeVisible();
});

test('on a phone the codes are cards with the same actions', async ({ page, site }) => {
  const { ofJo } = await seed(site);
  await page.setViewportSize({ width: 360, height: 740 });
  await openCodes(page, site);
  const card = page
    .getByRole('list', { name: 'Reward codes' })
    .getByRole('listitem')
    .filter({ hasText: ofJo });
  await expect(card).toContainText('Jo Thiessen');
  await card.getByRole('button', { name: 'Mark used' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark used' }).click();
  await expect(card).toContainText('3 of 3 used');
});
