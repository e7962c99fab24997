import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

test('a coordinator looks up who rejected a donation and why', async ({ page, site }) => {
  const robin = await site.admin('robin');
  const id = await log(site, 'JTHIESSEN');
  const other = await log(site, 'LFEHR');
  await robin.call(deciding.rejectDonation, { body: { id, reason: 'Chipped glass' } });
  await signInAdmin(page, site);

  await test.step('what is done on another tab is there', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('row', { name: `JTHIESSEN logged donation #${id}` })).toBeVisible();
    await page.getByRole('link', { name: 'Pending' }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('row', { name: `alex confirmed donation #${other}` })).toBeVisible();
  });

  await test.step('filters narrow the list and stand in the address', async () => {
    await page.getByLabel('Actor').fill('rob');
    await page.getByLabel('Action').fill('rejected');
    await page.getByLabel('About').selectOption({ label: 'donation' });
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await expect(page).toHaveURL(/actor=rob/);
  });

  const entry = page.getByRole('row', { name: `robin rejected donation #${id}` });
  await test.step('an entry unfolds', async () => {
    const details = entry.getByRole('button', { name: 'Details' });
    await expect(details).toHaveAttribute('aria-expanded', 'false');
    await details.click();
    await expect(details).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByText('donation.rejected', { exact: true })).toBeVisible();
    await expect(page.getByText('robin, admin')).toBeVisible();
  });

  await test.step('and leads to the donation, from which Escape leads back', async () => {
    await entry.getByRole('link', { name: `donation #${id}` }).click();
    await expect(page.getByRole('dialog', { name: `Donation ${id}` })).toContainText('Chipped glass');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByLabel('Actor')).toHaveValue('rob');
  });

  await test.step('filters that fit nothing, or are refused, say so beside a way on', async () => {
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

test('a coordinator sees all that was done about a person, and goes on to whom and what it names', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const id = await log(site, 'JTHIESSEN');
  const other = await log(site, 'LFEHR');
  const { body } = await admin.call(deciding.confirmDonation, { body: { id: other } });
  const { items } = (await admin.call(rewards.codes, {})).body;
  await admin.call(rewards.revokeCode, { params: { id: items[0]?.id ?? 0 } });
  await site.donor('LFEHR');
  await signInAdmin(page, site);

  await test.step('from the person’s page, and from which address each came', async () => {
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

  await test.step('another person is found by typing', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Participant', { exact: true }).fill('lfehr');
    await page.getByRole('option', { name: /LFEHR/ }).click();
    await expect(page.getByRole('row', { name: `LFEHR logged donation #${other}` })).toBeVisible();
    await expect(page.getByRole('row', { name: /JTHIESSEN/ })).toHaveCount(0);
  });

  await test.step('an entry leads to the participant', async () => {
    const signIn = page.getByRole('row', { name: /LFEHR signed in as/ });
    await signIn.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'LFEHR' })).toBeVisible();
    await page.goBack();
  });

  await test.step('and names a reward code, and leads to it', async () => {
    const revoked = page.getByRole('row', { name: `alex revoked reward code ${body.discountCode}` });
    await revoked.getByRole('link').click();
    await expect(page).toHaveURL(`/reround-admin-843?tab=codes&q=${body.discountCode}`);
    await expect(page.getByRole('row', { name: new RegExp(body.discountCode) })).toBeVisible();
  });
});

async function log(site: ServedSite, studentId: string): Promise<number> {
  return await loggedDonation(site, { studentId, date: dayOf(site.site.clock(), site.site.timeZone) });
}
