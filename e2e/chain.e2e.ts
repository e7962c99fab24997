import { codeOn, expect, signInAdmin, signInDonor, test } from './fixtures.ts';

test('a donation logged on a phone becomes a discount at a till @smoke', async ({
  page,
  site,
  newVisitor,
}) => {
  await test.step('a student scans a bin and logs a donation', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
    await expect(page.getByText('Drop location: University Centre')).toBeVisible();
    await page.getByLabel('Student ID').fill('jthiessen');
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
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
    code = await codeOn(page);
  });

  const till = await newVisitor();
  await test.step('a clerk checks the code and takes both uses', async () => {
    await till.goto('/redeem');
    for (const usesLeft of ['1 use left', '0 uses left']) {
      await till.getByLabel('Reward code').fill(code.toLowerCase());
      await till.getByRole('button', { name: 'Check Code' }).click();
      await expect(till.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
      await till.getByLabel('Partner PIN').fill(pin);
      await till.getByLabel('Clerk').fill('MK');
      await till.getByRole('button', { name: 'Redeem Now' }).click();
      await expect(till.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
      await expect(till.getByText(usesLeft)).toBeVisible();
      await expect(till.getByText(/Main Street Thrift, MK/)).toBeVisible();
      await expect(till.getByText('15% off household goods')).toBeVisible();
      if (usesLeft === '0 uses left') {
        await expect(till.getByRole('button', { name: 'Fully Used' })).toBeDisabled();
      }
      await till.getByRole('button', { name: 'Next customer' }).click();
    }
    await till.getByLabel('Reward code').fill(code);
    await till.getByRole('button', { name: 'Check Code' }).click();
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
