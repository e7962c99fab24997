import type { Page } from '@playwright/test';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { admins } from '#server/db/schema.ts';
import {
  confirmedCode,
  createDonor,
  loggedDonation,
  partnerStore,
  shownDonation,
} from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { paths } from '#web/paths.ts';
import { contract } from './contract.ts';

const correctionDialog = (page: Page, id: number) =>
  page.getByRole('dialog', { name: `Correct donation ${id}` });

async function openDetails(page: Page, id: number) {
  await page.goto(`${paths.consoleTab('confirmed')}&donation=${id}`);
  await expect(page.getByRole('dialog', { name: `Donation ${id}` })).toBeVisible();
}

/** Creates a confirmed donation of Noah Friesen, a donor with a similar name, and a bin. */
async function createSimilarNames(site: ServedSite) {
  const admin = await site.admin();
  const date = dayOf(site.now, 'America/Winnipeg');
  const { id, code } = await confirmedCode(site, admin, { studentId: 'NFRIESEN', date });
  await createDonor(site, 'NORAF');
  for (const [index, displayName] of ['Noah Friesen', 'Nora Friesen'].entries()) {
    await admin.call(donors.updateParticipant, { params: { id: index + 1 }, body: { displayName } });
  }
  const bin = { name: 'Osborne Village', location: 'Osborne Street', binCode: 'OSBORNE' };
  await admin.call(bins.createBin, { body: bin });
  return { admin, date, id, code };
}

test('an admin gives a confirmed donation to the right donor, and then takes its confirmation back', async ({
  page,
  site,
}) => {
  const { admin, date, id, code } = await createSimilarNames(site);
  await signInAdmin(page, site);
  await openDetails(page, id);
  await page.getByRole('button', { name: 'Correct' }).click();
  const dialog = correctionDialog(page, id);
  const save = dialog.getByRole('button', { name: 'Save correction' });

  await test.step('saves nothing without a change or without a reason', async () => {
    await expect(save).toHaveAccessibleDescription('Nothing has changed yet.');
    await dialog.getByRole('combobox', { name: 'Donor' }).fill('Nora');
    await page.getByRole('option', { name: /Nora Friesen/ }).click();
    await expect(dialog.getByText('Was Noah Friesen, NFRIESEN')).toBeVisible();
    await expect(dialog.getByText(`${code} is unused: it goes to Nora Friesen.`)).toBeVisible();
    await save.click();
    await expect(dialog.getByText('Please say why')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  });

  await test.step('saves the changed fields', async () => {
    await dialog.getByRole('combobox', { name: 'Weight' }).selectOption('3kg+');
    await dialog.getByLabel('Place').fill('osborne village');
    await dialog.getByLabel('Date').fill(daysAfter(date, -1));
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two people of one name');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Donation corrected', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByText('NORAF')).toBeVisible();
    expect(await shownDonation(admin, id)).toMatchObject({
      participantName: 'Nora Friesen',
      studentId: 'NORAF',
      weight: '3kg+',
      date: daysAfter(date, -1),
      dropSite: 'Osborne Village',
      binLocation: 'Osborne Street',
    });
  });

  await test.step('takes the confirmation back with a reason, even if another field is invalid', async () => {
    await page.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByLabel('Date').fill('2999-01-01');
    await dialog.getByRole('button', { name: 'Take back the confirmation' }).click();
    await expect(dialog.getByText('Please say why')).toBeVisible();
    await page.keyboard.type('The bag was empty');
    await dialog.getByRole('button', { name: 'Take back the confirmation' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Confirmation undone', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Pending', { exact: true })).toBeVisible();
    expect(await shownDonation(admin, id)).toMatchObject({ isConfirmed: false, studentId: 'NORAF' });
  });
});

test('a used code prevents another donor and taking back, but other fields can be corrected', async ({
  page,
  site,
}) => {
  const { admin, id, code } = await createSimilarNames(site);
  const { pin } = await partnerStore(admin);
  await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
  await signInAdmin(page, site);
  await openDetails(page, id);
  await page.getByRole('button', { name: 'Correct' }).click();
  const dialog = correctionDialog(page, id);
  await expect(dialog.getByText(`${code} was used.`)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Donor' })).toBeDisabled();
  const takeBack = dialog.getByRole('button', { name: 'Take back the confirmation' });
  await expect(takeBack).toHaveAccessibleDescription('Its code was used.');
  await dialog.getByRole('combobox', { name: 'Weight' }).selectOption('0-1kg');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Weighed again');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await shownDonation(admin, id)).toMatchObject({ weight: '0-1kg', studentId: 'NFRIESEN' });
});

test('a volunteer corrects a pending donation, and may enter a new donor ID', async ({ page, site }) => {
  const { admin, date, id: confirmed } = await createSimilarNames(site);
  const id = await loggedDonation(site, { studentId: 'TYPO', date });
  await signInAdmin(page, site);
  await site.database.update(admins).set({ role: 'volunteer' });
  await openDetails(page, confirmed);
  await expect(page.getByRole('button', { name: 'Correct' })).toHaveAccessibleDescription(
    'Only an admin may correct a confirmed donation. Please ask one.',
  );
  await openDetails(page, id);
  await page.getByRole('button', { name: 'Correct' }).click();
  const dialog = correctionDialog(page, id);
  await expect(dialog.getByRole('button', { name: 'Take back the confirmation' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Donor' }).fill('newid');
  await page.getByRole('option', { name: 'New donor “newid”' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Misread');
  await dialog.getByRole('button', { name: 'Save correction' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await shownDonation(admin, id)).toMatchObject({ studentId: 'NEWID', isConfirmed: false });
});

test('an admin gives an unclaimed bag to its donor, and deletes one that was counted twice', async ({
  page,
  site,
}) => {
  const { admin } = await createSimilarNames(site);
  const countBag = async () =>
    (await admin.call(contract.createUnclaimed, { body: { kilograms: 1.8, binId: 1 } })).body.id;
  const [bag, duplicate] = [await countBag(), await countBag()];
  await signInAdmin(page, site);
  await page.goto(`${paths.consoleTab('search')}&status=unclaimed`);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('unclaimed');
  const rows = page.getByRole('row').filter({ hasText: 'Unclaimed bag' });
  await expect(rows).toHaveCount(2);

  await test.step('gives a bag to its donor, who gets a code', async () => {
    await openDetails(page, bag);
    await page.getByRole('button', { name: 'Give to donor' }).click();
    const dialog = page.getByRole('dialog', { name: `Give bag ${bag} to its donor` });
    await expect(dialog.getByRole('textbox', { name: 'Weight' })).toHaveValue('1.8 kg (1-2kg)');
    const give = dialog.getByRole('button', { name: 'Give to donor' });
    await expect(give).toBeHidden();
    await dialog.getByRole('combobox', { name: 'Donor' }).fill('Nora');
    await page.getByRole('option', { name: /Nora Friesen/ }).click();
    await expect(dialog.getByText('Nora Friesen gets a reward code, as with a confirmation.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for at the table');
    await give.click();
    await expect(page.getByText('Bag given to its donor')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Nora Friesen' })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Correct' })).toBeVisible();
  });

  await test.step('deletes a bag and closes its dialogs', async () => {
    await openDetails(page, duplicate);
    await page.getByRole('button', { name: 'Give to donor' }).click();
    const dialog = page.getByRole('dialog', { name: `Give bag ${duplicate} to its donor` });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Counted twice');
    await dialog.getByRole('button', { name: 'Delete the bag' }).click();
    await expect(page.getByText('Unclaimed bag deleted')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Unclaimed bag', { exact: true })).toHaveCount(0);
  });
});
