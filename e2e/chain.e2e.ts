import type { Page } from '@playwright/test';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { knownDonor } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, signInDonor, test } from './fixtures.ts';

test('a donation becomes a saving: log, confirm, dashboard, redeem, fully used', async ({
  page,
  site,
  newVisitor,
}) => {
  await test.step('a student scans a bin and logs a donation', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
    await expect(page.getByText('Drop location: University Centre')).toBeVisible();
    await page.getByLabel('Student ID').fill('jthiessen');
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
    await expect(page.getByText('Success!', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'View Dashboard' }).click();
    await expect(page).toHaveURL(/\/donor-login$/);
  });

  const volunteer = await newVisitor();
  let pin = '';
  await test.step('a volunteer confirms it and adds a partner store', async () => {
    await signInAdmin(volunteer, site);
    const row = volunteer.getByRole('row', { name: /JTHIESSEN/ });
    await expect(row).toContainText('UC_EAST');
    await row.getByRole('button', { name: 'Confirm' }).click();
    await expect(volunteer.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(volunteer.getByText('No pending donations 🎉')).toBeVisible();

    await volunteer.getByRole('link', { name: 'Partners' }).click();
    await expect(volunteer.getByText('No partners created yet.')).toBeVisible();
    await volunteer.getByRole('button', { name: 'Add partner' }).first().click();
    const dialog = volunteer.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Main Street Thrift');
    await dialog.getByLabel('Discount').fill('15% off household goods');
    await dialog.getByRole('button', { name: 'Add partner' }).click();
    await expect(volunteer.getByText('This PIN is shown only once.')).toBeVisible();
    pin = await volunteer.getByLabel('Partner PIN').innerText();
    expect(pin).toMatch(/^\d{8}$/);
  });

  let code = '';
  await test.step('the student finds the reward code on the dashboard', async () => {
    await signInDonor(page, 'JThiessen ');
    await expect(page.getByText('2 of 2 uses left')).toBeVisible();
    code = await page
      .getByText(/^RR-[A-Z2-9]{6}$/)
      .first()
      .innerText();
  });

  const till = await newVisitor();
  await test.step('a clerk checks the code and takes both uses', async () => {
    await till.goto('/redeem');
    for (const left of ['1 use left', '0 uses left']) {
      await till.getByLabel('Reward code').fill(code.toLowerCase());
      await till.getByRole('button', { name: 'Check Code' }).click();
      await expect(till.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
      await till.getByLabel('Partner PIN').fill(pin);
      await till.getByLabel('Clerk').fill('MK');
      await till.getByRole('button', { name: 'Redeem Now' }).click();
      await expect(till.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
      await expect(till.getByText(left)).toBeVisible();
      await expect(till.getByText(/Main Street Thrift, MK/)).toBeVisible();
      await expect(till.getByText('15% off household goods')).toBeVisible();
      if (left === '0 uses left') {
        await expect(till.getByRole('button', { name: 'Fully Used' })).toBeDisabled();
      }
      await till.getByRole('button', { name: 'Next customer' }).click();
    }
    await checkCode(till, code);
    await expect(till.getByRole('heading', { name: 'Fully Used' })).toBeVisible();
    await expect(till.getByText('Code fully used')).toBeVisible();
    await expect(till.getByRole('button', { name: 'Fully Used' })).toBeDisabled();
  });

  await test.step('the dashboard shows it as used', async () => {
    await page.reload();
    await expect(page.getByText('No active rewards yet.')).toBeVisible();
    await expect(page.getByText(code)).toBeVisible();
  });
});

test.describe('what the chain refuses', () => {
  test('a donation without a donor ID, or dated tomorrow, names its fields and logs nothing', async ({
    page,
    site,
  }) => {
    await page.goto('/log');
    await page.getByLabel('Student ID').fill('   ');
    await page.getByLabel('Date', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByLabel('Student ID')).toHaveAccessibleDescription(/Student ID is required/);
    await expect(page.getByLabel('Student ID')).toBeFocused();
    await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(/Date is required/);

    await page.getByLabel('Student ID').fill('D1');
    await page.getByLabel('Date', { exact: true }).fill('2199-01-01');
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(
      /Date cannot be in the future/,
    );
    expect(await site.audit()).toEqual([]);
  });

  test('a donor sign-in with nothing filled in, or with the wrong email', async ({ page, site }) => {
    const admin = await site.admin();
    const id = await knownDonor(site, 'D1');
    await admin.call(participants.updateParticipant, { params: { id }, body: { email: 'jo@a.ca' } });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Please enter an email or a donor ID.')).toBeVisible();
    await page.getByLabel('Donor ID or email').fill('d1');
    await page.getByRole('button', { name: 'Add your email or name' }).click();
    await page.getByLabel('Email optional').fill('someone@else.ca');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('That email does not match this donor ID.')).toBeVisible();
    await page.getByLabel('Email optional').fill('JO@a.ca');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('the dashboard and the console without signing in', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/donor-login$/);
    await page.goto('/reround-admin-843');
    await expect(page).toHaveURL(/\/admin-login$/);
  });

  test('a wrong admin password', async ({ page, site }) => {
    await site.admin();
    await page.goto('/admin-login');
    await page.getByLabel('Username').fill('alex');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Wrong username or password.')).toBeVisible();
    await expect(page).toHaveURL(/\/admin-login$/);
  });

  test('at the till: an unknown code, a missing and a wrong PIN, an expired code', async ({ page, site }) => {
    const { code, pin } = await confirmedCode(site);
    await page.goto('/redeem');
    await expect(page.getByRole('button', { name: 'Check Code' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeDisabled();

    await checkCode(page, 'RR-ZZZZZZ');
    await expect(page.getByRole('heading', { name: 'Invalid Code' })).toBeVisible();
    await expect(page.getByText('Code not found')).toBeVisible();

    for (const mistyped of ['RR-ABC10Z', 'ABC1OZ']) {
      await checkCode(page, mistyped);
      await expect(page.getByLabel('Reward code')).toHaveAccessibleDescription(
        /Codes never contain O, 0, I, L or 1\. Look at that character again\./,
      );
      await expect(page.getByRole('heading', { name: 'Invalid Code' })).toBeHidden();
    }

    // A scanner that types the keys of another layout.
    await checkCode(page, `httpsÇ--reround.exampleÉREDEEMÉCODE=${code}`);
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(
      /Please enter your Partner PIN\./,
    );
    await page.getByLabel('Partner PIN').fill(pin === '00000000' ? '11111111' : '00000000');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Invalid PIN/);

    await page.getByLabel('Partner PIN').fill(pin);
    await page.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(page.getByText('1 use left')).toBeVisible();
    await page.getByRole('button', { name: 'Next customer' }).click();

    site.pass({ days: 30 });
    await checkCode(page, code);
    await expect(page.getByText('Code expired')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeDisabled();
  });

  test('a donation that another volunteer has just confirmed', async ({ page, site }) => {
    const id = await loggedDonation(site);
    await signInAdmin(page, site);
    const colleague = await site.admin('robin');
    await colleague.call(deciding.confirmDonation, { body: { id } });
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('This donation is already confirmed.')).toBeVisible();
  });

  test('a partner store without a name and with a link that is none', async ({ page, site }) => {
    await signInAdmin(page, site);
    await page.getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('button', { name: 'Add partner' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Link').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Add partner' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Partner name is required/);
    await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/Please enter a valid URL/);
  });

  test('an address that leads nowhere', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: "We couldn't find that page" })).toBeVisible();
    await page.getByRole('link', { name: 'Go home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('under the volunteer’s hand', () => {
  test('confirms forty in one go and takes the whole of it back', async ({ page, site }) => {
    for (let number = 1; number <= 40; number += 1) await loggedDonation(site, `D${number}`);
    await signInAdmin(page, site);
    await expect(page.getByText('1 to 40 of 40')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Confirm 40 selected' }).click();
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
    await page.getByRole('button', { name: 'Undo 40', exact: true }).click();
    const question = page.getByRole('dialog', { name: /^Take back the confirmation of 40 donations, / });
    await question.getByRole('button', { name: 'Take back 40' }).click();
    await expect(page.getByText('1 to 40 of 40')).toBeVisible();
  });

  test('reads the details at an address of their own and rejects with a reason there', async ({
    page,
    site,
  }) => {
    const id = await loggedDonation(site);
    await signInAdmin(page, site);
    await page.getByRole('link', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: `Donation ${id}` });
    await expect(dialog.getByText('No photo attached')).toBeVisible();
    await page.reload();
    await dialog.getByLabel('Reason').fill('The box was empty');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Donation rejected', { exact: true })).toBeVisible();
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ action: 'donation.rejected', details: { fields: ['reason'] } });
  });
});

async function checkCode(till: Page, code: string): Promise<void> {
  await till.getByLabel('Reward code').fill(code);
  await till.getByRole('button', { name: 'Check Code' }).click();
}

async function loggedDonation(site: ServedSite, studentId = 'JTHIESSEN'): Promise<number> {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { body } = await site
    .visitor()
    .call(logging.logDonation, { body: { studentId, weight: '2-3kg', date } });
  return body.id;
}

/** A reward code with all its uses, and the PIN of a store that takes it. */
async function confirmedCode(site: ServedSite): Promise<{ code: string; pin: string }> {
  const admin = await site.admin();
  const id = await loggedDonation(site);
  const confirmed = await admin.call(deciding.confirmDonation, { body: { id } });
  const store = await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift' } });
  return { code: confirmed.body.discountCode, pin: store.body.pin };
}
