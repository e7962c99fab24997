import { contract as participants } from '#features/donors/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';

test('an admin edits a store, and every list shows the change', async ({ page, site }) => {
  const admin = await site.admin();
  const { body: store } = await admin.call(contract.createPartner, {
    body: { name: 'Main Street Thrift', discount: '10% off', logo: `${site.url}/uploads/gone.webp` },
  });
  const { body: jo } = await admin.call(participants.upsertParticipant, { body: { displayName: 'Jo' } });
  await admin.call(rewards.createCode, {
    body: { participantId: jo.id, partnerId: store.partner.id, expiresAt: '2099-01-01' },
  });
  await signInAdmin(page, site);
  await page.getByRole('link', { name: 'Codes' }).click();
  await expect(page.getByRole('row', { name: /Jo/ })).toContainText('Main Street Thrift');
  await page.getByRole('link', { name: 'Partners' }).click();
  const row = page.getByRole('row', { name: /Main Street/ });
  const dialog = page.getByRole('dialog', { name: 'Edit partner' });

  await test.step('initials replace a logo that does not load', async () => {
    await expect(row.getByText('MS', { exact: true })).toBeVisible();
  });

  await test.step('errors show at their fields', async () => {
    await row.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue('Main Street Thrift');
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByLabel('Link').fill('mainstreet');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Partner name is required/);
    await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/Please enter a valid URL/);
  });

  await test.step('the change shows here and in the list of codes', async () => {
    await dialog.getByLabel('Name').fill('Main Street Reuse');
    await dialog.getByLabel('Discount').fill('15% off');
    await dialog.getByLabel('Address').fill('14 Main Street, Winnipeg');
    await dialog.getByLabel('Hours').fill('Mon to Fri 10 to 6');
    await dialog.getByLabel('Link').fill('https://www.reuse.example/');
    await dialog.getByLabel('Logo').fill(`${site.url}/favicon.svg`);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Partner updated', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    const changedRow = page.getByRole('row', { name: /Main Street Reuse/ });
    await expect(changedRow).toContainText('15% off');
    await expect(changedRow.getByRole('link', { name: /^reuse\.example/ })).toBeVisible();
    await expect(changedRow.locator('img')).toBeVisible();
    await expect(changedRow.getByText('MS', { exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Codes' }).click();
    await expect(page.getByRole('row', { name: /Jo/ })).toContainText('Main Street Reuse');
  });

  await test.step('donors find where it is and when it is open', async () => {
    await page.goto('/discounts');
    const tag = page.getByRole('listitem').filter({ hasText: 'Main Street Reuse' });
    await expect(tag.getByRole('definition')).toHaveText(['14 Main Street, Winnipeg', 'Mon to Fri 10 to 6']);
  });
});
