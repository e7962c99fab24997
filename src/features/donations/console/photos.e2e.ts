import type { IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { contract as photos, photoRefusals } from '#features/donations/photos/contract.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

const PHOTOS = '/reround-admin-843/photos';

async function confirmedDonation(site: ServedSite, studentId: string, place: { dropSite?: string } = {}) {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const id = await loggedDonation(site, { studentId, date, ...place });
  const admin = await site.admin();
  await admin.call(contract.confirmDonation, { body: { id } });
  return id;
}

async function createPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 600, height: 400, channels: 3 as const, background: '#e8b84b' };
  return {
    name: 'on the scale.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  };
}

/** An upright photo of a phone. Its pixels are stored sideways, so that its red left part is shown on top. */
async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grey = sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'grey', noise } });
  const red = await sharp({ create: { width: 1000, height: 3000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return await grey
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 94 })
    .toBuffer();
}

/** The body of the next upload, read on the server because Chromium hides a form's files from tests. */
function nextUpload({ app: { server } }: ServedSite): Promise<Buffer> {
  return new Promise((resolve) => {
    function record(request: IncomingMessage) {
      if (request.url !== photos.uploadPhoto.path) return;
      server.off('request', record);
      const pieces: Buffer[] = [];
      const push = request.push.bind(request);
      request.push = (piece: Buffer | null) => {
        if (piece) pieces.push(Buffer.from(piece));
        else resolve(Buffer.concat(pieces));
        return push(piece);
      };
    }
    server.on('request', record);
  });
}

test('a volunteer adds weights and photos to confirmed donations', async ({ page, site }) => {
  await confirmedDonation(site, 'TWICE');
  await confirmedDonation(site, 'TWICE');
  const id = await confirmedDonation(site, 'JTHIESSEN', { dropSite: 'UC East' });
  await confirmedDonation(site, 'AOKAFOR');
  await loggedDonation(site, {
    studentId: 'PENDING',
    date: dayOf(site.site.clock(), site.site.timeZone),
  });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Photos' }).click();
  await expect(page).toHaveURL(PHOTOS);

  const row = page.getByRole('row', { name: /JTHIESSEN/ });
  await expect(row).toContainText('Not weighed');
  await expect(row).toContainText('UC East');
  await expect(row).not.toContainText('alike');
  await expect(page.getByRole('row', { name: /TWICE/ }).first()).toContainText('1 alike');
  await expect(page.getByRole('row', { name: /AOKAFOR/ })).toContainText('Manual entry');
  await expect(page.getByRole('row', { name: /PENDING/ })).toHaveCount(0);

  await test.step('uploads a photo and a weight other than the claimed one', async () => {
    await row.getByRole('button', { name: 'Upload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload Photo Proof' });
    await expect(dialog.getByLabel('Actual Measured Weight')).toHaveValue('2-3kg');
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await expect(dialog.getByLabel('Photo URL')).toHaveAccessibleDescription(
      /Please enter a valid photo URL/,
    );
    await dialog.getByLabel('Photo file').setInputFiles(await createPicture());
    await expect(dialog.getByText('Uploaded')).toBeVisible();
    await expect(dialog.getByLabel('Photo URL')).toHaveValue(/^\/uploads\//);
    await expect(dialog.getByText(/Weight discrepancy detected/)).toHaveCount(0);
    await dialog.getByLabel('Actual Measured Weight').selectOption('1-2kg');
    await expect(dialog.getByText('Weight discrepancy detected - student will be notified')).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await expect(page.getByText('Photo uploaded successfully', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });

  await test.step('shows the discrepancy under Has Photo, and opens the photo in a new tab', async () => {
    await page.getByLabel('Photo status').selectOption('Has Photo');
    await expect(row).toContainText('1-2kg');
    await expect(row.getByRole('img', { name: 'Differs from the claim' })).toBeVisible();
    const opened = page.waitForEvent('popup');
    await row.getByRole('link', { name: 'Open photo' }).click();
    const photo = await opened;
    expect(photo.url()).toMatch(/\/uploads\/[a-z0-9]{24}\.webp$/);
    await photo.close();
    await row.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByLabel('Actual Measured Weight')).toHaveValue('1-2kg');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('shows all donations after a search without results', async () => {
    await page.getByLabel('Search').fill('nobody of this name');
    await expect(page.getByText('No donations found matching your criteria')).toBeVisible();
    await expect(page).toHaveURL(/q=nobody/);
    await page.getByRole('button', { name: 'Show all donations' }).click();
    await expect(page.getByRole('row', { name: /AOKAFOR/ })).toBeVisible();
  });

  await test.step('refuses a photo once a colleague has taken the confirmation back', async () => {
    const admin = await site.admin();
    await page
      .getByRole('row', { name: /AOKAFOR/ })
      .getByRole('button', { name: 'Upload' })
      .click();
    await admin.call(contract.undoLastConfirmation, {});
    const dialog = page.getByRole('dialog', { name: 'Upload Photo Proof' });
    await dialog.getByLabel('Photo URL').fill('https://example.ca/photo.jpg');
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await expect(
      page.getByText('A photo can be attached to a confirmed donation only.', { exact: true }),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('row', { name: /AOKAFOR/ })).toHaveCount(0);
  });

  await test.step('replaces the photo by an address from the details', async () => {
    await page.goto(`/reround-admin-843?donation=${id}`);
    const details = page.getByRole('dialog', { name: `Donation ${id}` });
    await details.getByRole('button', { name: 'Update photo' }).click();
    const proof = page.getByRole('dialog', { name: 'Upload Photo Proof' });
    await proof.getByLabel('Photo URL').fill(`${site.url}/favicon.svg`);
    await proof.getByRole('button', { name: 'Upload Photo' }).click();
    await expect(proof).toHaveCount(0);
    await expect(details.getByRole('button', { name: 'Update photo' })).toBeFocused();
    await expect(details.getByRole('img', { name: /What was given as donation/ })).toBeVisible();
  });
});

test('the browser sends a large photo small and upright, and refuses unreadable files with the reason', async ({
  page,
  site,
}) => {
  await confirmedDonation(site, 'JTHIESSEN');
  await signInAdmin(page, site);
  await page.goto(PHOTOS);
  await page.getByRole('button', { name: 'Upload' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Photo Proof' });
  const file = dialog.getByLabel('Photo file');
  const buffer = await largePhoto();

  await test.step('sends a photo of 12 megapixels small and upright', async () => {
    expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
    const uploadArrives = nextUpload(site);
    await file.setInputFiles({ name: 'IMG_1.jpeg', mimeType: 'image/jpeg', buffer });
    await expect(dialog.getByText('Uploaded')).toBeVisible();
    const uploadBody = await uploadArrives;
    const arrived = sharp(uploadBody.subarray(uploadBody.indexOf(Buffer.from([0xff, 0xd8, 0xff]))));
    expect(await arrived.metadata()).toMatchObject({ format: 'jpeg', width: 1500, height: 2000 });
    const [red = 0, green = 255] = await arrived
      .extract({ left: 700, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red > 200, green < 60]).toEqual([true, true]);
  });

  await test.step('refuses a large HEIC file', async () => {
    const heic = Buffer.alloc(6 * 1024 * 1024);
    heic.write('\0\0\0\u0018ftypheic', 'latin1');
    await file.setInputFiles({ name: 'IMG_2.heic', mimeType: 'image/heic', buffer: heic });
    await expect(file).toHaveAccessibleDescription(new RegExp(photoRefusals.heic));
  });

  await test.step('refuses a truncated picture', async () => {
    const part = buffer.subarray(0, 3_000_000);
    await file.setInputFiles({ name: 'IMG_3.jpg', mimeType: 'image/jpeg', buffer: part });
    await expect(file).toHaveAccessibleDescription(new RegExp(photoRefusals.noPhoto));
  });
});
