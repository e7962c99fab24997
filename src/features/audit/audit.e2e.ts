import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

test('a coordinator looks up who rejected a donation and why', async ({ page, site }) => {
  const robin = await site.admin('robin');
  const rejected = await logDonation(site, 'JTHIESSEN');
  const confirmed = await logDonation(site, 'LFEHR');
  await robin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Chipped glass' } });
  await signInAdmin(page, site);

  await test.step('it shows what was done on another tab', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('row', { name: `JTHIESSEN logged donation #${rejected}` })).toBeVisible();
    await page.getByRole('link', { name: 'Pending' }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('row', { name: `alex confirmed donation #${confirmed}` })).toBeVisible();
  });

  await test.step('filters narrow the list and are in the address', async () => {
    await page.getByLabel('Actor').fill('rob');
    await page.getByLabel('Action').fill('rejected');
    await page.getByLabel('About').selectOption({ label: 'donation' });
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await expect(page).toHaveURL(/actor=rob/);
  });

  const entry = page.getByRole('row', { name: `robin rejected donation #${rejected}` });
  await test.step('an entry shows its details', async () => {
    const details = entry.getByRole('button', { name: 'Details' });
    await expect(details).toHaveAttribute('aria-expanded', 'false');
    await details.click();
    await expect(details).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText('donation.rejected', { exact: true })).toBeVisible();
    await expect(page.getByText('robin, admin')).toBeVisible();
  });

  await test.step('an entry links to the donation, and Escape returns to the list', async () => {
    await entry.getByRole('link', { name: `donation #${rejected}` }).click();
    await expect(page.getByRole('dialog', { name: `Donation ${rejected}` })).toContainText('Chipped glass');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByLabel('Actor')).toHaveValue('rob');
  });

  await test.step('filters that find nothing or are refused say so and offer a way out', async () => {
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await expect(page.getByText('No activity.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('row', { name: /alex signed in to the console/ }).first()).toBeVisible();
    await expect(page).toHaveURL(/\?tab=activity$/);
    await page.goto(`/reround-admin-843?tab=activity&actor=${'x'.repeat(101)}`);
    await expect(page.getByText('Activity error: Please use at most 100 characters')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

test('a coordinator sees everything done about a person, and follows links to people and codes', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const id = await logDonation(site, 'JTHIESSEN');
  const confirmed = await logDonation(site, 'LFEHR');
  const { body } = await admin.call(deciding.confirmDonation, { body: { id: confirmed } });
  const { items } = (await admin.call(rewards.codes, {})).body;
  await admin.call(rewards.revokeCode, { params: { id: items[0]?.id ?? 0 } });
  await site.donor('LFEHR');
  await signInAdmin(page, site);

  await test.step('the person’s page leads to their entries, which show network addresses', async () => {
    await page.getByRole('link', { name: 'JTHIESSEN' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).click();
    await expect(page).toHaveURL(/tab=activity&participantId=1$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await expect(page.getByLabel('Participant', { exact: true })).toHaveValue('JTHIESSEN');
    const entry = page.getByRole('row', { name: `JTHIESSEN logged donation #${id}` });
    await entry.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText('127.0.0.1')).toBeVisible();
    await expect(page.getByText('Request ID')).toBeVisible();
  });

  await test.step('the filter finds another person by typing', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Participant', { exact: true }).fill('lfehr');
    await page.getByRole('option', { name: /LFEHR/ }).click();
    await expect(page.getByRole('row', { name: `LFEHR logged donation #${confirmed}` })).toBeVisible();
    await expect(page.getByRole('row', { name: /JTHIESSEN/ })).toHaveCount(0);
  });

  await test.step('an entry links to the participant', async () => {
    const signIn = page.getByRole('row', { name: /LFEHR signed in as/ });
    await signIn.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'LFEHR' })).toBeVisible();
    await page.goBack();
  });

  await test.step('an entry links to its reward code', async () => {
    const revoked = page.getByRole('row', { name: `alex revoked reward code ${body.discountCode}` });
    await revoked.getByRole('link').click();
    await expect(page).toHaveURL(`/reround-admin-843?tab=codes&q=${body.discountCode}`);
    await expect(page.getByRole('row', { name: new RegExp(body.discountCode) })).toBeVisible();
  });
});

async function logDonation(site: ServedSite, studentId: string): Promise<number> {
  return await loggedDonation(site, { studentId, date: dayOf(site.site.clock(), site.site.timeZone) });
}
