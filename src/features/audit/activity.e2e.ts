import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { dayOf } from '#shared/dates.ts';
import { knownDonor } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';

test('a coordinator looks up who rejected a donation and why', async ({ page, site }) => {
  const robin = await site.admin('robin');
  const id = await loggedDonation(site, 'JTHIESSEN');
  await robin.call(deciding.rejectDonation, { body: { id, reason: 'Chipped glass' } });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('row', { name: `JTHIESSEN logged donation #${id}, 2-3kg` })).toBeVisible();

  await page.getByLabel('Actor').fill('rob');
  await page.getByLabel('Action').fill('rejected');
  await page.getByLabel('About').selectOption({ label: 'donation' });
  const entry = page.getByRole('row', { name: `robin rejected donation #${id}` });
  await expect(entry).toBeVisible();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await expect(page).toHaveURL(/actor=rob/);

  const details = entry.getByRole('button', { name: 'Details' });
  await expect(details).toHaveAttribute('aria-expanded', 'false');
  await details.click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('donation.rejected', { exact: true })).toBeVisible();
  await expect(page.getByText('robin, admin')).toBeVisible();

  await entry.getByRole('link', { name: `donation #${id}` }).click();
  await expect(page.getByRole('dialog', { name: `Donation ${id}` })).toContainText('Chipped glass');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Actor')).toHaveValue('rob');
});

test('what is done on another tab is there when the coordinator comes back', async ({ page, site }) => {
  const id = await loggedDonation(site, 'JTHIESSEN');
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(`alex confirmed donation #${id}`)).toBeHidden();
  await page.getByRole('link', { name: 'Pending' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('row', { name: `alex confirmed donation #${id}` })).toBeVisible();
});

test('a coordinator sees all that was done about a person, from their sheet, and from where', async ({
  page,
  site,
}) => {
  const id = await loggedDonation(site, 'JTHIESSEN');
  const other = await loggedDonation(site, 'LFEHR');
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'JTHIESSEN' }).first().click();
  await page.getByRole('dialog', { name: 'JTHIESSEN' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL(/tab=activity&participantId=1$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await expect(page.getByLabel('Participant', { exact: true })).toHaveValue('JTHIESSEN');

  const entry = page.getByRole('row', { name: `JTHIESSEN logged donation #${id}` });
  await entry.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('127.0.0.1')).toBeVisible();
  await expect(page.getByText('Request ID')).toBeVisible();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Participant', { exact: true }).fill('lfehr');
  await page.getByRole('option', { name: /LFEHR/ }).click();
  await expect(page.getByRole('row', { name: `LFEHR logged donation #${other}` })).toBeVisible();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
});

test('filters that fit nothing say so, and the way back is beside it', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=activity&action=merged&from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('No activity.')).toBeVisible();
  await expect(page.getByLabel('Action')).toHaveValue('merged');
  await expect(page.getByLabel('From')).toHaveValue('2020-01-01');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row', { name: /alex signed in to the console/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/\?tab=activity$/);
});

test('a log that the server refuses says why', async ({ page, site }) => {
  await signInAdmin(page, site);
  await page.goto(`/reround-admin-843?tab=activity&actor=${'x'.repeat(101)}`);
  await expect(page.getByText('Activity error: Please use at most 100 characters')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('the log names a reward code, and leads to it', async ({ page, site }) => {
  const admin = await site.admin();
  const id = await loggedDonation(site, 'JTHIESSEN');
  const { body } = await admin.call(deciding.confirmDonation, { body: { id } });
  const { items } = (await admin.call(rewards.codes, {})).body;
  await admin.call(rewards.revokeCode, { params: { id: items[0]?.id ?? 0 } });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843?tab=activity');
  const entry = page.getByRole('row', { name: `alex revoked reward code ${body.discountCode}` });
  await entry.getByRole('link').click();
  await expect(page).toHaveURL(`/reround-admin-843?tab=codes&q=${body.discountCode}`);
  await expect(page.getByRole('row', { name: new RegExp(body.discountCode) })).toBeVisible();
});

test('the log leads from a participant to the participant', async ({ page, site }) => {
  for (const studentId of ['JTHIESSEN', 'LFEHR']) {
    await knownDonor(site, studentId);
    await site.donor(studentId);
  }
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page
    .getByRole('row', { name: /LFEHR signed in as/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('dialog', { name: 'LFEHR' })).toBeVisible();
});

async function loggedDonation(site: ServedSite, studentId: string): Promise<number> {
  const date = dayOf(site.site.clock(), site.site.timeZone);
  const { body } = await site
    .visitor()
    .call(logging.logDonation, { body: { studentId, weight: '2-3kg', date } });
  return body.id;
}
