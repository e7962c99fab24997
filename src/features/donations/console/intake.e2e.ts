import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { createDonor } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const INTAKE = '/reround-admin-843/intake';

const uploadFailed = 'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.';

async function openIntake(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site);
  await page.goto(INTAKE);
  await expect(page.getByLabel('Who')).toBeFocused();
}

async function createPicture(): Promise<Buffer> {
  return await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f6b4f' } })
    .jpeg()
    .toBuffer();
}

test('a volunteer takes a queue in at the table by keyboard alone', async ({ page, site }) => {
  await openIntake(page, site);
  const admin = await site.admin();
  const sitting = page.getByRole('list', { name: 'This sitting' });
  const kilograms = page.getByLabel('Kilograms');
  const { keyboard } = page;

  await test.step('takes in a new donor by name, email, weight and place, and confirms at once', async () => {
    await keyboard.type('Jo Thiessen');
    await expect(page.getByRole('option', { name: 'New donor “Jo Thiessen”' })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toHaveValue('Jo Thiessen');
    await expect(page.getByLabel('Email')).toBeFocused();
    await keyboard.type('jo@example.ca');
    await keyboard.press('Enter');
    await expect(page.getByText('New participant.')).toBeVisible();
    await expect(kilograms).toBeFocused();
    await keyboard.type('2,4');
    await expect(page.getByRole('radio', { name: '2-3kg' })).toBeChecked();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await expect(page.getByLabel('Where')).toBeFocused();
    await keyboard.type('University Centre');
    await keyboard.press('Enter');
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(sitting.getByRole('listitem')).toHaveCount(1);
    await expect(sitting).toContainText('Jo Thiessen');
    await expect(sitting).toContainText('2.4 kg');
    await expect(sitting).toContainText(/RR-[A-Z2-9]{6}/);
    const { body } = await admin.call(donations.donationDetails, { params: { id: 1 } });
    expect(body.row).toMatchObject({
      weight: '2-3kg',
      actualWeight: '2-3kg',
      weightDiscrepancy: false,
      binLocation: null,
      dropSite: 'University Centre',
    });
  });

  await test.step('takes in a known donor, at the same place and with only a weight band', async () => {
    await expect(page.getByLabel('Who')).toBeFocused();
    await expect(page.getByLabel('Where')).toHaveValue('University Centre');
    await expect(page.getByLabel('Confirm now')).toBeChecked();
    await expect(kilograms).toHaveValue('');
    await keyboard.type('jo@exa');
    await expect(page.getByRole('option', { name: /Jo Thiessen/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByText('1 donation, 1 confirmed.')).toBeVisible();
    await expect(kilograms).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByText('Please select a valid weight range')).toBeVisible();
    await keyboard.press('Space');
    await expect(page.getByRole('radio', { name: '0-1kg' })).toBeChecked();
    await keyboard.press('Enter');
    await expect(sitting.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('2 bags, 2.9 kg')).toBeVisible();
    const { body } = await admin.call(donations.donationDetails, { params: { id: 2 } });
    expect(body.row).toMatchObject({ weight: '0-1kg', actualWeight: null });
  });

  await test.step('undoes the latest confirmation, and the donation is pending again', async () => {
    await sitting.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(sitting.getByRole('listitem').first()).toContainText('Pending');
    await expect(sitting.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(sitting.getByText(/RR-/)).toHaveCount(1);
    const { body } = await admin.call(donations.donationDetails, { params: { id: 2 } });
    expect(body.row.isConfirmed).toBe(false);
  });

  await test.step('keeps the sitting after a reload and a visit to the console', async () => {
    const before = await sitting.innerText();
    await page.reload();
    await expect(sitting).toHaveText(before, { useInnerText: true });
    await expect(page.getByLabel('Where')).toHaveValue('University Centre');
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Where')).toHaveValue('University Centre');
  });

  await test.step('replaces kilograms by a band and the reverse, and asks about a very heavy bag', async () => {
    await kilograms.fill('44');
    await expect(page.getByRole('radio', { name: '3kg+' })).toBeChecked();
    await page.getByRole('radio', { name: '1-2kg' }).check();
    await expect(kilograms).toHaveValue('');
    await page.getByLabel('Who').fill('jo@exa');
    await page.getByRole('option', { name: /Jo Thiessen/ }).click();
    await kilograms.fill('501');
    await kilograms.press('Enter');
    await expect(kilograms).toHaveAccessibleDescription(/Please give 0.05 to 500 kg/);
    await kilograms.fill('44');
    await kilograms.press('Enter');
    await expect(page.getByText('44 kg? Press Enter again.')).toBeVisible();
    await expect(sitting.getByRole('listitem')).toHaveCount(2);
    await kilograms.press('Enter');
    await expect(sitting.getByRole('listitem')).toHaveCount(3);
    await expect(sitting).toContainText('44 kg');
  });

  await test.step('saves nothing by Enter without a participant', async () => {
    await page.getByLabel('Where').focus();
    await page.getByRole('radio', { name: '1-2kg' }).check();
    await keyboard.press('Enter');
    await expect(page.getByLabel('Who')).toBeFocused();
    await expect(page.getByLabel('Who')).toHaveAccessibleDescription(
      /Please choose a participant or add a new one/,
    );
  });

  await test.step('ends the sitting with the session', async () => {
    expect((await admin.call(participants.participants, {})).body.total).toBe(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await openIntake(page, site);
    await expect(page.getByText('Nothing taken in yet.')).toBeVisible();
  });
});

test('the intake form shows errors at their fields, and saves a donation whose photo is still being sent', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const id = await createDonor(site, '7850933');
  await admin.call(participants.updateParticipant, {
    params: { id },
    body: { displayName: 'Grace Friesen' },
  });
  const bin = { name: 'UC East', location: 'East door', binCode: 'UC_EAST' };
  await admin.call(bins.createBin, { body: bin });
  await openIntake(page, site);
  const donorId = page.getByLabel('Donor ID');
  const sitting = page.getByRole('list', { name: 'This sitting' });
  const sittingRows = sitting.getByRole('listitem');

  await test.step('shows an error at an invalid phone number', async () => {
    await page.keyboard.type('204-555-0134');
    await expect(page.getByRole('option', { name: /^New donor/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const phone = page.getByLabel('Phone');
    await expect(phone).toHaveValue('204-555-0134');
    await page.getByLabel('Name').fill('Amara Okafor');
    await phone.fill('12');
    await page.getByRole('button', { name: 'Create participant' }).click();
    await expect(phone).toHaveAccessibleDescription(/Phone must be 6 to 20 characters/);
    await phone.fill('204-555-0134');
  });

  await test.step('shows an error at the donor ID of somebody else', async () => {
    await page.getByRole('radio', { name: '3kg+' }).check();
    const more = page.getByRole('button', { name: 'More: donor ID, notes, photo' });
    await more.click();
    await donorId.fill('7850933');
    // The hidden field must unfold with its error.
    await more.click();
    await expect(donorId).toBeHidden();
    await page.getByLabel('Where').fill('uc east');
    await page.getByLabel('Where').press('Enter');
    await expect(donorId).toHaveAccessibleDescription('Grace Friesen (No. 1) has this donor ID.');
    await expect(donorId).toBeFocused();
    await donorId.fill('aokafor');
  });

  const photo = page.getByRole('button', { name: 'Photo optional' });
  await test.step('saves nothing until a file that is not a photo is removed', async () => {
    await photo.setInputFiles({
      name: 'list.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
    await expect(photo).toHaveAccessibleDescription(new RegExp(uploadFailed));
    await photo.setInputFiles({
      name: 'not-a-photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('text under another name'),
    });
    await expect(page.getByText('Not uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Create donation' }).click();
    await expect(photo).toBeFocused();
    await expect(page.getByText('Nothing taken in yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
  });

  await test.step('saves the donation with its photo, after the photo has arrived', async () => {
    await page.getByLabel('Confirm now').uncheck();
    await photo.setInputFiles({ name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await createPicture() });
    await page.getByLabel('Notes').press('Enter');
    await expect(page.getByText('Donation created', { exact: true })).toBeVisible();
    await expect(sittingRows).toHaveText([/Amara Okafor/]);
    await expect(sittingRows.getByRole('img', { name: 'Photo attached' })).toBeVisible();
    const { body } = await admin.call(donations.donationDetails, { params: { id: 1 } });
    expect(body.row).toMatchObject({
      participantName: 'Amara Okafor',
      studentId: 'AOKAFOR',
      weight: '3kg+',
      actualWeight: null,
      binLocation: 'East door',
      dropSite: 'UC East',
      date: dayOf(site.site.clock(), site.site.timeZone),
      loggedBy: 'alex',
      photoUrl: expect.stringMatching(/^\/uploads\/[a-z0-9]{24}\.webp$/),
    });
  });

  await test.step('opens a donor’s page in a new tab and keeps the form', async () => {
    await expect(page.getByLabel('Confirm now')).toBeChecked();
    await page.getByLabel('Who').fill('grace');
    await page.getByRole('option', { name: /Grace Friesen/ }).click();
    await page.getByRole('button', { name: 'More: donor ID, notes, photo' }).click();
    await expect(donorId).toHaveValue('7850933');
    await page.getByLabel('Notes').fill('A lamp');
    const popupOpened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'See all of Grace Friesen' }).click();
    const donorPage = await popupOpened;
    await expect(donorPage.getByRole('heading', { level: 1, name: 'Grace Friesen' })).toBeVisible();
    await donorPage.close();
    await expect(page.getByLabel('Notes')).toHaveValue('A lamp');
    await page.getByRole('button', { name: 'Someone else' }).click();
    await expect(page.getByLabel('Who')).toBeFocused();
    await expect(donorId).toHaveValue('');
  });
});
