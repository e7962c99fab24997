import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

const INTAKE = '/reround-admin-843/intake';

const uploadFailed = 'Upload failed. Ensure image ≤ 5MB and is PNG/JPEG/WEBP.';

async function openIntake(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site);
  await page.goto(INTAKE);
  await expect(page.getByLabel('Participant')).toBeFocused();
}

async function picture(): Promise<Buffer> {
  return await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f6b4f' } })
    .jpeg()
    .toBuffer();
}

test('nobody takes donations in without logging in, and the login leads back', async ({ page, site }) => {
  await site.admin();
  await page.goto(INTAKE);
  await expect(page.getByRole('heading', { name: 'Admin login required' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(INTAKE);
  await expect(page.getByRole('heading', { name: 'Quick intake' })).toBeVisible();
});

test('a queue at the table, by keyboard alone', async ({ page, site }) => {
  await openIntake(page, site);
  const sitting = page.getByRole('list', { name: 'This sitting' });
  const { keyboard } = page;

  await test.step('someone new: name, email, weight, confirmed at once', async () => {
    await keyboard.type('Jo Thiessen');
    await expect(page.getByRole('option', { name: 'Add “Jo Thiessen” as new' })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toHaveValue('Jo Thiessen');
    await expect(page.getByLabel('Email')).toBeFocused();
    await keyboard.type('jo@example.ca');
    await keyboard.press('Enter');
    await expect(page.getByText('New participant.')).toBeVisible();
    await expect(page.getByText(/\/p\/[\w-]+$/)).toBeVisible();
    await expect(page.getByLabel('Weight', { exact: true })).toBeFocused();
    await keyboard.press('2');
    await keyboard.press('Tab');
    await expect(page.getByLabel('Measured weight')).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.type('University Centre');
    await page.getByLabel('Confirm now').focus();
    await keyboard.press('Space');
    await keyboard.press('Control+Enter');
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(sitting.getByRole('listitem')).toHaveCount(1);
    await expect(sitting).toContainText('Jo Thiessen');
    await expect(sitting).toContainText('2-3kg');
    await expect(sitting).toContainText(/RR-[A-Z2-9]{6}/);
  });

  await test.step('the next one is known; place and "Confirm now" have stayed', async () => {
    await expect(page.getByLabel('Participant')).toBeFocused();
    await expect(page.getByLabel('Bin location')).toHaveValue('University Centre');
    await expect(page.getByLabel('Confirm now')).toBeChecked();
    await expect(page.getByLabel('Weight', { exact: true })).toHaveValue('1-2kg');
    await keyboard.type('jo@exa');
    await expect(page.getByRole('option', { name: /Jo Thiessen/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByText('1 donation, 1 confirmed.')).toBeVisible();
    await expect(page.getByLabel('Weight', { exact: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(sitting.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a reload loses nothing of the sitting, nor does a look at the console', async () => {
    const before = await sitting.innerText();
    await page.reload();
    await expect(sitting).toHaveText(before, { useInnerText: true });
    await expect(page.getByLabel('Bin location')).toHaveValue('University Centre');
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Bin location')).toHaveValue('University Centre');
    await expect(page.getByLabel('Confirm now')).toBeChecked();
  });

  await test.step('Enter without a participant saves nothing', async () => {
    await page.getByLabel('Notes').focus();
    await keyboard.press('Enter');
    await expect(page.getByLabel('Participant')).toBeFocused();
    await expect(page.getByLabel('Participant')).toHaveAccessibleDescription(
      /Please choose a participant or add a new one/,
    );
  });

  const admin = await site.admin();
  const { body } = await admin.call(participants.searchParticipants, {});
  expect(body.items).toEqual([]);
  const list = await admin.send<{ total: number }>('GET', '/api/admin/participants');
  expect(list.body.total).toBe(1);
});

test('someone new and the donation in one go, with a photo that is still on its way', async ({
  page,
  site,
}) => {
  await openIntake(page, site);
  await page.keyboard.type('204-555-0134');
  await expect(page.getByRole('option', { name: /as new/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone')).toHaveValue('204-555-0134');
  await page.getByLabel('Name').fill('Amara Okafor');
  await page.getByLabel('Donor ID').fill('aokafor');
  await page.getByLabel('Measured weight').selectOption('3kg+');
  await expect(page.getByText('Weight discrepancy detected - student will be notified')).toBeVisible();
  await page.getByLabel('Photo').setInputFiles({
    name: 'bag.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(),
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Donation created', { exact: true })).toBeVisible();
  const row = page.getByRole('list', { name: 'This sitting' }).getByRole('listitem');
  await expect(row).toContainText('Amara Okafor');
  await expect(row.getByRole('img', { name: 'Photo attached' })).toBeVisible();
  await expect(row).toContainText('Pending');

  const admin = await site.admin();
  const { body } = await admin.call(donations.donationDetails, { params: { id: 1 } });
  expect(body.row).toMatchObject({
    participantName: 'Amara Okafor',
    studentId: 'AOKAFOR',
    weight: '1-2kg',
    actualWeight: '3kg+',
    weightDiscrepancy: true,
    date: dayOf(site.site.clock(), site.site.timeZone),
    loggedBy: 'alex',
    photoUrl: expect.stringMatching(/^\/uploads\/[a-z0-9]{24}\.webp$/),
  });
});

test('what cannot be a photo is said at its field, and keeps the donation back until it is removed', async ({
  page,
  site,
}) => {
  await openIntake(page, site);
  const photo = page.getByRole('button', { name: 'Photo optional' });
  await page.keyboard.type('Liam');
  await page.getByRole('option', { name: /as new/ }).click();
  await page.getByRole('button', { name: 'Create participant' }).click();
  await expect(page.getByText('New participant.')).toBeVisible();

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
  await expect(photo).toHaveAccessibleDescription(new RegExp(uploadFailed));
  await page.getByRole('button', { name: 'Create donation' }).click();
  await expect(photo).toBeFocused();
  await expect(page.getByText('Nothing taken in yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Create donation' }).click();
  await expect(page.getByRole('list', { name: 'This sitting' })).toContainText('Liam');
});

test('what the server refuses stands at its field', async ({ page, site }) => {
  await openIntake(page, site);
  await page.keyboard.type('Priya');
  await page.getByRole('option', { name: /as new/ }).click();
  await page.getByLabel('Email').fill('priya@');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email address/);
  await page.getByLabel('Email').fill('priya@example.ca');
  await page.getByLabel('Phone').fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone must be 6 to 20 characters/);
  await page.getByRole('button', { name: 'Find instead' }).click();
  await expect(page.getByLabel('Participant')).toBeVisible();
});

test('a walk-in with a donor ID alone, and one who says the ID of somebody else', async ({ page, site }) => {
  const admin = await site.admin();
  await openIntake(page, site);
  await page.keyboard.type('7850933');
  await page.getByRole('option', { name: /as new/ }).click();
  await expect(page.getByLabel('Donor ID')).toHaveValue('7850933');
  await expect(page.getByLabel('Phone')).toHaveValue('');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Grace Friesen');
  await page.keyboard.press('Enter');
  await expect(page.getByText('New participant.')).toBeVisible();
  await expect(page.getByLabel('Donor ID')).toHaveValue('7850933');
  await page.keyboard.press('Control+Enter');
  const sitting = page.getByRole('list', { name: 'This sitting' });
  await expect(sitting).toContainText('Grace Friesen');

  const body = { displayName: 'Liam Fehr', phone: '204-555-0134' };
  await admin.call(participants.upsertParticipant, { body });
  await page.keyboard.type('2045550134');
  await page.getByRole('option', { name: /Liam Fehr/ }).click();
  const donorId = page.getByLabel('Donor ID');
  await donorId.fill('7850933');
  await page.keyboard.press('Control+Enter');
  await expect(donorId).toHaveAccessibleDescription('Grace Friesen (No. 1) has this donor ID.');
  await expect(donorId).toBeFocused();
  await expect(page.getByText('Grace Friesen (No. 1) has this donor ID.')).toHaveCount(1);

  await page.getByRole('button', { name: 'Clear participant' }).click();
  await expect(donorId).toHaveValue('');
  await page.keyboard.type('Grace');
  await page.getByRole('option', { name: /Grace Friesen/ }).click();
  await expect(donorId).toHaveValue('7850933');
  await expect(donorId).toHaveAccessibleDescription('');
  await page.keyboard.press('Control+Enter');
  await expect(sitting.getByRole('listitem')).toHaveCount(2);

  await donorId.fill('7850934');
  await page.getByLabel('Participant').fill('Priya Nair');
  await page.getByRole('option', { name: /as new/ }).click();
  await page.getByRole('button', { name: 'Create participant' }).click();
  await expect(page.getByText('New participant.')).toBeVisible();
  await expect(donorId).toHaveValue('7850934');
});

test('an email beside a known phone number is shown as what it is: said, and not proven', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await admin.call(participants.upsertParticipant, { body: { phone: '204-555-0134' } });
  await openIntake(page, site);
  await page.keyboard.type('grace@example.ca');
  await page.getByRole('option', { name: /as new/ }).click();
  await page.getByLabel('Phone').fill('2045550134');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Known already, by this email or phone.')).toBeVisible();
  await expect(page.getByText('says: grace@example.ca, not proven')).toBeVisible();
});

test('the sitting ends with the session, whoever logs in next', async ({ page, site }) => {
  await openIntake(page, site);
  await page.keyboard.type('Tyler');
  await page.getByRole('option', { name: /as new/ }).click();
  await page.getByRole('button', { name: 'Create donation' }).click();
  await expect(page.getByRole('list', { name: 'This sitting' })).toContainText('Tyler');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await openIntake(page, site);
  await expect(page.getByText('Nothing taken in yet.')).toBeVisible();
});
