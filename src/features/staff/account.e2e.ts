import type { Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { appCode } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

/** Reads the QR code on the screen, as an authenticator app does. */
async function scanQrCode(page: Page): Promise<URL> {
  const code = page.getByRole('img', { name: 'QR code for your authenticator app' });
  const { data, info } = await sharp(await code.screenshot())
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new URL(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }));
}

const secretOf = (uri: URL) => uri.searchParams.get('secret') ?? '';

async function submitPassword(page: Page) {
  await page.goto('/admin-login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Sets a second factor up on its page, up to the recovery codes. */
async function setUpSecondFactor(page: Page, site: ServedSite) {
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const uri = await scanQrCode(page);
  const code = page.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  await code.pressSequentially('000000');
  await expect(code).toHaveAccessibleDescription(/That is not the code that the app shows now/);
  await code.fill(appCode(secretOf(uri), site.site.clock()));
  await expect(page.getByText('It works. The second factor is on.')).toBeVisible();
  const codes = page.getByRole('region', { name: 'Keep these ten codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = (await codes.allInnerTexts()).map((text) => text.replace(/^\d+\s+/, ''));
  return { uri, recoveryCodes };
}

test('an admin sets up a second factor, signs in with a code and with a recovery code, and ends sessions', async ({
  page,
  site,
  newVisitor,
}) => {
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('link', { name: 'Second factor' }).click();
  const { uri, recoveryCodes } = await setUpSecondFactor(page, site);

  await test.step('the printed page has the codes, but not the secret', async () => {
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/ReRound:alex\?issuer=ReRound&secret=[A-Z2-7]{32}&/);
    await page.emulateMedia({ media: 'print' });
    const printedText = await page.locator('body').innerText();
    expect(printedText).toContain(recoveryCodes[9]);
    expect(printedText.replaceAll(/\s/g, '')).not.toContain(secretOf(uri));
    await page.emulateMedia({ media: 'screen' });
    const done = page.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    await page.getByLabel('I keep them apart from my phone').check();
    await done.click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  });

  const phone = await newVisitor();
  await test.step('a sign-in asks for the code of the app', async () => {
    await submitPassword(phone);
    await expect(phone.getByLabel('Code from the app')).toBeFocused();
    await expect(phone.getByLabel('Code from the app')).toHaveAttribute('autocomplete', 'one-time-code');
    await phone.getByRole('button', { name: 'Log in' }).click();
    await expect(phone.getByLabel('Code from the app')).toHaveAccessibleDescription(
      'Please enter the code from your authenticator app.',
    );
    await phone.getByLabel('Code from the app').pressSequentially('000000');
    await expect(phone.getByText('Wrong username, password or code.')).toBeVisible();
    await phone.getByLabel('Code from the app').fill(appCode(secretOf(uri), site.site.clock(), 1));
    await expect(phone.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  });

  const borrowed = await newVisitor();
  await test.step('a sign-in accepts a recovery code, too', async () => {
    await submitPassword(borrowed);
    await borrowed.getByRole('button', { name: 'Use a recovery code' }).click();
    await borrowed.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase());
    await borrowed.getByRole('button', { name: 'Log in' }).click();
    await expect(borrowed.getByRole('heading', { name: 'Pending donations' })).toBeVisible();
  });

  await test.step('one session is ended, then all others', async () => {
    await page.getByRole('link', { name: 'Sessions' }).click();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(3);
    // The one used last comes first.
    await page
      .getByRole('button', { name: /^End Chrome/ })
      .first()
      .click();
    await expect(page.getByText('Session ended', { exact: true })).toBeVisible();
    await expect(sessions).toHaveCount(2);
    await borrowed.getByRole('button', { name: 'Refresh' }).click();
    await expect(borrowed.getByText('Your session has ended.')).toBeVisible();
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect(page.getByText('1 session ended', { exact: true })).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await expect(page.getByText('This one')).toBeVisible();
  });

  await test.step('switching it off needs the password and a code', async () => {
    await page.getByRole('link', { name: 'Second factor' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByLabel('Your password').fill(ADMIN.password);
    await page.getByLabel('Code from the app').fill(recoveryCodes[1] ?? '');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('The second factor is off', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up a second factor' })).toBeVisible();
  });
});
